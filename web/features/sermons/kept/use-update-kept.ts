import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { hasKept } from "../../../lib/kept.ts";
import { whenIdle } from "../../../lib/when-idle.ts";

/**
 * Brings what is kept up to date: when the app is opened, when the network is back, and when a sermon is opened, which may be one that has
 * just been made. For somebody who keeps nothing it does nothing.
 */
export function useUpdateKept(userId: string): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const opened = pathname.startsWith("/sermon/") ? pathname : null;
  useEffect(() => {
    const update = async () => {
      await whenIdle();
      if (!(await hasKept(userId))) return;
      const kept = await import("./keeping.ts").catch(() => null);
      await kept?.updateKept(client, userId);
    };
    const onOnline = () => void update();
    onOnline();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, [client, userId, opened]);
}
