import { useEffect, useState } from "react";
import { getSupabase } from "../../lib/supabase.ts";

/** Whether the link of a reset mail still works; null if that can't be told. Asking does not use it up. */
async function isOpen(tokenHash: string): Promise<boolean | null> {
  try {
    const { data } = await (await getSupabase()).rpc("reset_link_is_open", { p_token_hash: tokenHash });
    return typeof data === "boolean" ? data : null;
  } catch {
    return null;
  }
}

/**
 * Asks once for each link whether it still works; null until that is known. Not a query: the page uses the link itself, and an answer that was
 * fetched again afterwards would call it used.
 */
export function useResetLinkIsOpen(tokenHash: string | null): boolean | null {
  const [answer, setAnswer] = useState<{ tokenHash: string; open: boolean | null } | null>(null);
  useEffect(() => {
    if (!tokenHash) return;
    let left = false;
    void isOpen(tokenHash).then((open) => left || setAnswer({ tokenHash, open }));
    return () => {
      left = true;
    };
  }, [tokenHash]);
  return answer?.tokenHash === tokenHash ? answer.open : null;
}
