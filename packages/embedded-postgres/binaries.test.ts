import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLibraryLinks, locateBinaries, majorVersion, programPath } from "./binaries.ts";
import { ownIdentity, runAs } from "./identity.ts";

test.each(["postgres", "initdb", "pg_ctl"] as const)(
  "the installed %s is of the version that its package names",
  async (program) => {
    const binaries = await locateBinaries();
    const { output } = await runAs(ownIdentity(), programPath(binaries, program), ["--version"]);
    expect(output).toContain(`(PostgreSQL) ${majorVersion(binaries)}.`);
  },
);

test("missing library links are created, once", async () => {
  const packageRoot = await mkdtemp(join(tmpdir(), "links-"));
  onTestFinished(() => rm(packageRoot, { recursive: true }));
  await mkdir(join(packageRoot, "native/lib"), { recursive: true });
  await writeFile(join(packageRoot, "native/lib/libpq.so.5.18"), "library");
  const link = { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" };
  await writeFile(join(packageRoot, "native/pg-symlinks.json"), JSON.stringify([link]));
  await createLibraryLinks(packageRoot);
  await createLibraryLinks(packageRoot);
  expect(await readFile(join(packageRoot, link.target), "utf8")).toBe("library");
});
