import { expect, test, vi } from "vitest";
import { identitiesToTry, namespaceIdentity, nobodyIdentity, ownIdentity, runAs } from "./identity.ts";

const root = process.getuid?.() === 0;

test.skipIf(process.platform === "win32")("nothing of our environment reaches PostgreSQL's programs", async () => {
  vi.stubEnv("LANG", "xx_XX.UTF-8");
  vi.stubEnv("PGDATA", "/elsewhere");
  const { output } = await runAs(ownIdentity(), "/usr/bin/env", []);
  expect(output).toContain("LC_ALL=C");
  expect(output).not.toMatch(/^(LANG|PG\w+)=/m);
});

test("a program that cannot be started is reported, not thrown", async () => {
  expect(await runAs(ownIdentity(), "/nowhere/postgres", [])).toMatchObject({ code: -1 });
});

test.runIf(root)("root tries a user namespace first, then nobody", async () => {
  const identities = identitiesToTry();
  expect(identities).toEqual([namespaceIdentity(), nobodyIdentity()]);
  for (const identity of identities) {
    const { code, output } = await runAs(identity, "/usr/bin/id", ["-u"]);
    // Containers may forbid namespaces; becoming nobody always works.
    if (code !== 0 && identity.become === undefined) continue;
    expect(output.trim()).toBe(String(nobodyIdentity().owner?.uid));
  }
});

test.skipIf(root)("an ordinary user needs no other identity", () => {
  expect(identitiesToTry()).toContainEqual(ownIdentity());
});
