import { CONNECTION } from "../../../shared/messages/auth.ts";
import { getConfig } from "../../lib/config.ts";
import { record } from "./diagnostics/diagnostic-log.ts";

/** Whether the auth service is healthy. `offline`: nothing answered at all. `reason` is shown to the person. */
export type Health = { healthy: true } | { healthy: false; offline: boolean; reason: string };

const TIMEOUT_MS = 10_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 10_000;
/** Retries after the first attempt, at startup and on the login page (docs/product.md#connection-check). */
export const HEALTH_RETRIES = 3;

/** 1 s, doubled after each failure, at most 10 s. */
export function healthDelay(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS);
}

async function get(url: string, key: string): Promise<Response> {
  const headers = { apikey: key, authorization: `Bearer ${key}` };
  const response = await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
  // The body is not needed, but an unread one would keep its connection open until the timeout.
  await response.arrayBuffer();
  return response;
}

/** `GET /auth/v1/health`, once. */
export async function checkHealth(): Promise<Health> {
  const health = await fetchHealth();
  if (health.healthy) record("info", "health check passed");
  else record("warn", "health check failed", { offline: health.offline, reason: health.reason });
  return health;
}

async function fetchHealth(): Promise<Health> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await getConfig();
    const response = await get(`${supabaseUrl}/auth/v1/health`, supabaseAnonKey);
    return response.ok ? { healthy: true } : { healthy: false, offline: false, reason: CONNECTION.refused(response.status) };
  } catch (error) {
    // fetch() rejects with a TypeError when nothing answers, and with a TimeoutError by our signal.
    const offline = error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
    return { healthy: false, offline, reason: offline ? CONNECTION.network : CONNECTION.unexpected };
  }
}

/** Whether the database answers (its health table, up to `limit` rows): tells a server outage from one of the auth service alone. */
export async function probeHealthTable(limit?: number): Promise<boolean> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await getConfig();
    const query = limit === undefined ? "select=status" : `select=status&limit=${limit}`;
    return (await get(`${supabaseUrl}/rest/v1/health_check?${query}`, supabaseAnonKey)).ok;
  } catch {
    return false;
  }
}
