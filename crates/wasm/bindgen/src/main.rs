//! Writes the JavaScript and the types around a WebAssembly module, as the tool `wasm-bindgen`
//! does, whose library this is; so it is compiled with the version that the module needs.
//!
//! Usage: `rukh-wasm-bindgen INPUT.wasm DIRECTORY NAME`

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, directory, name] = &arguments[..] else {
        bail!("usage: rukh-wasm-bindgen INPUT.wasm DIRECTORY NAME");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true)?.out_name(name).typescript(true).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(directory).with_context(|| format!("cannot write the bindings of {input}"))
}
