import pg from "pg";
import { BoundedClient } from "./bounded-client.ts";
import { ConnectionWatch, type WatchTimes } from "./connection-watch.ts";

export interface Notifications {
  /** Calls `listener` with the payload of each notification on `channel`; returns the function that stops it. */
  on(channel: string, listener: (payload: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * Opens one connection for LISTEN and reconnects when it breaks. Notifications are lost while it is down, so callers have to poll as well.
 */
export async function listen(
  connectionString: string,
  channels: readonly string[],
  onError: (error: Error) => void,
  watchTimes?: WatchTimes,
): Promise<Notifications> {
  const config = { connectionString, application_name: "lampstand-listen", connectionTimeoutMillis: 10_000 };
  const watch = new ConnectionWatch(config, watchTimes);
  const listeners = new Map<string, Set<(payload: string) => void>>(channels.map((channel) => [channel, new Set()]));
  let client: pg.Client | null = null;
  let renewal: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new BoundedClient(config);
    next.on("error", (error) => lost(next, error));
    next.on("notification", (message) => {
      for (const listener of listeners.get(message.channel) ?? []) listener(message.payload ?? "");
    });
    try {
      await next.connect();
      await watch.add(next, { inUse: true });
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => {});
      throw error;
    }
    client = next;
    if (closed) await next.end();
  };
  const renewIn = (milliseconds: number): void => {
    if (closed) return;
    renewal = setTimeout(() => {
      connect().catch((error: Error) => {
        onError(error);
        renewIn(5000);
      });
    }, milliseconds);
  };
  // `pg` reports one loss twice: as an error and as the end of the connection.
  const lost = (which: pg.Client, error: Error): void => {
    if (client !== which) return;
    client = null;
    onError(error);
    renewIn(500);
  };

  try {
    await connect();
  } catch (error) {
    watch.close();
    throw error;
  }
  return {
    on(channel, listener) {
      const set = listeners.get(channel);
      if (!set) throw new Error(`not listening to ${channel}`);
      set.add(listener);
      return () => void set.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(renewal);
      watch.close();
      await client?.end();
    },
  };
}
