// Node has WebAssembly, but its types come with TypeScript's DOM library, which a server must not have. This is the part used here.
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: "WebAssembly.Module";
  }
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, object>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
}
