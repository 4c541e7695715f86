import { DIAGNOSTICS, LOGIN, SIGN_UP } from "../../../../shared/messages/auth.ts";
import { getConfig, NO_KEY } from "../../../lib/config.ts";
import { createEphemeralClient, getSupabase } from "../../../lib/supabase.ts";
import { errorCode, errorLogData } from "../auth-error.ts";
import { awaitsSecondFactor } from "../assurance-level.ts";
import { record } from "./diagnostic-log.ts";
import { checkHealth, probeHealthTable } from "../health.ts";
import { hasEmailShape } from "../sign-up.ts";
import { hasStoredSession } from "../stored-state.ts";

export interface Credentials {
  email: string;
  password: string;
}

/** Problems found, for the person; empty if none. They are in the diagnostic log too. */
export type Issues = string[];

function issue(text: string, detail?: string): Issues {
  const found = detail ? `${text}: ${detail}` : text;
  record("error", found);
  return [found];
}

/** Checks that the auth service and the database answer, and that the API key is configured. */
export async function testConnection(): Promise<Issues> {
  const [health, dataStore, key] = await Promise.all([checkHealth(), probeHealthTable(1), testKey()]);
  record(dataStore ? "info" : "warn", "health table", { answers: dataStore, online: navigator.onLine });
  return [...(health.healthy ? [] : issue(DIAGNOSTICS.connectionFailed, health.reason)), ...key];
}

async function testKey(): Promise<Issues> {
  // Without a configuration the health check has failed too, which is reported already.
  const config = await getConfig().catch(() => null);
  return config && (!config.supabaseAnonKey || config.supabaseAnonKey === NO_KEY) ? issue(DIAGNOSTICS.keyMissing) : [];
}

function storageWorks(): boolean {
  const key = "diagnostic-probe";
  try {
    localStorage.setItem(key, key);
    const kept = localStorage.getItem(key) === key;
    localStorage.removeItem(key);
    return kept && navigator.cookieEnabled;
  } catch {
    return false;
  }
}

/** Checks that this browser can store a session, and holds one. */
export async function checkSession(): Promise<Issues> {
  const issues: Issues = [];
  if (!storageWorks()) issues.push(...issue(DIAGNOSTICS.storageRestricted));
  if (!hasStoredSession()) issues.push(...issue(DIAGNOSTICS.noToken));
  try {
    const { data, error } = await (await getSupabase()).auth.getSession();
    if (error) throw error;
    if (!data.session) return [...issues, ...issue(DIAGNOSTICS.noSession)];
    record("info", "session found", {
      expiresAt: data.session.expires_at ?? null,
      secondFactor: awaitsSecondFactor(data.session),
    });
  } catch (error) {
    record("error", "session could not be read", errorLogData(error));
    issues.push(...issue(DIAGNOSTICS.noSession));
  }
  return issues;
}

/** Signs in with a separate client, without touching this page's session, and out again. */
export async function testLogin({ email, password }: Credentials): Promise<Issues> {
  if (!email.trim() || !password) return issue(LOGIN.credentialsMissing);
  try {
    const { auth } = await createEphemeralClient();
    const { data, error } = await auth.signInWithPassword({ email: email.trim(), password });
    if (error) throw error;
    record("info", "test login accepted", { secondFactor: awaitsSecondFactor(data.session) });
    await auth.signOut({ scope: "local" });
    return [];
  } catch (error) {
    record("error", "test login failed", errorLogData(error));
    return issue(DIAGNOSTICS.loginFailed, errorCode(error) ?? undefined);
  }
}

/** Requests a one-time code with user creation off. The service's answer does not reveal whether the account exists. */
async function requestCode(email: string): Promise<Issues> {
  if (!hasEmailShape(email)) return issue(SIGN_UP.helperInvalidEmail);
  try {
    const { error } = await (await createEphemeralClient()).auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    if (error) throw error;
    record("info", `${SIGN_UP.userExists}, or not: the service answers the same, and mails a code if so`);
  } catch (error) {
    record("error", "no one-time code could be asked for", errorLogData(error));
  }
  return [];
}

/** All checks except the sign-in. If an address was typed and has an account, a code is mailed there. */
export async function fullDiagnostic({ email }: Credentials): Promise<Issues> {
  const issues = [...(await testConnection()), ...(await checkSession())];
  if (email.trim()) issues.push(...(await requestCode(email.trim())));
  record(issues.length > 0 ? "warn" : "info", "full diagnostic done", { issues: issues.length });
  return issues;
}
