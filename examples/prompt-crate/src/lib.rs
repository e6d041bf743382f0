//! A set of prompts.
