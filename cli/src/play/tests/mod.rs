//! Whole games at a scripted console.

use super::{Console, play};
use crate::drill::{plain, play_args, scratch, shelf, shelf_with_machine};

#[test]
fn explore() {
    let file = scratch("explore.game");
    let mut script: Vec<u8> = Vec::new();
    script.extend(b"\n1,2\n3,4\n");
    script.extend("\n21,3\n22,9\n\n1\n\n2\nunit 1\nhelp\n1\n1\nboard\nodds\nback\nback\nrule\nlook red\nlog\nundo\nquit\n".as_bytes());
    let mut input = script.as_slice();
    let mut output = Vec::new();
    let console = Console::new(&mut input, &mut output, 100, false);
    let r = play(&shelf(), &play_args(&["drill","skirmish","--seed","7","--save",file.to_str().unwrap()]), console, |_| {});
    std::fs::write("/tmp/explore.txt", &output).unwrap();
    std::fs::write("/tmp/explore.plain.txt", plain(&output)).unwrap();
    r.map_err(|t| t.to_string()).unwrap();
    let _ = shelf_with_machine;
    for (s, f) in [("skirmish","/tmp/drill.png"),("parade","/tmp/parade.png")] {
        use clap::Parser;
        let a = crate::args::Args::try_parse_from(["sandtable","picture","drill",s,"-o",f]).unwrap();
        let crate::args::Command::Picture(p) = a.command else {panic!()};
        crate::picture::write(&shelf(), &p).map_err(|t| t.to_string()).unwrap();
    }
}
