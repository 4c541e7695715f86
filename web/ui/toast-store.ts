import type { ReactNode } from "react";

export interface ToastMessage {
  title: ReactNode;
  description?: ReactNode;
  variant?: "default" | "destructive";
  /** One thing that can be done about it. */
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

/** Shows a message; callable from anywhere. One that still stands there begins anew in place of standing there twice. */
export function toast(message: ToastMessage): void {
  const others = shown.filter(({ title, description }) => title !== message.title || description !== message.description);
  change([...others, { ...message, id: ++lastId }]);
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
