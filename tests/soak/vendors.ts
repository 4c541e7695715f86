import { setTimeout as pause } from "node:timers/promises";
import bcrypt from "bcrypt";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { startModelServer } from "../support/model-server.ts";
import { MODEL_SERMON } from "../support/model-sermon.ts";
import { freePort } from "../support/free-port.ts";
import { startS3Server } from "../support/s3-server.ts";
import { startVoiceServer } from "../support/voice-server.ts";
import { embeddedInstallation } from "./installations.ts";
import { addPerson, PASSWORD } from "./people.ts";
import { timed } from "./samples.ts";
import { FAULTS, weakLink, type Fault } from "./weak-link.ts";

// Lets each vendor fail in each way while somebody asks for a sermon and somebody signs up, then lets it work again. Every answer must be a
// success or coded; in the end each sermon is whole, each file is in the bucket as in the database, and each mail was sent. Exits with 1 otherwise. The
// vendors are servers of the tests on loopback. Payments fail in tests of their own (tests/integration/billing-*.test.ts).

/** Which of them fail, with commas between. */
const FAILING = (process.env["VENDORS"] ?? "writer,voice,bucket,mail").split(",");
const REQUEST_MS = 130_000;
const WHOLE_MS = 180_000;
const COST = 4;

const [writer, voice, bucket, mailPort] = await Promise.all([
  startModelServer(),
  startVoiceServer(),
  startS3Server(),
  freePort(),
]);
writer.reply({ text: MODEL_SERMON });
const mailed: string[] = [];
const mails = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, { envelope }, done) {
    stream.resume().on("end", () => {
      mailed.push(...envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});
// A link that fails ends its connections in the middle.
mails.on("error", () => {});
await new Promise<void>((resolve) => mails.listen(mailPort, "127.0.0.1", resolve));

const portOf = (url: string): number => Number(new URL(url).port);
const links = {
  writer: await weakLink(portOf(writer.urlFor("openai-compatible"))),
  voice: await weakLink(portOf(voice.urlFor("compatible"))),
  bucket: await weakLink(portOf(bucket.url)),
  mail: await weakLink(mailPort),
};
const through = (url: string, { port }: { port: number }): string => {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href.replace(/\/$/, "");
};
const VOICE_IDS = { John: "j", Daniel: "d", Sarah: "s", Charlie: "c", Roger: "r", Liam: "l" };
const installation = await embeddedInstallation({
  settings: {
    WRITER: "openai-compatible",
    WRITER_MODEL: "test",
    WRITER_BASE_URL: through(writer.urlFor("openai-compatible"), links.writer),
    WRITER_FIRST_SECONDS: "5",
    WRITER_IDLE_SECONDS: "5",
    WRITER_WHOLE_SECONDS: "30",
    VOICE: "openai-compatible",
    VOICE_MODEL: "test",
    VOICE_BASE_URL: through(voice.urlFor("compatible"), links.voice),
    VOICE_IDS: JSON.stringify(VOICE_IDS),
    VOICE_CAPTIONS: "true",
    VOICE_SECONDS: "5",
    S3_BUCKET: bucket.bucket,
    S3_REGION: "eu-test-1",
    S3_ENDPOINT: through(bucket.url, links.bucket),
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    SMTP_URL: `smtp://127.0.0.1:${links.mail.port}`,
    MAIL_FROM: "Lampstand <from@example.com>",
    AUTH_LIMITS: JSON.stringify({ projectMail: null }),
  },
});
const [url = ""] = installation.urls;
const { keys } = installation;
const hash = await bcrypt.hash(PASSWORD, COST);
const owner = new pg.Pool({ connectionString: await installation.databaseUrl(), max: 2 });
const problems: string[] = [];

async function call(token: string, path: string, body: object): Promise<{ ok: boolean; ended: string; text: string }> {
  const { status, code, text } = await timed(() =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { apikey: keys.anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    }),
  );
  const ok = status !== null && status < 300;
  const ended = ok ? String(status) : `${status} ${code}`;
  if (!ok && (status === null || code === "")) problems.push(`${path} was answered ${ended}`);
  return { ok, ended, text };
}

/** A person who asks for a sermon, and for what is missing of it, until it is whole. */
async function someone() {
  const person = await addPerson(owner, hash, "127.0.0.1");
  const { text } = await call(keys.anonKey, "/auth/v1/token?grant_type=password", { email: person.email, password: PASSWORD });
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  const ask = async (): Promise<string[]> => {
    const wrote = await call(token, "/functions/v1/generate-sermon", { prompt: "I lie awake", duration: "5", voice: "John" });
    if (!wrote.ok) return [`text ${wrote.ended}`];
    const { generationId } = JSON.parse(wrote.text) as { generationId: string };
    const [spoken, drawn] = await Promise.all([
      call(token, "/functions/v1/generate-voice", { generationId, again: true }),
      call(token, "/functions/v1/generate-image", { generationId, again: true }),
    ]);
    return [`text ${wrote.ended}`, `voice ${spoken.ended}`, `picture ${drawn.ended}`];
  };
  const again = async (): Promise<void> => {
    const { rows } = await owner.query<{ id: string }>(
      "select id from public.generations where user_id = $1 and state <> 'failed' order by created_at desc limit 1",
      [person.id],
    );
    const generationId = rows[0]?.id;
    if (generationId === undefined) return void (await ask());
    await call(token, "/functions/v1/generate-voice", { generationId, again: true });
    await call(token, "/functions/v1/generate-image", { generationId, again: true });
  };
  const isWhole = async (): Promise<boolean> => {
    const { rows } = await owner.query<{ audio: string; image: string }>(
      `select audio_url as audio, image_url as image from public.sermons
       where user_id = $1 and audio_url is not null and image_url is not null and content <> ''`,
      [person.id],
    );
    return rows.length === 1;
  };
  return { id: person.id, ask, again, isWhole };
}

async function failing(vendor: keyof typeof links, fault: Fault): Promise<void> {
  const person = await someone();
  const email = `${person.id}@new.example.com`;
  links[vendor].set(fault);
  const began = performance.now();
  const [told, signedUp] = await Promise.all([
    person.ask(),
    call(keys.anonKey, "/auth/v1/signup", { email, password: PASSWORD }),
  ]);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  links[vendor].set(null);
  const back = performance.now();
  while (!(await person.isWhole()) && performance.now() - back < WHOLE_MS) {
    await person.again();
    await pause(500);
  }
  if (!(await person.isWhole())) problems.push(`${vendor} ${fault}: the sermon is not whole`);
  const whole = ((performance.now() - back) / 1000).toFixed(1);
  while (signedUp.ok && !mailed.includes(email) && performance.now() - back < WHOLE_MS) await pause(200);
  if (signedUp.ok && !mailed.includes(email)) problems.push(`${vendor} ${fault}: the mail to a new person was not sent`);
  console.log(
    `${vendor} ${fault}: ${told.join(", ")}, sign-up ${signedUp.ended} after ${seconds} s; whole ${whole} s after it worked again`,
  );
}

try {
  for (const vendor of Object.keys(links) as (keyof typeof links)[])
    if (FAILING.includes(vendor)) for (const fault of FAULTS) await failing(vendor, fault);
  const { rows } = await owner.query<{ path: string; size: number }>(
    "select bucket_id || '/' || name as path, (metadata ->> 'size')::int as size from storage.objects",
  );
  const headers = { apikey: keys.serviceRoleKey, authorization: `Bearer ${keys.serviceRoleKey}` };
  for (const { path, size } of rows) {
    const answer = await fetch(`${url}/storage/v1/object/${path}`, { headers });
    const bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok || bytes !== size) problems.push(`the file ${path} is not what was stored (${answer.status}, ${bytes} bytes)`);
  }
  console.log(`${rows.length} files were compared with the bucket`);
  const twice = mailed.filter((address, i) => mailed.indexOf(address) !== i);
  if (twice.length > 0) console.log(`${twice.length} mails were sent more than once`);
} finally {
  await owner.end();
  await installation.stop();
  for (const link of Object.values(links)) link.close();
  await Promise.all([writer.close(), voice.close(), bucket.close()]);
  await new Promise<void>((resolve) => mails.close(() => resolve()));
}
for (const problem of problems) console.log(`FAILED: ${problem}`);
if (problems.length > 0) console.log(installation.said());
console.log(
  problems.length > 0 ? "Something was lost, or answered without a code." : "ok: every sermon is whole, and every mail was sent.",
);
process.exitCode = problems.length > 0 ? 1 : 0;
