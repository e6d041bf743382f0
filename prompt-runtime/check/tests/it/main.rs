//! Tests of the public interface of `prompt-check`, in one program.

mod advice_for_files;
mod contract_of_files;
