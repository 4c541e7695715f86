import type { Database } from "@lampstand/database";
import { reopenStep } from "./reopen-step.privileged.ts";

/** Makes the picture of a sermon again. Throws a `FunctionError` after `RETRIES_PER_DAY` times in 24 hours. */
export const retryImage = (db: Database, generationId: string): Promise<void> =>
  reopenStep(db, generationId, "image", { serves: () => true });
