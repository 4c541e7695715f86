import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import type { Mail } from "../../server/vendors/mail/mail.ts";
import { createDiskStore } from "../../server/vendors/files/disk.ts";
import type { DeletionContext } from "../../server/account/deletion-steps.privileged.ts";
import { inProcessClient } from "../../server/http/in-process-client.ts";
import { authRoutes } from "../../packages/supabase-server/auth/routes.ts";
import { signToken, type Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { storageRoutes } from "../../packages/supabase-server/storage/routes.ts";
import { startBilling, type TestBilling } from "./billing.ts";
import { TEST_JWT_SECRET } from "./cluster.ts";

export interface TestAccounts extends TestBilling {
  context: DeletionContext;
  /** Every mail sent so far. */
  sent: Mail[];
  /** Every file in the object store. */
  files(): Promise<string[]>;
}

/** Billing, auth and storage: everything that an account consists of. No job runs by itself. */
export async function startAccounts(): Promise<TestAccounts> {
  const billing = await startBilling();
  const { db } = billing.database;
  const root = await mkdtemp(join(tmpdir(), "lampstand-account-"));
  const jwtSecret = TEST_JWT_SECRET;
  const keys: Keys = {
    jwtSecret,
    anonKey: await signToken({ role: "anon" }, { jwtSecret }),
    serviceRoleKey: await signToken({ role: "service_role" }, { jwtSecret }),
  };
  const app = Fastify();
  await app.register(authRoutes({ db, keys, publicUrl: billing.siteUrl, productName: "Lampstand", passwordCost: 4 }), {
    prefix: "/auth/v1",
  });
  const storage = { db, keys, store: await createDiskStore({ root }), maxObjectBytes: 1_000_000 };
  await app.register(storageRoutes(storage), { prefix: "/storage/v1" });
  await app.ready();
  const sent: Mail[] = [];
  const context: DeletionContext = {
    ...billing.context,
    stopping: new AbortController().signal,
    audit: async () => {},
    requireRecentProof: async () => {},
    supabase: inProcessClient(app, billing.siteUrl, keys.serviceRoleKey),
    mailer: { engine: "test", send: async (mail) => void sent.push(mail), close: async () => {} },
  };
  return {
    ...billing,
    context,
    sent,
    files: async () =>
      (await readdir(root, { recursive: true, withFileTypes: true })).flatMap((f) => (f.isFile() ? [f.name] : [])),
    close: async () => {
      await app.close();
      await billing.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
