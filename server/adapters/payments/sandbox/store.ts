import type pg from "pg";
import type { CardHolder, DeclineCode } from "./objects/card.ts";
import type { CheckoutOrder } from "./objects/checkout-session.ts";
import { newId } from "./objects/id.ts";
import type { CardEntry } from "./pages/card-form.ts";
import {
  API_VERSION,
  type EventType,
  type Kind,
  type ObjectsByKind,
  type SandboxEvent,
  type SandboxObject,
} from "./objects/wire.ts";

/** What is kept with an object and never sent. */
export interface Hidden {
  "checkout.session": {
    order: CheckoutOrder;
    /** The card that waits for its holder's authentication. */
    challenged?: CardHolder & { number: string };
    /** What was wrong with the card that was typed last. */
    refused?: CardEntry;
  };
  payment_method: { later: "ok" | DeclineCode };
}

export interface Page {
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

/** One transaction on the sandbox's objects. */
export interface Ledger {
  /** Unix seconds; the same throughout the transaction. */
  readonly now: number;
  readonly query: pg.ClientBase["query"];
  find<K extends Kind>(kind: K, id: string): Promise<ObjectsByKind[K] | null>;
  /** Newest first. The object must contain what `where` defines. */
  list<K extends Kind>(kind: K, where?: object, page?: Page): Promise<{ data: ObjectsByKind[K][]; hasMore: boolean }>;
  /** Stores a new object or its new state. `dueAt`: when time changes it next. */
  put(object: SandboxObject, options?: { dueAt?: number | null; hidden?: Hidden[keyof Hidden] }): Promise<void>;
  hidden<K extends keyof Hidden>(kind: K, id: string): Promise<Hidden[K]>;
  /** Records an event and queues its delivery, to be made once the transaction is committed. */
  emit(type: EventType, object: SandboxObject, previous?: object): Promise<void>;
}

export interface Store {
  read<T>(work: (ledger: Ledger) => Promise<T>): Promise<T>;
  /** One at a time, so that no state machine has to fear another. */
  write<T>(work: (ledger: Ledger) => Promise<T>, request?: SandboxEvent["request"]): Promise<T>;
}

interface StoreOptions {
  pool: pg.Pool;
  schema: string;
  now: () => Date;
  /** Called after a transaction that recorded events was committed. */
  onEvents: () => void;
}

export function createStore(options: StoreOptions): Store {
  async function transact<T>(
    writes: boolean,
    request: SandboxEvent["request"],
    work: (ledger: Ledger) => Promise<T>,
  ): Promise<T> {
    const client = await options.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(`begin; set local search_path = ${client.escapeIdentifier(options.schema)}`);
      if (writes) await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sandbox:${options.schema}`]);
      const events = { count: 0 };
      const result = await work(ledgerOn(client, Math.floor(options.now().getTime() / 1000), request, events));
      await client.query("commit");
      if (events.count > 0) options.onEvents();
      return result;
    } catch (error) {
      await client.query("rollback").catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
  return {
    read: (work) => transact(false, null, work),
    write: (work, request = null) => transact(true, request, work),
  };
}

function ledgerOn(client: pg.PoolClient, now: number, request: SandboxEvent["request"], events: { count: number }): Ledger {
  const ledger: Ledger = {
    now,
    query: client.query.bind(client),

    async find<K extends Kind>(kind: K, id: string) {
      const { rows } = await client.query<{ body: ObjectsByKind[K] }>("select body from objects where id = $1 and kind = $2", [
        id,
        kind,
      ]);
      return rows[0]?.body ?? null;
    },

    async list<K extends Kind>(kind: K, where: object = {}, page: Page = { limit: 100 }) {
      const backwards = page.endingBefore !== undefined;
      const { rows } = await client.query<{ body: ObjectsByKind[K] }>(
        `select body from objects
         where kind = $1 and body @> $2
           and ($3::text is null or seq < (select seq from objects where id = $3))
           and ($4::text is null or seq > (select seq from objects where id = $4))
         order by case when $4::text is null then -seq else seq end limit $5`,
        [kind, where, page.startingAfter ?? null, page.endingBefore ?? null, page.limit + 1],
      );
      const data = rows.slice(0, page.limit).map((row) => row.body);
      return { data: backwards ? data.toReversed() : data, hasMore: rows.length > page.limit };
    },

    async put(object, { dueAt = null, hidden } = {}) {
      await client.query(
        `insert into objects (id, kind, body, due_at, hidden) values ($1, $2, $3, $4, coalesce($5, '{}'::jsonb))
         on conflict (id) do update set body = excluded.body, due_at = excluded.due_at, hidden = coalesce($5, objects.hidden)`,
        [object.id, object.object, object, dueAt, hidden ?? null],
      );
    },

    async hidden<K extends keyof Hidden>(kind: K, id: string) {
      const { rows } = await client.query<{ hidden: Hidden[K] }>("select hidden from objects where id = $1 and kind = $2", [
        id,
        kind,
      ]);
      if (!rows[0]) throw new Error(`no ${kind} ${id}`);
      return rows[0].hidden;
    },

    async emit(type, object, previous) {
      events.count++;
      const event: SandboxEvent = {
        id: newId("evt"),
        object: "event",
        api_version: API_VERSION,
        created: now,
        data: { object, ...(previous ? { previous_attributes: previous } : {}) },
        livemode: false,
        pending_webhooks: 1,
        request,
        type,
      };
      await ledger.put(event);
      await client.query("insert into deliveries (event_id) values ($1)", [event.id]);
    },
  };
  return ledger;
}
