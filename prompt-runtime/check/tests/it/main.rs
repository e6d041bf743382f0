//! All tests of the checks that use their public interface only, in one program.

mod advice_for_files;
mod contract_of_files;
