//! What a page fetches as text: the tables of models, GPUs, their names and prices; with `launch`, those of launch files.
fn main() {
    let launch = std::env::args().any(|argument| argument == "launch");
    let text = if launch {
        estimator::launch::text().to_owned()
    } else {
        estimator::catalogue::text()
    };
    print!("{text}");
}
