import { join } from "node:path";
import type { MigrationRoom } from "@lampstand/database";
import { MIGRATIONS } from "@lampstand/supabase-server";

/** The folders of SQL migrations, in the order in which they are applied. */
export const MIGRATION_ROOMS: readonly MigrationRoom[] = [
  { name: "platform", folder: MIGRATIONS },
  { name: "product", folder: join(import.meta.dirname, "../supabase/migrations") },
];
