import { DRAWINGS_PER_SERMON } from "../../shared/constants.ts";
import type { Database, Transaction } from "@lampstand/database";
import { FunctionError } from "../endpoints/errors.ts";
import { reopenStep } from "./reopen-step.privileged.ts";

/** Makes the picture of a sermon again. Throws a `FunctionError` after `DRAWINGS_PER_SERMON` tries. */
export async function retryImage(db: Database, generationId: string): Promise<void> {
  const admit = async (tx: Transaction): Promise<void> => {
    const { rows } = await tx.query<{ enough: boolean }>(
      "select count(*) >= $2 as enough from public.vendor_starts where generation_id = $1 and vendor = 'image'",
      [generationId, DRAWINGS_PER_SERMON],
    );
    if (rows[0]?.enough)
      throw new FunctionError(409, "drawings_used", "The picture of this sermon has been tried as often as it can be.");
  };
  await reopenStep(db, generationId, "image", { serves: () => true, admit });
}
