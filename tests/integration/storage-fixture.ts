import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import fastify from "fastify";
import { reencodeAvatar } from "../../server/vendors/image/reencode.ts";
import { createDiskStore } from "../../server/vendors/files/disk.ts";
import { signToken, type Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { proxyRoutes } from "../../packages/supabase-server/storage/proxy.ts";
import { storageRoutes } from "../../packages/supabase-server/storage/routes.ts";
import type { Storage } from "../../packages/supabase-server/storage/storage.ts";
import { createDatabase } from "../support/database.ts";

export const MAX_OBJECT_BYTES = 2_000_000;

// Bucket `notes`: every user owns the folder named by the user id. `gallery`: the same, and public. `drop`: users may insert, not read.
const RULES = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('notes', 'notes', false, null, null), ('gallery', 'gallery', true, null, null), ('drop', 'drop', false, null, null),
    ('small', 'small', false, 1000, array['text/plain', 'image/*']), ('portraits', 'portraits', true, null, array['image/*']);
  create policy own_select on storage.objects for select to authenticated
    using (bucket_id in ('notes', 'gallery', 'small', 'portraits') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_insert on storage.objects for insert to authenticated
    with check (bucket_id in ('notes', 'gallery', 'small', 'portraits', 'drop') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_update on storage.objects for update to authenticated
    using (bucket_id in ('notes', 'gallery', 'small', 'portraits') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy own_delete on storage.objects for delete to authenticated
    using (bucket_id in ('notes', 'gallery', 'small', 'portraits') and (storage.foldername(name))[1] = (select auth.uid())::text);`;

export type Files = ReturnType<SupabaseClient["storage"]["from"]>;

export interface Person {
  id: string;
  token: string;
  storage: SupabaseClient["storage"];
}

/** A running storage API with a database, an object store and two people of its own. */
export async function startStorage(options: Partial<Storage> = {}) {
  const database = await createDatabase();
  await database.db.owner.query(RULES);
  const root = await mkdtemp(join(tmpdir(), "storage-"));
  const jwtSecret = randomUUID().repeat(2);
  const keys: Keys = {
    jwtSecret,
    anonKey: await signToken({ role: "anon" }, { jwtSecret }),
    serviceRoleKey: await signToken({ role: "service_role" }, { jwtSecret }),
  };
  const storage: Storage = {
    db: database.db,
    keys,
    store: await createDiskStore({ root }),
    maxObjectBytes: MAX_OBJECT_BYTES,
    transforms: { portraits: { contentType: "image/webp", run: reencodeAvatar } },
    ...options,
  };
  const app = fastify();
  await app.register(storageRoutes(storage), { prefix: "/storage/v1" });
  await app.register(proxyRoutes({ ...storage, buckets: ["notes"] }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const clientOf = (token: string) => createClient(url, keys.anonKey, { accessToken: async () => token }).storage;
  const person = async (): Promise<Person> => {
    const id = randomUUID();
    await database.db.owner.query("insert into auth.users (id, email) values ($1, $2)", [id, `${id}@example.com`]);
    const token = await signToken({ role: "authenticated", sub: id, exp: Math.floor(Date.now() / 1000) + 3600 }, keys);
    return { id, token, storage: clientOf(token) };
  };

  return {
    url,
    api: `${url}/storage/v1`,
    app,
    keys,
    storage,
    root,
    ann: await person(),
    ben: await person(),
    anyone: clientOf(keys.anonKey),
    service: clientOf(keys.serviceRoleKey),
    sql: (text: string, values: unknown[] = []) => database.db.owner.query(text, values),
    /** How many files the object store holds, finished or not. */
    files: async (folder: "objects" | "incoming"): Promise<number> => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    stop: async () => {
      await app.close();
      await database.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
