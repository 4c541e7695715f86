import type { SupabaseServer } from "@lampstand/supabase-server";
import { DELETE_ACCOUNT, deleteAccountTask, RESUME_DELETIONS, resumeDeletions } from "./account/delete-account.job.ts";
import { BILLING_MAIL, BILLING_MAILS, findBillingMails, sendBillingMail } from "./billing/billing-mail.job.ts";
import { RECONCILE_BILLING, reconcileBilling } from "./billing/reconcile-billing.job.ts";
import { STRIPE_EVENT, stripeEventTask } from "./billing/stripe-event.job.ts";
import type { Vendors } from "./choose-vendors.ts";
import type { Config } from "./config/config.ts";
import { CONTACT_MAIL, sendContactMail } from "./contact/contact-mail.job.ts";
import type { FunctionContext } from "./endpoints/context.ts";
import type { JobHandler } from "./jobs/queue.ts";
import { DELETE_MEDIA, deleteMedia } from "./sermons/delete-media.job.ts";
import { RESUME_GENERATIONS, resumeGenerationsJob } from "./sermons/resume-generations.job.ts";
import { RUN_GENERATION, runGeneration } from "./sermons/run-generation.job.ts";

const SWEEP_AUTH = "sweep-auth";
const SWEEP_BYTES = "sweep-unreferenced-bytes";

/** What runs without being asked, in cron's notation. */
export const CRONTAB = [
  `* * * * * ${RESUME_GENERATIONS}`,
  `* * * * * ${DELETE_MEDIA}`,
  `* * * * * ${RESUME_DELETIONS}`,
  `* * * * * ${BILLING_MAILS}`,
  `17 * * * * ${SWEEP_BYTES}`,
  `37 * * * * ${RECONCILE_BILLING}`,
  `27 * * * * ${SWEEP_AUTH}`,
].join("\n");

interface Given extends Pick<Vendors, "writer" | "voice" | "illustrator" | "mailer"> {
  context: FunctionContext;
  platform: SupabaseServer;
  config: Config;
}

/** Every job of the queue by its name. */
export function jobHandlers({
  context,
  platform,
  config,
  mailer,
  writer,
  voice,
  illustrator,
}: Given): Record<string, JobHandler> {
  return {
    ...platform.jobs,
    [STRIPE_EVENT]: stripeEventTask(context),
    [RECONCILE_BILLING]: reconcileBilling(context),
    [BILLING_MAILS]: findBillingMails(context),
    [BILLING_MAIL]: sendBillingMail({ ...context, mailer }),
    [CONTACT_MAIL]: sendContactMail({ db: context.db, mailer, publicUrl: config.publicUrl, supportEmail: config.supportEmail }),
    [RUN_GENERATION]: runGeneration({ ...context, writer, voice, illustrator, budgets: config.budgets }),
    [RESUME_GENERATIONS]: resumeGenerationsJob(context.db),
    [DELETE_MEDIA]: deleteMedia(context),
    [DELETE_ACCOUNT]: deleteAccountTask({ ...context, mailer }),
    [RESUME_DELETIONS]: () => resumeDeletions(context.db, { alone: false }),
    [SWEEP_AUTH]: platform.sweepAuth,
    [SWEEP_BYTES]: platform.sweepFiles,
  };
}
