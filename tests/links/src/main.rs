//! Prints the two answers; with the argument `panic`, what becomes of a panic.

fn main() {
    println!("inventory: {}", prompt_links::from_inventory());
    println!("list: {}", prompt_links::from_list("greet"));
    if std::env::args().nth(1).is_some() {
        println!("panic: {}", prompt_links::from_list("fails"));
    }
}
