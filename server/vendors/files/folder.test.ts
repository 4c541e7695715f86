import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { diskFolder } from "./folder.ts";

test("files are stored whole or not at all, and only the owner of the folder may read them", async () => {
  const place = await mkdtemp(join(tmpdir(), "lampstand-folder-"));
  onTestFinished(() => rm(place, { recursive: true }));
  const folder = diskFolder(place);
  await folder.put("a/b", Readable.from([Buffer.from("whole")]));
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("cut");
    })(),
  );
  await expect(folder.put("a/b", failing)).rejects.toThrow("cut");
  await expect(folder.put("a/c", Readable.from([Buffer.from("x")]))).resolves.toBeUndefined();
  expect(await readdir(join(place, "a"))).toEqual(["b", "c"]);
  expect((await stat(join(place, "a/b"))).mode & 0o777).toBe(0o600);
  expect((await buffer((await folder.get("a/b")) as Readable)).toString()).toBe("whole");
  expect(await folder.get("a/d")).toBeNull();
});
