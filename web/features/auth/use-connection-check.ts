import { useCallback, useEffect, useRef, useState } from "react";
import { CONNECTION } from "../../../shared/messages/auth.ts";
import { toast } from "../../ui/toast.tsx";
import { useAuth } from "./auth-context.tsx";
import { checkHealth, HEALTH_RETRIES, healthDelay, probeHealthTable } from "./health.ts";
import { describeOutage } from "./sign-in.ts";
import { wait } from "../../lib/wait.ts";

export interface Connection {
  down: boolean;
  /** Shown to the person; null after the first failure, which is often the only one. */
  message: string | null;
  /** Starts over, counting from zero. */
  retry: () => void;
  /** Reports another problem of the installation, such as a wrong API key. */
  reportDown: (message: string) => void;
}

const HEALTHY = { down: false, message: null };

/** The login page's health check (docs/product.md#connection-check): on load, then retried with growing delays until it gives up. */
export function useConnectionCheck(): Connection {
  const { retry: retryAuth } = useAuth();
  const [state, setState] = useState<Pick<Connection, "down" | "message">>(HEALTHY);
  const running = useRef<AbortController | null>(null);

  const start = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    async function check() {
      for (let failures = 1; ; failures += 1) {
        const health = await checkHealth();
        if (signal.aborted) return;
        if (health.healthy) {
          setState(HEALTHY);
          // A stored session that could not be read at startup can be read now.
          return retryAuth();
        }
        if (failures > HEALTH_RETRIES) {
          setState({ down: true, message: CONNECTION.exhausted });
          // If the database answers, the network works.
          const outage = describeOutage({ ...health, offline: !(await probeHealthTable()) });
          if (!signal.aborted) toast({ ...outage, variant: "destructive" });
          return;
        }
        const delay = healthDelay(failures);
        setState({ down: true, message: failures > 1 ? CONNECTION.retrying(failures, delay / 1_000) : null });
        await wait(delay, signal);
        if (signal.aborted) return;
      }
    }
    void check();
  }, [retryAuth]);

  useEffect(() => {
    start();
    return () => running.current?.abort();
  }, [start]);

  const reportDown = useCallback((message: string) => setState({ down: true, message }), []);
  return { ...state, retry: start, reportDown };
}
