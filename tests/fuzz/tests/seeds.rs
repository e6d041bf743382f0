//! Every seed once, without the engine.

use prompt_fuzz as target;
use std::path::Path;

#[test]
fn the_properties_hold_for_the_seeds() {
    type Target = fn(&[u8]);
    let targets: &[(&str, Target)] = &[
        ("answer", target::answer),
        ("contract", target::contract),
        ("front_matter", target::front_matter),
        #[cfg(feature = "http")]
        ("http_headers", target::http_headers),
        ("messages", target::messages),
        ("prompt_file", target::prompt_file),
        ("prompt_macro", target::prompt_macro),
        ("quoting", target::quoting),
        ("state", target::state),
    ];
    for (name, run) in targets {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("seeds")
            .join(name);
        let mut seeds = 0;
        for seed in std::fs::read_dir(folder).expect("a folder of seeds") {
            let path = seed.expect("a seed").path();
            println!("{}", path.display());
            run(&std::fs::read(path).expect("a file"));
            seeds += 1;
        }
        assert!(seeds > 0, "{name} has no seed");
    }
}
