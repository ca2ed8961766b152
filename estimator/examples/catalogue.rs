//! The tables of models, GPUs, their names and prices as the text that a page fetches.
fn main() {
    print!("{}", estimator::catalogue::text());
}
