import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { administrator, FORM, invoke, sendForm } from "../support/contact.ts";
import type { TestApp } from "../support/start-app.ts";

// The raw mails as a mail server receives them, since the development inbox stores parsed headers only.

interface Sent {
  recipients: string[];
  /** Header lines, folds undone. */
  headers: string[];
}

let sent: Sent[] = [];
/** How many mails are refused before the next is accepted. */
let refusals = 0;
let app: TestApp;
const mailServer = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  onData(stream, { envelope }, callback) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (refusals-- > 0) {
        callback(new Error("come back later"));
        return;
      }
      const [head = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
      const headers = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
      sent.push({ recipients: envelope.rcptTo.map(({ address }) => address), headers });
      callback(null);
    });
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", () => resolve()));
  const { port } = mailServer.server.address() as AddressInfo;
  app = await startApp({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "Lampstand <no-reply@church.example>",
    SUPPORT_EMAIL: "care@church.example",
  });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});

const header = ({ headers }: Sent, name: string): string[] =>
  headers
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim());

const namesOf = ({ headers }: Sent): Set<string | undefined> => new Set(headers.map((line) => line.split(":")[0]));

/** The next mail; waits for it. */
async function nextMail(): Promise<Sent> {
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  const [mail] = sent.splice(0);
  if (!mail) throw new Error("no mail");
  return mail;
}

test.for([
  "Bcc: eve@example.com",
  "\r\nBcc: eve@example.com",
  "\nSubject: other\n\nA body",
  "\r\n\r\n<script>",
  "\u2028X-Other: 1",
  "Ann <eve@example.com>, Bea",
])("with the name %j the mail has one encoded subject line, goes to support only, and replies go to the writer", async (name) => {
  sent = [];
  // Inserted directly, without the checks of the form.
  const { data, error } = await app
    .service()
    .from("contact_submissions")
    .insert({ ...row, name })
    .select("id")
    .single();
  expect(error).toBeNull();
  await invoke(app.visitor(), "handle-email", { action: "notify_admin", data: { submission_id: data?.id } });
  const mail = await nextMail();
  expect(mail.recipients).toEqual(["care@church.example"]);
  expect(namesOf(mail)).toEqual(HEADERS);
  expect(header(mail, "Subject")).toHaveLength(1);
  expect([header(mail, "To"), header(mail, "Reply-To"), header(mail, "From")]).toEqual([
    ["care@church.example"],
    ["ruth@example.com"],
    ["Lampstand <no-reply@church.example>"],
  ]);
});
const row = { email: FORM.email, message: "Bcc: eve@example.com\r\n\r\n.\r\nMAIL FROM:<eve@example.com>" };
const HEADERS = new Set(["Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Reply-To", "Subject", "To"]);

test("a reply comes from the product's address, has support in Reply-To, and is sent again after a failure of the mail server", async () => {
  const id = await sendForm(app, { message: "a reply that waits" });
  await nextMail();
  const { client } = await administrator(app);
  // The notification about their new second factor.
  expect(header(await nextMail(), "Subject")).toEqual(["An authenticator app was added to your Lampstand account"]);
  refusals = 1;
  const words = { subject: "Re: Grüße", message: "Bcc: eve@example.com\n\n.\nYes." };
  const data = { submission_id: id, to_email: FORM.email, to_name: "x\r\nBcc: eve@example.com", ...words };
  expect(await invoke(client, "handle-email", { action: "reply_to_submission", data })).toMatchObject({ success: true });
  const waiting = async () => (await client.rpc("get_contact_submissions").eq("id", id).single()).data;
  await expect.poll(() => refusals).toBe(0);
  expect(await waiting()).toMatchObject({ unsent_replies: 1, status: "responded" });
  const mail = await nextMail();
  expect(mail.recipients).toEqual([FORM.email]);
  expect([header(mail, "To"), header(mail, "Reply-To"), header(mail, "From")]).toEqual([
    [FORM.email],
    ["care@church.example"],
    ["Lampstand <no-reply@church.example>"],
  ]);
  expect(namesOf(mail)).toEqual(HEADERS);
  await expect.poll(waiting).toMatchObject({ unsent_replies: 0 });
});
