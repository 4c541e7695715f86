import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { inboxMessage, readMessage, type InboxMessage } from "./message.ts";

export interface Inbox {
  /** The address for `createSmtpMailer`. */
  smtpUrl: string;
  /** Newest first, at most 200. */
  messages(): readonly InboxMessage[];
  close(): Promise<void>;
}

const KEPT = 200;
const MAX_MAIL_BYTES = 5_000_000;

class TooBig extends Error {
  readonly responseCode = 552;
}

interface StoredMessage {
  file: string;
  message: InboxMessage;
}

/** Newest first. Unreadable files, such as one that a power cut left unfinished, are deleted: this is a development tool. */
async function readStored(dir: string): Promise<StoredMessage[]> {
  const stored: StoredMessage[] = [];
  for (const file of (await readdir(dir)).toSorted().toReversed()) {
    try {
      stored.push({ file, message: inboxMessage.parse(JSON.parse(await readFile(join(dir, file), "utf8"))) });
    } catch {
      await rm(join(dir, file), { force: true });
    }
  }
  return stored;
}

/** Reads a mail. One that is too big is read to its end, so that the sender gets the answer, but not kept. */
async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= MAX_MAIL_BYTES) chunks.push(chunk);
  }
  if (size > MAX_MAIL_BYTES) throw new TooBig("the mail is too big for the development inbox");
  return Buffer.concat(chunks);
}

/**
 * The built-in mail server: accepts every mail on loopback, forwards none, and keeps the newest 200 in `dir`, one file each. A
 * mail is on disk before it is acknowledged. Rejects when `dir` or `port` (any free one by default) cannot be used.
 */
export async function startInbox({ dir, port = 0 }: { dir: string; port?: number }): Promise<Inbox> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  let stored = await readStored(dir);
  let lastTime = 0;

  const keep = async (raw: Buffer<ArrayBuffer>, recipients: string[]): Promise<void> => {
    // File names sort by arrival, also within one millisecond.
    lastTime = Math.max(Date.now(), lastTime + 1);
    const receivedAt = new Date(lastTime);
    const message = await readMessage(raw, { id: randomUUID(), receivedAt, recipients });
    const file = `${String(receivedAt.getTime()).padStart(15, "0")}-${message.id}.json`;
    const unfinished = join(dir, `${file}.unfinished`);
    {
      await using handle = await open(unfinished, "wx", 0o600);
      await handle.writeFile(JSON.stringify(message));
      await handle.sync();
    }
    await rename(unfinished, join(dir, file));
    const all = [{ file, message }, ...stored].toSorted((a, b) => (a.file < b.file ? 1 : -1));
    stored = all.slice(0, KEPT);
    for (const old of all.slice(KEPT)) await rm(join(dir, old.file), { force: true });
  };

  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    // Milliseconds that open connections get at shutdown.
    closeTimeout: 1000,
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const taken = collect(stream).then((raw) => keep(raw, recipients));
      // eslint-disable-next-line promise/no-callback-in-promise -- smtp-server knows callbacks only
      taken.then(() => callback(null), callback);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      // A client's connection error must not stop the server.
      server.on("error", () => {});
      resolve();
    });
  });

  return {
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    messages: () => stored.map(({ message }) => message),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
