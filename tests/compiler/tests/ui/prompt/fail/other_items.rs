#![allow(unused)]

use prompt_runtime::prompt;

#[prompt]
trait Review {}

#[prompt]
static REVIEW: u8 = 1;

#[prompt]
type Diff = String;

#[prompt]
use std::fmt;

#[prompt]
enum Tone {
    Brief,
}

#[prompt]
union Bits {
    one: u8,
}

#[prompt]
macro_rules! review {
    () => {};
}

#[prompt]
extern crate core as other;

#[prompt]
unsafe extern "C" {}

fn main() {}
