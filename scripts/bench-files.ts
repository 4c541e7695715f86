import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify from "fastify";
import { z } from "zod";
import type { Database } from "@lampstand/database";
import { signToken } from "@lampstand/supabase-server";
import { gateway } from "../packages/supabase-server/gateway/gateway.ts";
import { storageRoutes } from "../packages/supabase-server/storage/routes.ts";
import { createDiskStore } from "../server/vendors/files/disk.ts";

type Row = [what: string, figure: string, ratio: string];

/** As large as a recording of five minutes. */
const BYTES = 1_860_000;
/** What a player asks for at its start, and after a seek. */
const RANGES = { "from its start": "bytes=0-", "256 kB of it": "bytes=1000000-1262143" };
const CALLERS = 8;
const SLICES = 12;
const SLICE_MS = 500;

/** A person's recording by Range over HTTP, beside the same bytes by @fastify/static, which asks no database. */
export async function benchFiles(db: Database): Promise<Row[]> {
  const root = await mkdtemp(join(tmpdir(), "lampstand-bench-files-"));
  const keys = { jwtSecret: "a secret of the benchmark alone, 32 characters", anonKey: "anon", serviceRoleKey: "service" };
  const store = await createDiskStore({ root });
  const app = Fastify();
  await app.register(gateway);
  await app.register(storageRoutes({ db, keys, store, maxObjectBytes: 2 * BYTES }), { prefix: "/storage/v1" });
  await app.register(fastifyStatic, { root, prefix: "/static/" });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const person = randomUUID();
  await db.owner.query(
    "insert into auth.users (id, email, email_confirmed_at) select id, id || '@example.com', now() from (values ($1::uuid)) as t (id)",
    [person],
  );
  const recording = randomBytes(BYTES);
  await writeFile(join(root, "recording.mp3"), recording);
  const path = `sermon-audio/${person}/${randomUUID()}/${randomBytes(16).toString("hex")}.mp3`;
  const service = await signToken({ role: "service_role" }, keys);
  const stored = await fetch(`${base}/storage/v1/object/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${service}`, "content-type": "audio/mpeg" },
    body: recording,
  });
  if (!stored.ok) throw new Error(`the recording was not stored: ${await stored.text()}`);
  const token = await signToken({ role: "authenticated", sub: person, aal: "aal1" }, keys);
  // What a player has.
  const signed = await fetch(`${base}/storage/v1/object/sign/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ expiresIn: 3600 }),
  });
  const { signedURL } = z.object({ signedURL: z.string() }).parse(await signed.json());

  /** Answers in half a second. */
  const slice = async (url: string, range: string): Promise<number> => {
    const end = performance.now() + SLICE_MS;
    let answers = 0;
    const caller = async (): Promise<void> => {
      for (; performance.now() < end; answers++) {
        const answer = await fetch(url, { headers: { range } });
        const length = (await answer.arrayBuffer()).byteLength;
        if (answer.status !== 206 || length === 0) throw new Error(`${url} answered ${answer.status}`);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    return answers;
  };
  const rows: Row[] = [];
  for (const [what, range] of Object.entries(RANGES)) {
    let own = 0;
    let plain = 0;
    // Alternating, so that other load on this machine affects both alike.
    for (let i = 0; i < SLICES; i++) {
      own += await slice(`${base}/storage/v1${signedURL}`, range);
      plain += await slice(`${base}/static/recording.mp3`, range);
    }
    rows.push([
      `a recording by Range, ${what}, callers: ${CALLERS}`,
      `${((own * 1000) / (SLICES * SLICE_MS)).toFixed(0)}/s`,
      `${(own / plain).toFixed(2)} x @fastify/static (aim: 0.9)`,
    ]);
  }
  await app.close();
  await rm(root, { recursive: true, force: true });
  return rows;
}
