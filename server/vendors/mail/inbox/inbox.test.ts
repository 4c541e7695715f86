import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Mailer } from "../mail.ts";
import { createSmtpMailer } from "../smtp.ts";
import { startInbox, type Inbox } from "./inbox.ts";
import { inboxRoutes } from "./pages.ts";

let dir: string;
let inbox: Inbox;
let mailer: Mailer;

const open = async () => {
  inbox = await startInbox({ dir });
  mailer = createSmtpMailer({ url: inbox.smtpUrl, from: "Lampstand <light@lampstand.example>" });
};
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "inbox-"));
  await open();
});
afterEach(async () => {
  await mailer.close();
  await inbox.close();
  await rm(dir, { recursive: true, force: true });
});

const LINK = "https://app.example/auth/confirm#token_hash=abc&type=signup&next=%2Fdashboard";
const mail = {
  to: "ann@people.example",
  subject: "Bestätige deine Adresse — 🕯 und noch ein recht langer Betreff, der umbrochen werden muss",
  text: `Grüß Gott, Ann.\n\n${LINK}\n`,
  html: `<p>Grüß Gott, <b>Ann</b>.</p><a href="${LINK.replaceAll("&", "&amp;")}">Bestätigen</a>`,
};

test("a mail sent over SMTP arrives as it was written", async () => {
  await mailer.send(mail);
  expect(inbox.messages()).toMatchObject([{ to: mail.to, subject: mail.subject, links: [LINK] }]);
  expect(inbox.messages()[0]?.text.trim()).toBe(mail.text.trim());
  expect(inbox.messages()[0]?.html.trim()).toBe(mail.html);
});

test("mails are listed newest first and survive a restart", async () => {
  for (const subject of ["one", "two", "three"]) await mailer.send({ ...mail, subject });
  const before = inbox.messages();
  expect(before.map(({ subject }) => subject)).toEqual(["three", "two", "one"]);
  await mailer.close();
  await inbox.close();
  await writeFile(join(dir, "000000000000001-x.json.unfinished"), '{"id":');
  await open();
  expect(inbox.messages()).toEqual(before);
  await mailer.send({ ...mail, subject: "four" });
  expect(inbox.messages().map(({ subject }) => subject)).toEqual(["four", "three", "two", "one"]);
  expect(await readdir(dir)).toHaveLength(4);
});

test("only the newest 200 are kept", async () => {
  for (let sent = 0; sent < 203; sent += 29)
    await Promise.all(Array.from({ length: 29 }, (_, index) => mailer.send({ ...mail, subject: `mail ${sent + index}` })));
  expect(inbox.messages()).toHaveLength(200);
  expect(await readdir(dir)).toHaveLength(200);
  await mailer.send({ ...mail, subject: "the last" });
  expect(inbox.messages()[0]?.subject).toBe("the last");
  expect(await readdir(dir)).toHaveLength(200);
});

test.each([
  ["a line break in the recipient", { to: "ann@people.example\r\nBcc: eve@people.example" }],
  ["two recipients", { to: "ann@people.example, eve@people.example" }],
  ["a recipient with a display name", { to: "Ann <ann@people.example>" }],
  ["a quoted recipient", { to: '"ann eve"@people.example' }],
  ["no recipient", { to: "" }],
  ["a line break in the subject", { subject: "Hello\r\nBcc: eve@people.example" }],
  ["a lone line feed in the subject", { subject: "Hello\nX-Header: y" }],
])("%s is refused, and the error contains no address", async (_name, part) => {
  const error = await mailer.send({ ...mail, ...part }).catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toMatch(/ann|eve|people/);
  expect(inbox.messages()).toEqual([]);
});

test("an unreachable or refusing server is an error without the address", async () => {
  await inbox.close();
  await expect(mailer.send(mail)).rejects.toThrow(/^the mail server did not take the mail \(E\w+\)$/);
  await open();
  await expect(mailer.send({ ...mail, text: "x".repeat(6_000_000) })).rejects.toThrow(
    /^the mail server did not take the mail \(EMESSAGE 552\)$/,
  );
  expect(inbox.messages()).toEqual([]);
});

test("the server listens on loopback only, needs no password, and survives a connection reset by a client", async () => {
  const { hostname, port } = new URL(inbox.smtpUrl);
  expect(hostname).toBe("127.0.0.1");
  await new Promise<void>((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () =>
      socket.write("EHLO x\r\nMAIL FROM:<a@b.example>\r\n", () => socket.resetAndDestroy()),
    );
    socket.on("close", () => resolve()).on("error", reject);
  });
  await mailer.send(mail);
  expect(inbox.messages()).toHaveLength(1);
});

async function get(url: string) {
  const app = fastify();
  await app.register(inboxRoutes(inbox));
  const response = await app.inject(url);
  await app.close();
  return response;
}

test("the page lists the mails and marks itself as a development tool", async () => {
  expect((await get("/inbox")).body).toContain("Nothing has arrived yet");
  await mailer.send({ ...mail, subject: "<img src=x onerror=alert(1)>" });
  const { body, headers } = await get("/inbox");
  expect(body).toContain("Development inbox — no mail leaves this machine");
  expect(body).toContain(`href="/inbox/${inbox.messages()[0]?.id}"`);
  expect(body).not.toContain("<img");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none';/);
  expect(headers["content-security-policy"]).not.toContain("script-src");
});

test("a mail is shown in a frame that can neither run scripts nor break out", async () => {
  await mailer.send({ ...mail, html: '<script>alert(1)</script>"></iframe><script>alert(2)</script>' });
  const { body } = await get(`/inbox/${inbox.messages()[0]?.id}`);
  const frame = /<iframe[^>]*>/.exec(body)?.[0] ?? "";
  expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(body.match(/<script|<\/iframe>/g)).toEqual(["</iframe>"]);
  expect(body).toContain('target="_blank" rel="noopener noreferrer"');
  expect((await get("/inbox/none")).statusCode).toBe(404);
});

test("messages.json has the fields and links of the mails", async () => {
  await mailer.send(mail);
  const [message] = (await get("/inbox/messages.json")).json();
  expect(Object.keys(message).toSorted()).toEqual(["html", "id", "links", "receivedAt", "subject", "text", "to"]);
  expect(message).toMatchObject({ to: mail.to, links: [LINK] });
});
