import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The files can't be installed; the message is for the operator. */
export class VoiceInstallError extends Error {
  override readonly name = "VoiceInstallError";
}

const isAddress = (from: string): boolean => /^https?:\/\//.test(from);
const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

/** Writes each piece as it comes, so that what came before a break is there. */
async function append(body: AsyncIterable<Uint8Array>, path: string, flags: "a" | "w"): Promise<void> {
  const file = await open(path, flags);
  try {
    for await (const piece of body) await file.appendFile(piece);
  } finally {
    await file.close();
  }
}

/**
 * Fetches a file, going on where an earlier attempt ended if it is still the same file at the address. False if there is none. What is there
 * only in part has ".part" at its end.
 */
async function download(url: string, to: string): Promise<boolean> {
  const [part, tagFile] = [`${to}.part`, `${to}.tag`];
  const have = await sizeOf(part);
  const tag = have > 0 ? await readFile(tagFile, "utf8").catch(() => "") : "";
  const headers = tag === "" ? {} : { range: `bytes=${have}-`, "if-range": tag };
  const response = await fetch(url, { headers }).catch((cause: unknown) => {
    throw new VoiceInstallError(`${url} can't be reached. What was fetched stays; the same command goes on from there.`, {
      cause,
    });
  });
  if (response.status === 404) return false;
  if (!response.ok || !response.body) throw new VoiceInstallError(`${url} answered ${response.status}.`);
  // Without a strong tag nobody can say whether it is the same file later.
  const given = response.headers.get("etag") ?? "";
  await writeFile(tagFile, given.startsWith("W/") ? "" : given);
  const goesOn = response.status === 206;
  const expected = Number(response.headers.get("content-length") ?? Number.NaN) + (goesOn ? have : 0);
  try {
    await append(response.body, part, goesOn ? "a" : "w");
  } catch (cause) {
    throw new VoiceInstallError(`${url} broke off. What was fetched stays; the same command goes on from there.`, { cause });
  }
  if (!response.headers.get("content-encoding") && Number.isFinite(expected) && (await sizeOf(part)) !== expected)
    throw new VoiceInstallError(`${url} broke off. What was fetched stays; the same command goes on from there.`);
  await rename(part, to);
  await rm(tagFile, { force: true });
  return true;
}

async function copy(from: string, to: string): Promise<boolean> {
  if (!existsSync(from)) return false;
  await copyFile(from, `${to}.part`);
  await rename(`${to}.part`, to);
  return true;
}

/** Brings a file from the first of these places that has it; what an earlier attempt has brought from an address is not fetched again. */
export async function bring(places: readonly string[], name: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  for (const from of places) {
    if (isAddress(from) && existsSync(to)) return;
    const found = isAddress(from) ? await download(`${from.replace(/\/+$/, "")}/${name}`, to) : await copy(join(from, name), to);
    if (found) return;
  }
  throw new VoiceInstallError(`There is no ${name} at ${places.join(" or ")}.`);
}
