import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import type { Readable } from "node:stream";

/** A log of at most two files of about `maxBytes` each: the path itself and the previous one, `<path>.1`. */
export interface LogFile {
  add(text: string): void;
  /** Adds everything from the stream. */
  follow(source: Readable): void;
  /** The newest output, to explain a failed start. */
  tail(): string;
  close(): void;
}

const TAIL_CHARACTERS = 8_192;

/** Opens `path` for appending (mode 0600). Later failures, such as a full disk, drop lines instead of stopping the server. */
export function openLog(path: string, maxBytes = 2_000_000): LogFile {
  let file = openSync(path, "a", 0o600);
  let size = fstatSync(file).size;
  let tail = "";
  let open = true;

  function add(text: string): void {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
    if (!open) return;
    try {
      if (size > 0 && size + text.length > maxBytes) {
        renameSync(path, `${path}.1`);
        closeSync(file);
        open = false;
        file = openSync(path, "a", 0o600);
        open = true;
        size = 0;
      }
      size += writeSync(file, text);
    } catch {
      // The line is dropped.
    }
  }

  return {
    add,
    follow: (source) => void source.setEncoding("utf8").on("data", add),
    tail: () => tail,
    close: () => {
      if (open) closeSync(file);
      open = false;
    },
  };
}
