import type { ReactNode } from "react";
import { OFFLINE } from "../../shared/messages/offline.ts";
import { isOnline } from "../lib/online.ts";

export interface ToastMessage {
  title: ReactNode;
  description?: ReactNode;
  variant?: "default" | "destructive";
  /** A failure that has nothing to do with the network, and is told also while there is none. */
  local?: boolean;
  /** What it is about: two messages of equal words about different things stand beside each other. */
  about?: string;
  /** How long it is shown, if not as long as others. */
  durationMs?: number;
  /** An optional button. */
  action?: { label: string; onClick: () => void };
}
export interface ShownToast extends ToastMessage {
  id: number;
}

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Whatever fails without a network fails for want of it, and is told in these words (docs/product.md#offline). */
const NEEDS_NETWORK: ToastMessage = { title: OFFLINE.title, description: OFFLINE.action, variant: "destructive" };

/** Shows a toast; callable from anywhere. An equal toast that is still shown is replaced in its place, so its timer restarts. */
export function toast(given: ToastMessage): void {
  const isForWantOfNetwork = given.variant === "destructive" && !given.local && !isOnline();
  const message = isForWantOfNetwork ? NEEDS_NETWORK : given;
  const next = { ...message, id: ++lastId };
  const equal = shown.findIndex(
    ({ title, description, about }) => title === message.title && description === message.description && about === message.about,
  );
  change(equal < 0 ? [...shown, next] : shown.with(equal, next));
}

/** Closes what was said about this. */
export function closeToasts(about: string): void {
  if (shown.some((entry) => entry.about === about)) change(shown.filter((entry) => entry.about !== about));
}

export function removeToast(id: number): void {
  if (shown.some((entry) => entry.id === id)) change(shown.filter((entry) => entry.id !== id));
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): readonly ShownToast[] => shown,
};
