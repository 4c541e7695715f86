import { createHmac } from "node:crypto";
import type pg from "pg";
import type { SandboxEvent } from "./objects/wire.ts";

interface DeliveryOptions {
  pool: pg.Pool;
  schema: string;
  /** Where events are posted. */
  webhookUrl: string;
  /** `whsec_...`: the shared secret of the signature. */
  webhookSecret: string;
  onError: (error: Error) => void;
}

export interface Delivery {
  start(): void;
  /** Looks for events to deliver. */
  wake: () => void;
  /** Resolves when the current attempt has ended. */
  stop(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
/** Seconds between attempts; the last one repeats. Ends after about three days, as with Stripe. */
const BACKOFF_S = [1, 5, 30, 120, 600, 3600] as const;
const MAX_ATTEMPTS = 78;

/** `Stripe-Signature` over the exact bytes (https://docs.stripe.com/webhooks#verify-manually); wall-clock time, in Unix seconds. */
function signatureOf(payload: string, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex")}`;
}

/** Posts recorded events to the webhook, oldest first, until each was answered with 2xx. Several processes share the work. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const table = `"${options.schema.replaceAll('"', '""')}"`;
  let running: Promise<void> | null = null;
  let woken = false;
  let started = false;
  let timer: NodeJS.Timeout | undefined;

  async function post(event: SandboxEvent): Promise<{ status: number | null; error: string | null }> {
    const payload = JSON.stringify(event);
    try {
      const response = await fetch(options.webhookUrl, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signatureOf(payload, options.webhookSecret, Math.floor(Date.now() / 1000)),
          "user-agent": "Stripe/1.0 (sandbox)",
        },
        body: payload,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return { status: response.status, error: response.ok ? null : `answered ${response.status}` };
    } catch (error) {
      return { status: null, error: (error as Error).name === "TimeoutError" ? "timed out" : "could not connect" };
    }
  }

  /** Delivers one event; false when none is due or the delivery was stopped. */
  async function deliverNext(): Promise<boolean> {
    if (!started) return false;
    // A lease instead of a row lock: needs no connection during the request, and another process continues after a crash.
    const { rows } = await options.pool.query<{ event_id: string; body: SandboxEvent; attempts: number }>(
      `update ${table}.deliveries d set next_attempt_at = now() + make_interval(secs => $1), attempts = attempts + 1, last_attempt_at = now()
       from ${table}.objects o
       where o.id = d.event_id and d.event_id = (
         select event_id from ${table}.deliveries where next_attempt_at <= now() order by position limit 1 for update skip locked)
       returning d.event_id, o.body, d.attempts`,
      [(2 * TIMEOUT_MS) / 1000],
    );
    const next = rows[0];
    if (!next) return false;
    const { status, error } = await post(next.body);
    const wait = BACKOFF_S[Math.min(next.attempts, BACKOFF_S.length) - 1] ?? 1;
    await options.pool.query(
      `with told as (
         update ${table}.objects set body = jsonb_set(body, '{pending_webhooks}', '0') where id = $1 and $3::text is null)
       update ${table}.deliveries set last_status = $2, last_error = $3, delivered_at = case when $3::text is null then now() else delivered_at end,
         next_attempt_at = case when $3::text is null or attempts >= $4 then null else now() + make_interval(secs => $5) end
       where event_id = $1`,
      [next.event_id, status, error, MAX_ATTEMPTS, wait],
    );
    return true;
  }

  async function run(): Promise<void> {
    while (woken) {
      woken = false;
      while (await deliverNext());
    }
    const { rows } = await options.pool.query<{ wait_ms: number | null }>(
      `select extract(epoch from min(next_attempt_at) - now())::float8 * 1000 as wait_ms from ${table}.deliveries where next_attempt_at is not null`,
    );
    schedule(rows[0]?.wait_ms ?? LONGEST_WAIT_MS);
  }

  function schedule(waitMs: number): void {
    clearTimeout(timer);
    if (!started) return;
    timer = setTimeout(wake, Math.min(Math.max(waitMs, 50), LONGEST_WAIT_MS));
    timer.unref();
  }

  function wake(): void {
    woken = true;
    if (running || !started) return;
    running = run()
      .catch((error: Error) => {
        options.onError(error);
        schedule(LONGEST_WAIT_MS);
      })
      .finally(() => {
        running = null;
        // An event was queued after the last query.
        if (woken && started) wake();
      });
  }

  return {
    start() {
      started = true;
      wake();
    },
    wake,
    async stop() {
      started = false;
      clearTimeout(timer);
      await running;
    },
  };
}
