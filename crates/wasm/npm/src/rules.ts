/** The module of the rules. */
import { isNode, readPackageFile } from './environment.js';
import init, * as bindings from './wasm/rules.js';

declare const PACKAGE_VERSION: string;

/** The version of the package. */
export const version: string = PACKAGE_VERSION;

let isLoaded = false;
let loading: Promise<void> | undefined;

/** Where the module is: its address, its bytes, or the answer to a request for it. */
export type RulesModule = string | URL | Request | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/**
 * Loads the rules. In a browser this comes before everything else; in Node the first use loads them.
 *
 * @param module Where the module is, if not where the bundler has put it: `rukh/wasm/rules_bg.wasm`.
 */
export function load(module?: RulesModule): Promise<void> {
  if (isNode && module === undefined) return Promise.resolve(void rules());
  const found = async (): Promise<void> => {
    await init({ module_or_path: module ?? new URL('./wasm/rules_bg.wasm', import.meta.url) });
    isLoaded = true;
  };
  // After a failure the next call tries again.
  return (loading ??= found().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

/** The module's functions and classes. @internal */
export function rules(): typeof bindings {
  if (!isLoaded && isNode) {
    bindings.initSync({ module: readPackageFile('./wasm/rules_bg.wasm') });
    isLoaded = true;
  }
  if (!isLoaded) throw new Error('the rules are not loaded: write `await load()` before anything else');
  return bindings;
}
