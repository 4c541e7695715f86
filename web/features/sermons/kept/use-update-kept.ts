import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { hasKept } from "../../../lib/kept.ts";
import { whenIdle } from "../../../lib/when-idle.ts";

const isSermonPage = (pathname: string): boolean => pathname.startsWith("/sermon/");

/** Its code is loaded by those who keep something. */
async function update(client: QueryClient, userId: string): Promise<void> {
  await whenIdle();
  if (!(await hasKept(userId))) return;
  const keeping = await import("./keeping.ts").catch(() => null);
  await keeping?.updateKept(client, userId);
}

/**
 * Brings what is kept up to date: when the app is opened, when the network is back, and when a sermon is opened, which may be one that has
 * just been made. For somebody who keeps nothing it does nothing.
 */
export function useUpdateKept(userId: string): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const opened = isSermonPage(pathname) ? pathname : null;
  useEffect(() => {
    const onOnline = () => void update(client, userId);
    // A sermon that the app is opened with is seen to below.
    if (!isSermonPage(location.pathname)) onOnline();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, [client, userId]);
  useEffect(() => {
    if (opened !== null) void update(client, userId);
  }, [client, userId, opened]);
}
