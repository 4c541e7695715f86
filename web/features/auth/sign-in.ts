import { CONNECTION, LOGIN } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { errorLogData, isNetworkFailure } from "./auth-error.ts";
import { record } from "./diagnostics/diagnostic-log.ts";
import { checkHealth, type Health } from "./health.ts";
import { clearStoredState } from "./stored-state.ts";
import { wait } from "../../lib/wait.ts";

/** Pause after clearing the storage (docs/product.md#timings-and-retries). */
const WAIT_AFTER_CLEARING_MS = 500;
const WAIT_BEFORE_AUTH_MS = 150;

/** Dispatched on `window` when a sign-in failed, with `detail: { error, email }`. */
export const LOGIN_FAILURE = "auth:login-failure";

/** The auth service does not answer. */
export class AuthUnavailableError extends Error {
  override readonly name = "AuthUnavailableError";
  readonly health: Health & { healthy: false };
  constructor(message: string, health: Health & { healthy: false }) {
    super(message);
    this.health = health;
  }
}

/** Before a sign-in or a sign-up: health check, clear state, wait (docs/product.md#sign-in). Throws `AuthUnavailableError` with `message`. */
export async function prepareAuth(message: string): Promise<void> {
  const health = await checkHealth();
  if (!health.healthy) throw new AuthUnavailableError(message, health);
  clearStoredState();
  await wait(WAIT_BEFORE_AUTH_MS);
}

/** Signs in with a password. Throws the client's error, or `AuthUnavailableError`, after announcing it to the window. */
export async function signIn(email: string, password: string): Promise<void> {
  try {
    clearStoredState();
    await wait(WAIT_AFTER_CLEARING_MS);
    await prepareAuth("Unable to connect to authentication service");
    const { error } = await (await getSupabase()).auth.signInWithPassword({ email, password });
    if (error) throw error;
    record("info", "sign-in accepted");
  } catch (error) {
    record("error", "sign-in failed", errorLogData(error));
    window.dispatchEvent(new CustomEvent(LOGIN_FAILURE, { detail: { error, email } }));
    throw error;
  }
}

export interface LoginFailure {
  title: string;
  description: string;
  /** The e-mail address is not confirmed yet. */
  unconfirmed?: true;
  /** The server is misconfigured; retrying does not help. */
  misconfigured?: true;
}

/** The message for a failed sign-in (docs/product.md#sign-in-errors). */
export function describeLoginFailure(error: unknown): LoginFailure {
  if (error instanceof AuthUnavailableError) return describeOutage(error.health);
  const title = LOGIN.failed;
  const message = error instanceof Error ? error.message : "";
  if (message.includes("Email not confirmed")) return { title, description: LOGIN.unconfirmed, unconfirmed: true };
  if (message.includes("Invalid login credentials")) return { title, description: LOGIN.wrongCredentials };
  if (message.includes("Invalid API key")) return { title, description: LOGIN.apiKey, misconfigured: true };
  if (/\bjwt\b/i.test(message)) return { title, description: LOGIN.session };
  if (isNetworkFailure(error)) return { title, description: LOGIN.network };
  return { title, description: LOGIN.other };
}

/** The message for an unreachable auth service. */
export function describeOutage(health: Health & { healthy: false }): { title: string; description: string } {
  return { title: CONNECTION.title, description: health.offline ? CONNECTION.unreachable : CONNECTION.unable(health.reason) };
}
