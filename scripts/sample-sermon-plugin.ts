import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";
import type { Plugin } from "vite";
import type * as sampleModule from "./sample-sermon.ts";

const SERMON = "virtual:sample-sermon";
const VOICES = "virtual:voice-samples";
const CACHE = new URL("../.cache/dev/", import.meta.url);
const TYPES = { mp3: "audio/mpeg", json: "application/json", webp: "image/webp" } as const;

/** Imported on demand, and by a computed URL, so that Vite does not bundle the engines into its configuration. */
async function engines(): Promise<typeof sampleModule> {
  const { href } = new URL("sample-sermon.ts", import.meta.url);
  return (await import(href)) as typeof sampleModule;
}

/** For development: cached on disk, because making a sample delays the first page. */
async function cached<T>(name: string, make: () => Promise<T>): Promise<T> {
  const file = new URL(name, CACHE);
  try {
    return deserialize(await readFile(file)) as T;
  } catch {
    const made = await make();
    await mkdir(CACHE, { recursive: true });
    await writeFile(file, serialize(made));
    return made;
  }
}

/**
 * `import sample from "virtual:sample-sermon"`: the text, and the addresses of its files, named by content hash (web/sample-sermon.d.ts).
 * `import samples from "virtual:voice-samples"`: the address of each voice's file.
 */
export function sampleSermon(): Plugin {
  let sermon: ReturnType<typeof sampleModule.makeSample> | undefined;
  let voices: ReturnType<typeof sampleModule.makeVoiceSamples> | undefined;
  /** Files that the development server serves, by path. */
  const served = new Map<string, { type: string; source: Uint8Array | string }>();
  return {
    name: "sample-sermon",
    resolveId: (id) => (id === SERMON || id === VOICES ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${SERMON}` && id !== `\0${VOICES}`) return null;
      const isDevelopment = this.environment.mode === "dev";
      const make = <T>(name: string, how: () => Promise<T>): Promise<T> => (isDevelopment ? cached(name, how) : how());
      const emit = (kind: keyof typeof TYPES, source: Uint8Array | string, name = "sample"): string => {
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        const fileName = `assets/${name}-${hash}.${kind}`;
        if (isDevelopment) served.set(`/${fileName}`, { type: TYPES[kind], source });
        else if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source });
        return `/${fileName}`;
      };
      if (id === `\0${VOICES}`) {
        voices ??= make("voice-samples", async () => (await engines()).makeVoiceSamples());
        const files = Object.entries(await voices).map(([name, mp3]) => [name, emit("mp3", mp3, "voice")] as const);
        return `export default ${JSON.stringify(Object.fromEntries(files))};`;
      }
      sermon ??= make("sample-sermon", async () => (await engines()).makeSample());
      const { topic, content, mp3, timings, picture } = await sermon;
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
