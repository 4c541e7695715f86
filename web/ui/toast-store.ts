import type { ReactNode } from "react";

export interface ToastMessage {
  title: ReactNode;
  description?: ReactNode;
  variant?: "default" | "destructive";
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

/** Shows a toast; callable from anywhere. An equal toast that is still shown is replaced in its place, so its timer restarts. */
export function toast(message: ToastMessage): void {
  const next = { ...message, id: ++lastId };
  const equal = shown.findIndex(({ title, description }) => title === message.title && description === message.description);
  change(equal < 0 ? [...shown, next] : shown.with(equal, next));
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
