import { addAbortSignal, PassThrough, pipeline, Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ArchiveFile {
  name: string;
  at: Date;
  /** Sound and pictures are compressed already. */
  compress: boolean;
  /** Called when the previous file has been written, so that one file is in memory at a time. */
  read(): Promise<Uint8Array | string>;
}

/** The files as a ZIP stream, in the given order. The stream is destroyed with the error of a failed read, and when the signal aborts. */
export function archive(files: readonly ArchiveFile[], signal: AbortSignal): Readable {
  const zip = new ZipFile();
  const out = pipeline(zip.outputStream, new PassThrough(), () => {});
  zip.on("error", (error: Error) => out.destroy(error));
  for (const file of files)
    zip.addReadStreamLazy(file.name, { mtime: file.at, compress: file.compress }, (give) => {
      // The client has gone: don't read the other files.
      if (out.destroyed) return;
      file.read().then(
        (content) => give(null, Readable.from([content], { objectMode: false })),
        (error: unknown) => out.destroy(error as Error),
      );
    });
  zip.end();
  return addAbortSignal(signal, out);
}
