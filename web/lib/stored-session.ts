// Used by the scripts of the public pages, which are inlined into their HTML: keep it small and without imports.

/** Storage key: the id of the user who has admin pages, so that every menu shows the link to them at once. */
export const ADMIN_PAGES_KEY = "admin-pages";

/** The JSON of the session that supabase-js keeps under "sb-<first label of the host>-auth-token" (its default storage key). */
export function readStoredSession(): string | null {
  try {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name));
    return key === undefined ? null : localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What the stored session knows of its member; empty where it knows nothing, or nobody is signed in. */
export function readStoredMember(): { name: string; email: string } {
  try {
    const session: unknown = JSON.parse(readStoredSession() ?? "null");
    const { user } = (session ?? {}) as { user?: { email?: unknown; user_metadata?: { full_name?: unknown } } };
    return { name: text(user?.user_metadata?.full_name), email: text(user?.email) };
  } catch {
    return { name: "", email: "" };
  }
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
