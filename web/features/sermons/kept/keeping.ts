import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { KEPT } from "../../../../shared/messages/kept.ts";
import { isOnline } from "../../../lib/online.ts";
import { toast } from "../../../ui/toast.tsx";
import { findKept } from "./kept-files.ts";
import { keptQuery } from "./kept-sermon.ts";
import { isQuotaExceeded } from "./quota.ts";

/** How much of each sermon that is being kept is there, in percent. It goes on when its page is left. */
const percents = new Map<string, number>();
const listeners = new Set<() => void>();

function setPercent(id: string, percent: number | null): void {
  if (percent === null) percents.delete(id);
  else percents.set(id, percent);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null if it is not being kept just now. */
export const useKeeping = (id: string): number | null => useSyncExternalStore(subscribe, () => percents.get(id) ?? null);

/** The code that changes what is kept comes with the first change. */
const loadChanges = () => import("./change-kept.ts");

/** Keeps a sermon, and says in a message how it ended. */
export async function keep(client: QueryClient, userId: string, id: string): Promise<void> {
  if (percents.has(id)) return;
  setPercent(id, 0);
  try {
    const { keepSermon } = await loadChanges();
    await keepSermon(userId, id, (part) => setPercent(id, Math.floor(part * 100)));
    toast({ title: KEPT.isKept });
  } catch (error) {
    const [title, description] = isQuotaExceeded(error) ? [KEPT.full, KEPT.fullDetails] : [KEPT.failed, KEPT.failedDetails];
    toast({ title, description, variant: "destructive" });
  } finally {
    setPercent(id, null);
    await client.invalidateQueries(keptQuery(userId));
  }
}

/** Brings what is kept up to date with the server. Does nothing for somebody who keeps nothing. Never rejects. */
export async function updateKept(client: QueryClient, userId: string): Promise<void> {
  try {
    if (!isOnline() || !(await findKept())) return;
    const changes = await loadChanges();
    await changes.updateKept(userId);
    await client.invalidateQueries(keptQuery(userId));
  } catch {
    // No answer, or signed out meanwhile: the next time does what is left.
  }
}

/** Takes sermons off this device. */
export async function takeOff(client: QueryClient, userId: string, ids: readonly string[]): Promise<void> {
  const changes = await loadChanges();
  await changes.takeOff(userId, ids);
  await client.invalidateQueries(keptQuery(userId));
}
