import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase, type Database } from "@lampstand/database";
import type { Folder } from "../vendors/files/files.ts";
import { addGauges } from "./gauges.ts";
import { createMetrics } from "./metrics.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const ALERTS = read("deploy/monitoring/alerts.yml");
const expressions = [...ALERTS.matchAll(/^ +expr: (.*)$/gm)].map(([, expression = ""]) => expression);
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}
const dashboard = JSON.parse(read("deploy/monitoring/dashboard.json")) as Dashboard;
const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const EMPTY_FOLDER: Folder = {
  name: "",
  list: async () => new Map(),
  put: async () => {},
  get: async () => null,
  delete: async () => {},
};

/** Every name that the program exports, with those of a histogram's parts. */
async function exported(): Promise<Set<string>> {
  const metrics = createMetrics();
  const db = openDatabase({
    ownerUrl: "postgres://nobody@127.0.0.1:1/none",
    authenticatorPassword: "none",
    maxConnections: 12,
    onIdleError: () => {},
  });
  addGauges(metrics, { config: { databaseUrl: null, role: "all" }, db, engines: {}, packageJobs: [], backups: EMPTY_FOLDER });
  const names = metrics.registry
    .getMetricsAsArray()
    .flatMap(({ name }) => ["", "_bucket", "_sum", "_count"].map((part) => name + part));
  await db.close();
  return new Set(names);
}

test("the alerts and the dashboard ask for metrics that the program exports", async () => {
  const names = await exported();
  expect(expressions.length).toBeGreaterThan(10);
  expect(asked.length).toBeGreaterThan(10);
  const used = [...expressions, ...asked].flatMap((text) => text.match(/\b(?:lampstand|nodejs|process)_\w+/g) ?? []);
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

test("what is exported, whole, is alerted about or shown, but for what only explains", async () => {
  const all = [...expressions, ...asked].join("\n");
  const own = createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith("lampstand_"));
  expect(own.filter((name) => !all.includes(name))).toEqual([]);
});

test("of each alert the operator's document says what it means and what to do", () => {
  const document = read("docs/operating.md");
  const alerts = [...ALERTS.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(alerts).toHaveLength(expressions.length);
  expect(alerts.filter((name) => !document.includes(`| \`${name}\``))).toEqual([]);
});

test("the age of the newest finished backup is told, and that the last attempt has failed", async () => {
  const madeAt = new Date(Date.now() - 3_600_000);
  const nameOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, "-");
  const unfinished = nameOf(new Date());
  const paths = new Map([
    [`sets/${nameOf(madeAt)}/manifest.json`, 1],
    [`sets/${unfinished}/files.jsonl.zst`, 1],
  ]);
  const failing = { job: "backup", ready: 0, wait: 0, running: 0, given_up: 0, failing: 1, outbox: "contact", waiting: 0 };
  const pool = { query: async () => ({ rows: [failing] }), totalCount: 12, idleCount: 0, waitingCount: 2, options: { max: 12 } };
  // Those who wait in it get the connection that is free.
  const unused = { ...pool, totalCount: 1, idleCount: 1 };
  const metrics = createMetrics();
  addGauges(metrics, {
    config: { databaseUrl: null, role: "all" },
    db: { owner: pool, requests: { anon: { pool: unused } } } as unknown as Database,
    engines: {},
    packageJobs: ["auth-mail"],
    backups: { ...EMPTY_FOLDER, list: async () => paths },
  });
  const text = await metrics.registry.metrics();
  expect(Number(/^lampstand_backup_age_seconds (.*)$/m.exec(text)?.[1])).toBeCloseTo(3600, -2);
  for (const line of [
    "lampstand_backup_failing 1",
    'lampstand_queue_jobs{job="backup",state="failing"} 1',
    'lampstand_queue_jobs{job="auth-mail",state="ready"} 0',
    'lampstand_database_connections{pool="owner",state="in_use"} 12',
    'lampstand_database_waiting{pool="owner"} 2',
    'lampstand_database_waiting{pool="anon"} 0',
    'lampstand_database_up{kind="embedded"} 1',
  ])
    expect(text).toContain(line);
});

test("while the database stands still the rest is told in four seconds, and that it does not answer; each question is asked once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const query = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
  const metrics = createMetrics();
  addGauges(metrics, {
    config: { databaseUrl: "", role: "all" },
    db: {
      owner: { query, totalCount: 3, idleCount: 0, waitingCount: 0, options: { max: 12 } },
      requests: {},
    } as unknown as Database,
    engines: {},
    packageJobs: [],
    backups: null,
  });
  for (let scrape = 0; scrape < 2; scrape++) {
    const told = metrics.registry.metrics();
    await vi.advanceTimersByTimeAsync(4000);
    const text = await told;
    expect(text).toContain('lampstand_database_up{kind="own"} 0');
    expect(text).not.toMatch(/^lampstand_(queue_jobs|mails_waiting)\{/m);
    expect(text).toContain("process_resident_memory_bytes");
  }
  expect(query).toHaveBeenCalledTimes(3);
});

test("while the database is away the rest is still told", async () => {
  const metrics = createMetrics();
  metrics.addGauge("lampstand_test", "Fails.", [], async () => Promise.reject(new Error("away")));
  const text = await metrics.registry.metrics();
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toMatch(/^lampstand_test\b/m);
});
