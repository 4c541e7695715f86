import type { SupabaseServer } from "@lampstand/supabase-server";
import { resumeDeletions, runDeletion } from "./account/run-deletion.privileged.ts";
import { findBillingMails, sendBillingMail } from "./billing/billing-mail.privileged.ts";
import { reconcileBilling } from "./billing/reconcile-billing.privileged.ts";
import { stripeEventTask } from "./billing/stripe-event.privileged.ts";
import type { Vendors } from "./choose-vendors.ts";
import type { Config } from "./config/config.ts";
import { sendContactMail } from "./contact/contact-mail.privileged.ts";
import type { FunctionContext } from "./endpoints/context.ts";
import type { JobHandlers } from "./jobs/jobs.ts";
import { deleteMedia } from "./sermons/delete-media.privileged.ts";
import { resumeGenerations } from "./sermons/resume-generations.privileged.ts";
import { runGeneration } from "./sermons/run-generation.privileged.ts";

interface Given extends Pick<Vendors, "writer" | "voice" | "illustrator" | "mailer"> {
  context: FunctionContext;
  platform: Pick<SupabaseServer, "sweepAuth" | "sweepFiles">;
  config: Config;
}

/** What does each job of jobs/jobs.ts. */
export function jobHandlers({ context, platform, config, mailer, writer, voice, illustrator }: Given): JobHandlers {
  const { db } = context;
  return {
    "run-generation": runGeneration({ ...context, writer, voice, illustrator, budgets: config.budgets }),
    "resume-generations": () => resumeGenerations(db, { alone: false }),
    "delete-media": deleteMedia(context),
    "delete-account": runDeletion({ ...context, mailer }),
    "resume-deletions": () => resumeDeletions(db, { alone: false }),
    "contact-mail": sendContactMail({ db, mailer, publicUrl: config.publicUrl, supportEmail: config.supportEmail }),
    "billing-mails": findBillingMails(context),
    "billing-mail": sendBillingMail({ ...context, mailer }),
    "stripe-event": stripeEventTask(context),
    "reconcile-billing": reconcileBilling(context),
    "sweep-auth": platform.sweepAuth,
    "sweep-unreferenced-bytes": platform.sweepFiles,
  };
}
