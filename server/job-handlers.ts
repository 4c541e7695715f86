import type { Database } from "@lampstand/database";
import type { SupabaseServer } from "@lampstand/supabase-server";
import type { Observer } from "@lampstand/telemetry";
import { nightlyBackup } from "./backup/nightly-backup.ts";
import { resumeDeletions, runDeletion } from "./account/run-deletion.privileged.ts";
import { findBillingMails, sendBillingMail } from "./billing/billing-mail.privileged.ts";
import { queueReconciliation, reconcileBilling } from "./billing/reconcile-billing.privileged.ts";
import { stripeEventTask } from "./billing/stripe-event.privileged.ts";
import type { Vendors } from "./choose-vendors.ts";
import type { Config } from "./config/config.ts";
import { sendContactMail } from "./contact/contact-mail.privileged.ts";
import type { FunctionContext } from "./endpoints/context.ts";
import type { JobHandlers } from "./jobs/jobs.ts";
import { startQueue, unlockJobs, type Queue } from "./jobs/queue.ts";
import { deleteMedia, MEDIA_DELETIONS_CHANNEL, queueMediaDeletion } from "./sermons/delete-media.privileged.ts";
import { sweepGrowingRecordings } from "./sermons/growing-recording.privileged.ts";
import { resumeGenerations } from "./sermons/resume-generations.privileged.ts";
import { runGeneration } from "./sermons/run-generation.privileged.ts";
import { sweepTrash } from "./sermons/sweep-trash.privileged.ts";

interface Given extends Pick<Vendors, "writer" | "voice" | "illustrator" | "mailer" | "store" | "backups"> {
  context: FunctionContext;
  platform: Pick<SupabaseServer, "jobs" | "sweepAuth" | "sweepFiles">;
  config: Config;
  observer: Observer;
}

/** Queues what an earlier process left unfinished. `alone`: no other process uses the database. */
export async function queueUnfinished(db: Database, { alone }: { alone: boolean }): Promise<void> {
  if (alone) await unlockJobs(db.direct);
  await resumeGenerations(db, { alone, failed: true });
  await resumeDeletions(db, { alone });
  await queueReconciliation(db);
}

/** Queues what an earlier process left unfinished, and starts to work on the queue. */
export async function startJobs(given: Given): Promise<Queue> {
  const { context, platform, config, observer } = given;
  const { db, log, notifications } = context;
  notifications.on(MEDIA_DELETIONS_CHANNEL, () => {
    queueMediaDeletion(db).catch((err: unknown) => log.warn({ err }, "files of a deleted sermon wait for the next minute"));
  });
  // Only one process can use an embedded database.
  await queueUnfinished(db, { alone: config.databaseUrl === null });
  return startQueue({
    pool: db.direct,
    handlers: jobHandlers(given),
    packageJobs: platform.jobs,
    concurrency: config.jobConcurrency,
    drainSeconds: config.drain.longest,
    observer,
    onError: (task, err) => log.warn({ task, err }, "a job failed and will be tried again"),
    onEnd: (err) => log.error({ err }, "the queue's worker ended and will be started again"),
  });
}

/** What does each job of jobs/jobs.ts. */
function jobHandlers({ context, platform, config, mailer, writer, voice, illustrator, store, backups }: Given): JobHandlers {
  const { db } = context;
  return {
    "run-generation": runGeneration({ ...context, writer, voice, illustrator, budgets: config.budgets }),
    "resume-generations": () => resumeGenerations(db, { alone: false, failed: false }),
    "delete-media": deleteMedia(context),
    "sweep-growing-recordings": () => sweepGrowingRecordings(db),
    "sweep-trash": (_payload, { signal }) => sweepTrash(db, { signal }),
    "delete-account": runDeletion({ ...context, mailer }),
    "resume-deletions": () => resumeDeletions(db, { alone: false }),
    "contact-mail": sendContactMail({ db, mailer, publicUrl: config.publicUrl, supportEmail: config.supportEmail }),
    "billing-mails": findBillingMails(context),
    "billing-mail": sendBillingMail({ ...context, mailer }),
    "stripe-event": stripeEventTask(context),
    "reconcile-billing": reconcileBilling(context),
    "sweep-auth": platform.sweepAuth,
    "sweep-unreferenced-bytes": platform.sweepFiles,
    backup: nightlyBackup({ ...context, config, store, backups }),
  };
}
