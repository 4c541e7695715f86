import { once } from "node:events";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { startProgram } from "../support/program.ts";
import { freePort } from "../support/free-port.ts";

const SOURCE_OF_SERVER = join(import.meta.dirname, "../../server/main.ts");

/** A free port, with the next one free too: `npm run dev` uses both. */
async function freePorts(): Promise<number> {
  const port = await freePort();
  const next = createServer().listen(port + 1, "127.0.0.1");
  const isFree = await once(next, "listening").then(
    () => true,
    () => false,
  );
  next.close();
  return isFree ? port : freePorts();
}

test("npm run dev serves pages by Vite, signs in to a state, and keeps the database when the server's code changes", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-dev-"));
  const port = await freePorts();
  const url = `http://localhost:${port}`;
  const env = { PORT: `${port}`, PAYMENTS_SANDBOX_PORT: `${await freePort()}`, DATA_DIR: dataDir };
  const program = await startProgram(env, "../scripts/dev.ts");
  try {
    const page = await fetch(`${url}/login`);
    expect(await page.text()).toContain("inject-hmr-runtime");
    expect((await fetch(`${url}/web/root.tsx`)).headers.get("content-type")).toContain("javascript");

    // The pages of links and of the reference, which the server renders, have the app's style sheet too.
    const reference = await (await fetch(`${url}/docs/api`)).text();
    const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(reference)?.[1] ?? "";
    const styles = await fetch(`${url}${stylesheet}`, { headers: { accept: "text/css,*/*;q=0.1" } });
    expect(styles.headers.get("content-type")).toContain("text/css");
    expect(await styles.text()).toContain("--color-lamp");

    const signedIn = await (await fetch(`${url}/as/subscriber`)).text();
    const token = /"access_token":"([^"]+)"/.exec(signedIn)?.[1] ?? "";
    const { supabaseAnonKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseAnonKey: string };
    const client = createClient(url, supabaseAnonKey, { global: { headers: { authorization: `Bearer ${token}` } } });
    const subscriptions = async () => (await client.from("subscriptions").select("user_id, status")).data;
    const before = await subscriptions();
    expect(before).toEqual([{ user_id: expect.any(String), status: "active" }]);

    const starts = (): number => program.said().split("The server answers after").length - 1;
    expect(starts()).toBe(1);
    await utimes(SOURCE_OF_SERVER, new Date(), new Date());
    await expect.poll(starts).toBe(2);
    expect(await subscriptions()).toEqual(before);
  } finally {
    await program.end("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
  expect(program.process.exitCode).toBe(0);
});
