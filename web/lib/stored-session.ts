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
