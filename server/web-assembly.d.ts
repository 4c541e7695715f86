// Node has WebAssembly, but its types come with TypeScript's DOM library, which a server must not have. This is the part used here.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
    readonly [Symbol.toStringTag]: "WebAssembly.Module";
  }
  class Memory {
    /** @param size in pages of 64 KiB */
    constructor(size: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, object>);
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
}
