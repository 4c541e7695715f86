import { join } from "node:path";
import { authenticatorPassword, migrate, openDatabase, type Database, type MigrationFolder } from "@lampstand/database";
import { MIGRATIONS, type Keys } from "@lampstand/supabase-server";
import type { Logger } from "pino";

/** In the order in which they are applied. */
export const MIGRATION_FOLDERS: readonly MigrationFolder[] = [
  { name: "platform", path: MIGRATIONS },
  { name: "product", path: join(import.meta.dirname, "../supabase/migrations") },
];

/** The payments sandbox makes and migrates this schema itself. */
export const SANDBOX_SCHEMA = "stripe_sandbox";

export interface DatabaseOptions {
  /** PostgreSQL URL of the schema's owner. */
  ownerUrl: string;
  poolerUrl: string | null;
  keys: Keys;
  maxConnections: number;
  log: Logger;
  onProgress: (message: string) => void;
}

/** Applies the migrations that are missing, and opens the database. */
export async function openMigratedDatabase({ ownerUrl, poolerUrl, keys, log, ...options }: DatabaseOptions): Promise<Database> {
  const password = authenticatorPassword(keys.jwtSecret);
  await migrate({ ownerUrl, folders: MIGRATION_FOLDERS, authenticatorPassword: password, onProgress: options.onProgress });
  return openDatabase({
    ownerUrl,
    poolerUrl,
    authenticatorPassword: password,
    maxConnections: options.maxConnections,
    onIdleError: (err) => log.warn({ err }, "an idle database connection was lost"),
  });
}
