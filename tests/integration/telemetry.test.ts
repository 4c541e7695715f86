import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { FORM } from "../support/contact.ts";
import { createDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { startProgram, type Program } from "../support/program.ts";
import { PASSWORD, signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { startTraceReceiver, type ReceivedSpan } from "../support/trace-receiver.ts";

// The program in a process of its own, with its log, its metrics and its traces, and what a person does there.

const EMAIL = "ruth.marked@example.com";
const TOPIC = "forgiving my father Ebenezer";
const MESSAGE = "My neighbour Philemon heard me weep";
const SEARCHED = "Melchizedek";
const WRONG = "Wrong-Horse-77";
const BROWSER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };

let database: TestDatabase;
let dataDir: string;
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
let env: Record<string, string>;
let program: Program | undefined;
let url: string;
let metricsUrl: string;
let keys: Keys;
let ruth: SupabaseClient;
let token = "";
let signUpRequest: string;
let sermonRequest: string;
let generationId: string;

const client = (key: string, headers: Record<string, string> = {}): SupabaseClient =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers },
  });
const metrics = async (): Promise<string> => (await fetch(metricsUrl)).text();

interface Line {
  requestId?: string;
  msg: string;
  job?: string;
  step?: string;
  vendor?: string;
}
const lines = (): Line[] =>
  (program?.said() ?? "")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
const linesOf = (requestId: string): Line[] => lines().filter((line) => line.requestId === requestId);

beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "lampstand-telemetry-"));
  receiver = await startTraceReceiver();
  const [port, sandboxPort, metricsPort] = await Promise.all([freePort(), freePort(), freePort()]);
  url = `http://localhost:${port}`;
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  env = {
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    PAYMENTS_SANDBOX_PORT: `${sandboxPort}`,
    METRICS_PORT: `${metricsPort}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collectors-secret",
  };
  keys = await loadKeys({ jwtSecret: TEST_JWT_SECRET }, dataDir);
});
afterAll(async () => {
  await program?.end("SIGTERM");
  await receiver.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test("a person signs up, asks for a sermon, writes to support, searches, and goes astray", async () => {
  program = await startProgram(env);
  const app: Partial<TestApp> = { url, keys, visitor: () => client(keys.anonKey) };
  ruth = await signUpAndPay(app as TestApp, EMAIL);
  token = (await ruth.auth.getSession()).data.session?.access_token ?? "";

  const again = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: keys.anonKey, "content-type": "application/json", "x-request-id": "of-a-stranger" },
    body: JSON.stringify({ email: `other.${EMAIL}`, password: PASSWORD }),
  });
  signUpRequest = again.headers.get("x-request-id") ?? "";
  const asked = await fetch(`${url}/functions/v1/generate-sermon`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      traceparent: `00-${BROWSER.traceId}-${BROWSER.spanId}-01`,
      tracestate: `marked=${SEARCHED}`,
      baggage: `marked=${SEARCHED}`,
    },
    body: JSON.stringify({ prompt: TOPIC, duration: "5", voice: "John" }),
  });
  sermonRequest = asked.headers.get("x-request-id") ?? "";
  ({ generationId } = (await asked.json()) as { generationId: string });
  await expect
    .poll(async () => (await ruth.from("generations").select("state")).data, { timeout: 240_000 })
    .toEqual([{ state: "finished" }]);

  await client(keys.anonKey).functions.invoke("handle-contact-submission", {
    body: { ...FORM, name: "Dorcas Marked", email: EMAIL, message: MESSAGE },
  });
  await client(keys.anonKey).auth.signInWithPassword({ email: EMAIL, password: WRONG });
  await ruth.from("sermons").select("id").ilike("title", `%${SEARCHED}%`);
  await ruth.from("sermons").select(SEARCHED);
  await ruth.from(SEARCHED.toLowerCase()).select();
  await ruth.functions.invoke("generate-voice", { body: { text: MESSAGE, voice: SEARCHED, generationId } });
  await fetch(`${url}/s/${SEARCHED}`);
  await fetch(`${url}/${SEARCHED}/${encodeURIComponent(TOPIC)}?email=${EMAIL}`);
  await fetch(`${url}/reset-password?token_hash=${SEARCHED}`);
  await expect.poll(() => lines().some(({ msg, job }) => msg === "a job was done" && job === "contact-mail")).toBe(true);
}, 300_000);

test("a sign-up is followed by one id from its request to the job and the mail; a stranger does not choose the id", () => {
  expect(signUpRequest).toMatch(/^[\da-f-]{36}$/);
  const told = linesOf(signUpRequest);
  expect(told.map(({ msg, job, vendor }) => [msg, job ?? vendor])).toEqual(
    expect.arrayContaining([
      ["answered", undefined],
      ["a job began", "auth-mail"],
      ["a vendor answered", "mail"],
      ["a job was done", "auth-mail"],
    ]),
  );
});

test("a sermon is followed by one id from its request through the job to every step and vendor", () => {
  const told = linesOf(sermonRequest);
  expect(told.map(({ msg, job, step, vendor }) => [msg, job ?? step ?? vendor])).toEqual(
    expect.arrayContaining([
      ["answered", undefined],
      ["a job began", "run-generation"],
      ...["text", "voice", "image", "save"].map((step) => ["a step was completed", step]),
      ...["writer", "voice", "image"].map((vendor) => ["a vendor answered", vendor]),
      ["a job was done", "run-generation"],
    ]),
  );
});

const TREE = [
  "POST /functions/v1/generate-sermon < the browser",
  "job run-generation < POST /functions/v1/generate-sermon",
  "step text < job run-generation",
  "writer write < step text",
  "step voice < job run-generation",
  "voice speak < step voice",
  "step image < job run-generation",
  "image draw < step image",
  "step save < job run-generation",
];

test("a trace leads from the browser's call to the request, the job, its steps and their vendors", async () => {
  const tree = (): string[] => {
    const ours = receiver.spans.filter(({ traceId }) => traceId === BROWSER.traceId);
    const nameOf = (id: string | undefined): string =>
      id === BROWSER.spanId ? "the browser" : (ours.find(({ spanId }) => spanId === id)?.name ?? "nothing");
    return ours.map(({ name, parentSpanId }) => `${name} < ${nameOf(parentSpanId)}`);
  };
  await expect.poll(tree).toEqual(expect.arrayContaining(TREE));
  expect(tree().some((line) => line.endsWith("nothing"))).toBe(false);
  const told = receiver.spans.find(({ name }) => name === "step text");
  expect(Object.fromEntries((told as ReceivedSpan).attributes.map(({ key, value }) => [key, value.stringValue]))).toMatchObject({
    generationId,
    result: "ok",
    "lampstand.request_id": sermonRequest,
  });
});

test("the metrics tell of requests, jobs, steps, vendors, the queue, pools, mails, the event loop and memory", async () => {
  const text = await metrics();
  for (const part of [
    'lampstand_http_requests_total{route="/functions/v1/generate-sermon",method="POST",status="2xx"} 1',
    'lampstand_http_request_duration_seconds_count{route="/functions/v1/generate-sermon",method="POST"} 1',
    'lampstand_http_requests_total{route="unmatched",method="GET",status="4xx"} 1',
    'lampstand_job_duration_seconds_count{job="run-generation",result="ok"} 1',
    'lampstand_generation_step_duration_seconds_count{step="text",result="ok"} 1',
    'lampstand_vendor_call_duration_seconds_count{vendor="writer",action="write",result="ok"} 1',
    'lampstand_vendor_units_total{vendor="writer",unit="characters"}',
    'lampstand_vendor_units_total{vendor="voice",unit="audio_seconds"}',
    'lampstand_queue_jobs{job="run-generation",state="ready"} 0',
    'lampstand_queue_oldest_wait_seconds{job="run-generation"} 0',
    'lampstand_mails_waiting{outbox="contact"} 0',
    'lampstand_database_up{kind="own"} 1',
    'lampstand_database_connections{pool="authenticated",state="in_use"} 0',
    'lampstand_database_connections_max{pool="owner"}',
    'lampstand_database_waiting{pool="anon"} 0',
    // The gauges' own queries do not count.
    'lampstand_database_waiting{pool="owner"} 0',
    'lampstand_vendor_info{port="writer",engine=',
    "lampstand_build_info{version=",
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
  ])
    expect(text).toContain(part);
});

test("nothing that a person wrote, no address, no token and no key is in the log, the metrics or the traces", async () => {
  const { data: sermons } = await client(keys.serviceRoleKey).from("sermons").select("title, content, audio_url, image_url");
  expect(sermons).toHaveLength(1);
  const [sermon] = (sermons ?? []) as { content: string; audio_url: string; image_url: string }[];
  if (!sermon) throw new Error("no sermon was saved");
  const sentences = sermon.content.split("\n").filter((line) => line.length > 20);
  const marks = [
    EMAIL,
    "ruth.marked",
    "Dorcas",
    "Test Person",
    TOPIC,
    "Ebenezer",
    MESSAGE,
    "Philemon",
    SEARCHED,
    WRONG,
    PASSWORD,
    sermon.audio_url,
    sermon.image_url,
    ...sentences,
    token,
    keys.anonKey,
    keys.serviceRoleKey,
    keys.jwtSecret,
    "collectors-secret",
    "eyJ",
    "token_hash=",
    "cs_test_",
    "cus_",
  ];
  const text = await metrics();
  await expect.poll(() => receiver.spans.some(({ name }) => name === "job contact-mail")).toBe(true);
  const captured = { log: program?.said() ?? "", metrics: text, traces: JSON.stringify(receiver.spans) };
  for (const [name, all] of Object.entries(captured)) {
    expect(all.length, name).toBeGreaterThan(5000);
    const found = marks.filter((mark) => all.toLowerCase().includes(mark.toLowerCase()));
    expect(found, name).toEqual([]);
  }
});

test("a thousand different paths, methods and ids add no series", async () => {
  const ask = async (round: string): Promise<void> => {
    for (const kind of ["/s/", "/rest/v1/", "/storage/v1/object/sermon-images/", "/functions/v1/", "/", "/bible/", "/assets/"])
      await fetch(`${url}${kind}${round}`, { headers: { "x-request-id": `request-${round}` } });
  };
  const series = async (): Promise<number> =>
    (await metrics()).split("\n").filter((line) => line.startsWith("lampstand_http_")).length;
  await ask("first");
  const before = await series();
  for (let i = 0; i < 144; i++) await ask(`path-${i}`);
  expect(await series()).toBe(before);
});

test("the metrics answer this machine's names alone, and nothing but metrics", async () => {
  expect((await fetch(metricsUrl.replace("/metrics", "/"))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});
