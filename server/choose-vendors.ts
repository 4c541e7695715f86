import { createHmac } from "node:crypto";
import { join } from "node:path";
import type { Database } from "@lampstand/database";
import { createSandbox, type Sandbox } from "@lampstand/stripe-sandbox";
import type { Keys } from "@lampstand/supabase-server";
import type { Logger } from "pino";
import { BRAND } from "../shared/brand.ts";
import { openBackups, openStore } from "./choose-files.ts";
import type { Config } from "./config/config.ts";
import { SANDBOX_SCHEMA } from "./database.ts";
import { MINUTE_PRICE, MONTHLY_PRICE, PRICE_KEYS } from "./prices.ts";
import type { Folder, ObjectStore } from "./vendors/files/files.ts";
import { createDrawnImages } from "./vendors/image/drawn/drawn.ts";
import type { Illustrator } from "./vendors/image/image.ts";
import { startInbox, type Inbox } from "./vendors/mail/inbox/inbox.ts";
import type { Mailer } from "./vendors/mail/mail.ts";
import { createSmtpMailer } from "./vendors/mail/smtp.ts";
import type { Payments } from "./vendors/payments/payments.ts";
import { createStripePayments } from "./vendors/payments/stripe.ts";
import { createFliteVoice } from "./vendors/voice/flite/flite.ts";
import type { Voice } from "./vendors/voice/voice.ts";
import { createComposer } from "./vendors/writer/composer/composer.ts";
import type { Writer } from "./vendors/writer/writer.ts";

/** Where the sandbox's pages are mounted. */
export const SANDBOX_PAGES = "/sandbox/stripe";

export interface Vendors {
  writer: Writer;
  voice: Voice;
  illustrator: Illustrator;
  mailer: Mailer;
  inbox: Inbox | null;
  payments: Payments;
  sandbox: Sandbox | null;
  store: ObjectStore;
  /** Where nightly backups go; null: none are made. */
  backups: Folder | null;
}

/** The vendor of each port: the configured one, or the embedded default. */
export async function chooseVendors(config: Config, db: Database, keys: Keys, log: Logger): Promise<Vendors> {
  const inbox = config.mail.kind === "inbox" ? await startInbox({ dir: join(config.dataDir, "inbox") }) : null;
  const mail =
    config.mail.kind === "smtp" ? config.mail : { url: inbox?.smtpUrl ?? "", from: `${BRAND.product} <${BRAND.supportEmail}>` };
  const { payments, sandbox } = await choosePayments(config, db, keys, log);
  return {
    writer: await chooseWriter(config.writer),
    voice: await chooseVoice(config.voice),
    illustrator: await chooseIllustrator(config.image),
    mailer: createSmtpMailer(mail),
    inbox,
    payments,
    sandbox,
    store: await openStore(config),
    backups: openBackups(config),
  };
}

// Clients of models are imported only where they are used: they take 7 MB of heap.

async function chooseWriter(writer: Config["writer"]): Promise<Writer> {
  if (writer.kind !== "model") return createComposer();
  const { createModelWriter } = await import("./vendors/writer/model/model-writer.ts");
  return createModelWriter(writer);
}

async function chooseIllustrator(image: Config["image"]): Promise<Illustrator> {
  if (image.kind !== "model") return createDrawnImages();
  const { createModelImages } = await import("./vendors/image/model/model-image.ts");
  return createModelImages(image);
}

async function chooseVoice(voice: Config["voice"]): Promise<Voice> {
  if (voice.kind === "model") {
    const { createModelVoice } = await import("./vendors/voice/model/model-voice.ts");
    return createModelVoice(voice);
  }
  if (voice.kind === "kokoro") {
    const { createKokoroVoice } = await import("./vendors/voice/kokoro/kokoro.ts");
    return createKokoroVoice(voice);
  }
  return createFliteVoice();
}

/** The name of what stands behind each port, for the banner. */
export const engineNames = (config: Config, vendors: Vendors): Record<string, string> => ({
  database: config.databaseUrl === null ? "embedded PostgreSQL" : "PostgreSQL at DATABASE_URL",
  writer: vendors.writer.engine,
  voice: vendors.voice.engine,
  image: vendors.illustrator.engine,
  payments: vendors.payments.engine,
  mail: vendors.mailer.engine,
  "object store": vendors.store.engine,
});

async function choosePayments(
  config: Config,
  db: Database,
  keys: Keys,
  log: Logger,
): Promise<{ payments: Payments; sandbox: Sandbox | null }> {
  if (config.payments.kind === "stripe") {
    return { payments: createStripePayments({ ...config.payments, ...PRICE_KEYS }), sandbox: null };
  }
  const webhookSecret = `whsec_${createHmac("sha256", keys.jwtSecret).update("lampstand:payments-sandbox").digest("hex")}`;
  const sandbox = await createSandbox({
    pool: db.owner,
    schema: SANDBOX_SCHEMA,
    webhookUrl: `http://127.0.0.1:${config.port}/webhooks/stripe`,
    webhookSecret,
    pagesUrl: `${config.publicUrl}${SANDBOX_PAGES}`,
    displayName: BRAND.product,
    prices: [MONTHLY_PRICE, MINUTE_PRICE],
    onError: (err) => log.warn({ err }, "the payments sandbox met an error"),
  });
  const payments = createStripePayments({
    secretKey: "sk_test_sandbox",
    webhookSecret,
    ...PRICE_KEYS,
    sandbox: { host: "127.0.0.1", port: config.payments.port },
  });
  return { payments, sandbox };
}
