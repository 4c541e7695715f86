const MAX_ENTRIES = 50;

/** Codes, numbers and flags. Never a secret, an address or anything a person typed. */
export type LogData = Record<string, string | number | boolean | null>;

/** One line of the diagnostic log (docs/product.md#diagnostics). */
export interface DiagnosticEntry {
  /** ISO 8601. */
  timestamp: string;
  /** Identifies one page load; not the auth session. */
  sessionId: string;
  level: "info" | "warn" | "error";
  message: string;
  data: LogData;
}

// Not randomUUID(), which needs a secure context: diagnostics must work on a misconfigured site too.
export const DIAGNOSTIC_SESSION_ID = Math.random().toString(36).slice(2, 12).padEnd(10, "0");

let entries: readonly DiagnosticEntry[] = [];
const listeners = new Set<() => void>();

/** Adds a line; the last 50 are kept, in memory only. */
export function record(level: DiagnosticEntry["level"], message: string, data: LogData = {}): void {
  const entry = { timestamp: new Date().toISOString(), sessionId: DIAGNOSTIC_SESSION_ID, level, message, data };
  entries = [...entries, entry].slice(-MAX_ENTRIES);
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const diagnosticLog = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): readonly DiagnosticEntry[] => entries,
};
