import { BRAND } from "../../shared/brand.ts";
import * as endpoints from "../../shared/endpoints/account.ts";
import { toFunctionError } from "../billing/refusals.ts";
import { implement, Streamed } from "../endpoints/implement.ts";
import { archive, type ArchiveFile } from "./archive.ts";
import { acquireDownloadLock } from "./download-lock.privileged.ts";
import { myData } from "./my-data.ts";
import { refusals } from "./refusals.ts";

/** A download that takes longer is aborted. */
const LONGEST_MS = 30 * 60_000;

/**
 * POST download-my-data: everything that is stored about the user, streamed as a ZIP file. Requires a session that has not ended, with a
 * recent proof of identity.
 */
export const downloadMyData = implement(endpoints.downloadMyData, async ({ context, caller, userId, request, reply }) => {
  const now = new Date();
  const releaseLock = await acquireDownloadLock(context.db, userId);
  let files: ArchiveFile[];
  try {
    files = await myData(context, { ...caller, sub: userId }, now);
    await context.audit("data_downloaded", userId, request);
  } catch (error) {
    await releaseLock();
    // Raised by SQL `public.living_session`: the session has ended, although its token has not expired.
    if (error instanceof Error && "code" in error && error.code === "42501") throw refusals.sessionEnded();
    throw toFunctionError(error, "Your data could not be collected. Please try again.");
  }
  const stream = archive(files, AbortSignal.any([context.stopping, AbortSignal.timeout(LONGEST_MS)]));
  stream.once("close", () => {
    releaseLock().catch((err: unknown) => context.log.warn({ err }, "a download's turn ends by itself"));
  });
  const name = `${BRAND.product.toLowerCase()}-data-${now.toISOString().slice(0, 10)}.zip`;
  reply
    .header("content-type", "application/zip")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store");
  return new Streamed(reply.send(stream));
});
