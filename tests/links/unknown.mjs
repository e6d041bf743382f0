// Calls the function of a module without a system twice: the linker has each call run the constructors, which must register nothing twice.
import { readFile } from 'node:fs/promises';

const module = await WebAssembly.compile(await readFile(process.argv[2]));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => { throw new Error(`${from}.${name} is called`); };
}
const { exports } = await WebAssembly.instantiate(module, imports);
console.log(`${exports.prompt_links()} ${exports.prompt_links()}`);
