import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import type { Plugin } from "vite";
import type * as sampleModule from "./sample-sermon.ts";
import type { SampleSermon } from "./sample-sermon.ts";

const ID = "virtual:sample-sermon";
const CACHED = new URL("../.cache/dev/sample-sermon", import.meta.url);
const TYPES = { mp3: "audio/mpeg", json: "application/json", webp: "image/webp" } as const;

/** Imported on demand, and by a computed URL, so that Vite does not bundle the engines into its configuration. */
async function make(): Promise<SampleSermon> {
  const { href } = new URL("sample-sermon.ts", import.meta.url);
  const { makeSample } = (await import(href)) as typeof sampleModule;
  return makeSample();
}

/** For development: cached on disk, because making one delays the first page. */
async function makeOnce(): Promise<SampleSermon> {
  try {
    return deserialize(await readFile(CACHED)) as SampleSermon;
  } catch {
    const sample = await make();
    await mkdir(new URL(".", CACHED), { recursive: true });
    await writeFile(CACHED, serialize(sample));
    return sample;
  }
}

/** `import sample from "virtual:sample-sermon"`: the text, and the addresses of its files, named by content hash (web/sample-sermon.d.ts). */
export function sampleSermon(): Plugin {
  let made: Promise<SampleSermon> | undefined;
  /** Files that the development server serves, by path. */
  const served = new Map<string, { type: string; source: Uint8Array | string }>();
  return {
    name: "sample-sermon",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      made ??= this.environment.mode === "dev" ? makeOnce() : make();
      const { topic, content, mp3, timings, picture } = await made;
      const emit = (kind: keyof typeof TYPES, source: Uint8Array | string): string => {
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        const fileName = `assets/sample-${hash}.${kind}`;
        if (this.environment.mode === "dev") served.set(`/${fileName}`, { type: TYPES[kind], source });
        else if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
        return `/${fileName}`;
      };
      const { webp, ...shown } = picture;
      const sample = {
        topic,
        content,
        seconds: timings.seconds,
        audio: emit("mp3", mp3),
        timings: emit("json", JSON.stringify(timings)),
        picture: { ...shown, src: emit("webp", webp) },
      };
      return `export default ${JSON.stringify(sample)};`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = served.get(request.url ?? "");
        if (!file) return next();
        response.setHeader("content-type", file.type);
        response.end(file.source);
      });
    },
  };
}
