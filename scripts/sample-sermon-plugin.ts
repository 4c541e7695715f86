import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import type { Plugin } from "vite";
import type * as sampleModule from "./sample-sermon.ts";
import type { SampleSermon } from "./sample-sermon.ts";

const ID = "virtual:sample-sermon";
const KEPT = new URL("../.cache/dev/sample-sermon", import.meta.url);
const TYPES = { mp3: "audio/mpeg", json: "application/json", webp: "image/webp" } as const;

/** Loaded when a page asks for it, and by an address that Vite does not follow: the engines are then no part of Vite's configuration. */
async function make(): Promise<SampleSermon> {
  const { href } = new URL("sample-sermon.ts", import.meta.url);
  const { makeSample } = (await import(href)) as typeof sampleModule;
  return makeSample();
}

/** For development: the one that was made first, since every page would wait for a new one. */
async function makeOnce(): Promise<SampleSermon> {
  try {
    return deserialize(await readFile(KEPT)) as SampleSermon;
  } catch {
    const sample = await make();
    await mkdir(new URL(".", KEPT), { recursive: true });
    await writeFile(KEPT, serialize(sample));
    return sample;
  }
}

/** `import sample from "virtual:sample-sermon"`: the text, and the addresses of files named by what is in them (web/sample-sermon.d.ts). */
export function sampleSermon(): Plugin {
  let made: Promise<SampleSermon> | undefined;
  /** What the development server answers, by its path. */
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
