import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseEndpoint } from "./endpoint.ts";
import { nobodyIdentity, ownIdentity, type Identity } from "./identity.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "endpoint-"));
  await chmod(home, 0o755);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

async function withTemporaryDirectory(name: string, mode: number): Promise<string> {
  const directory = join(home, name);
  await mkdir(directory);
  await chmod(directory, mode);
  vi.stubEnv("TMPDIR", directory);
  return directory;
}

/** PostgreSQL runs as another user, but its files keep this process's owner, so that an ordinary user can run the test. */
const otherUser: Identity = { ...nobodyIdentity(), owner: ownIdentity().owner };

test.skipIf(process.platform === "win32")("the socket's directory is in the temporary directory", async () => {
  const directory = await withTemporaryDirectory("open", 0o755);
  const endpoint = await chooseEndpoint(otherUser);
  expect(endpoint.kind === "socket" && dirname(endpoint.directory)).toBe(directory);
});

test("a loopback port takes the socket's place if the temporary directory has a long path", async () => {
  await withTemporaryDirectory("long".repeat(25), 0o755);
  expect(await chooseEndpoint(ownIdentity())).toMatchObject({ kind: "tcp" });
});

test("a loopback port takes the socket's place if PostgreSQL's user may not enter the temporary directory", async () => {
  await withTemporaryDirectory("closed", 0o700);
  expect(await chooseEndpoint(otherUser)).toMatchObject({ kind: "tcp" });
});

test.skipIf(process.platform === "win32")(
  "a private temporary directory has the socket if PostgreSQL runs as this user",
  async () => {
    await withTemporaryDirectory("private", 0o700);
    expect(await chooseEndpoint(ownIdentity())).toMatchObject({ kind: "socket" });
  },
);
