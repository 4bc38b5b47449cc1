/** The module of the rules, loaded when this file is imported. */
import { isNode, readFile } from './environment.js';
import init, { initSync, read_games, ruleset, rulesets, version as readVersion, WasmGame, WasmLocalGame } from './wasm/rules.js';

const url = new URL('./wasm/rules_bg.wasm', import.meta.url);
if (isNode) initSync({ module: readFile(url) });
else await init({ module_or_path: url });

export { WasmGame, WasmLocalGame, read_games, ruleset, rulesets };

/** The version of the package. */
export const version: string = readVersion();
