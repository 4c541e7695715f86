import { useQuery } from "@tanstack/react-query";
import { ADMIN_PAGES_KEY } from "../../lib/stored-session.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { isAssignedAdmin } from "./admin-role.ts";

function isRemembered(userId: string): boolean {
  try {
    return localStorage.getItem(ADMIN_PAGES_KEY) === userId;
  } catch {
    return false;
  }
}

function remember(userId: string, hasPages: boolean): void {
  try {
    if (hasPages) localStorage.setItem(ADMIN_PAGES_KEY, userId);
    else localStorage.removeItem(ADMIN_PAGES_KEY);
  } catch {
    // Storage is unavailable (private window): it is asked again on the next page.
  }
}

/**
 * Whether to show the user the link to the admin pages: also without a second factor, which those pages then ask for. Asked once for
 * each document, by the first menu that opens, and remembered in this browser for administrators only.
 */
export function useHasAdminPages(userId: string | undefined): boolean {
  const { data } = useQuery({
    queryKey: ["has-admin-pages", userId],
    queryFn: async () => {
      if (userId === undefined) return false;
      const hasPages = await isAssignedAdmin(await getSupabase(), userId);
      remember(userId, hasPages);
      return hasPages;
    },
    enabled: userId !== undefined,
    placeholderData: () => (userId !== undefined && isRemembered(userId) ? true : undefined),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return data === true;
}
