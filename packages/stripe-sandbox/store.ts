import type pg from "pg";
import { SandboxError } from "./error.ts";
import type { CardHolder, Challenge, DeclineCode } from "./objects/card.ts";
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

/** State stored with an object that is not part of API responses. */
export interface Hidden {
  "checkout.session": {
    order: CheckoutOrder;
    /** The card that waits for 3-D Secure. */
    challenged?: CardHolder & { number: string };
    /** The last card entry and its errors. */
    refused?: CardEntry;
  };
  /** How charges of the card end. */
  payment_method: { later: "ok" | DeclineCode; challenge?: Challenge; disputed?: boolean };
  /** Declines the next automatic charge with this code, whatever the card. */
  subscription: { failNext?: DeclineCode };
  /** Number of automatic retries so far. */
  invoice: { retries?: number };
  /** Real time, Unix seconds. */
  "billing_portal.session": { expiresAt: number };
}

export interface Page {
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  /** Bounds of `created`, inclusive, Unix seconds. */
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  /** For events: their types, with `*` as wildcard. */
  types?: readonly string[] | undefined;
}

/**
 * A transaction on the sandbox's objects, at a time of one timeline: that of a test clock, of one customer whose time was advanced in the control
 * panel, or real time.
 */
export interface Ledger {
  /** The time, in Unix seconds; constant within the transaction. */
  readonly now: number;
  /** Id of the timeline's test clock or customer; null for real time. New objects belong to this timeline. */
  readonly timeline: string | null;
  /** The same transaction at another time. */
  at(now: number): Ledger;
  /** The same transaction in the timeline of the object with this id. */
  on(id: string | null): Promise<Ledger>;
  readonly query: pg.ClientBase["query"];
  find<K extends Kind>(kind: K, id: string): Promise<ObjectsByKind[K] | null>;
  /** Throws an internal error if it does not exist: for references between the sandbox's own objects. */
  get<K extends Kind>(kind: K, id: string | null): Promise<ObjectsByKind[K]>;
  /** Newest first. `where` is matched by JSON containment. */
  list<K extends Kind>(kind: K, where?: object, page?: Page): Promise<{ data: ObjectsByKind[K][]; hasMore: boolean }>;
  /** Inserts or updates an object. `dueAt`: time of its next scheduled event. */
  put(object: SandboxObject, options?: { dueAt?: number | null; hidden?: Hidden[keyof Hidden] }): Promise<void>;
  hidden<K extends keyof Hidden>(kind: K, id: string): Promise<Hidden[K]>;
  /** Replaces the object by `{ id, object, deleted: true }`, which only `removed` returns. */
  remove(object: { id: string; object: string }): Promise<Removed>;
  removed(id: string): Promise<Removed | null>;
  /** Records an event and queues its delivery, which starts after the commit. */
  emit(type: EventType, object: SandboxObject | Removed, previous?: object | null): Promise<void>;
  /** Runs `work` at the end of the transaction, in the order of registration. */
  afterwards(work: () => Promise<unknown>): void;
  /** Runs `work` in a savepoint: if it throws, only its changes are rolled back. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

export interface Removed {
  id: string;
  object: string;
  deleted: true;
}

export interface Store {
  read<T>(work: (ledger: Ledger) => Promise<T>): Promise<T>;
  /**
   * Runs `work` after all other writes have ended, so that it needs no locks. Of two requests with the same idempotency key the second does
   * not wait: it is refused with Stripe's 409.
   */
  write<T>(work: (ledger: Ledger) => Promise<T>, options?: { request: SandboxEvent["request"]; key: string | null }): Promise<T>;
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
    lock: { key: string | null } | null,
    request: SandboxEvent["request"],
    work: (ledger: Ledger) => Promise<T>,
  ): Promise<T> {
    const client = await options.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(`begin; set local search_path = ${client.escapeIdentifier(options.schema)}`);
      if (lock?.key) await holdKey(client, `sandbox:${options.schema}:${lock.key}`);
      if (lock) await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sandbox:${options.schema}`]);
      const wall = Math.floor(options.now().getTime() / 1000);
      const transaction: Transaction = { client, request, wall, events: 0, afterwards: [] };
      const result = await work(ledgerOn(transaction, wall, null));
      for (const each of transaction.afterwards) await each();
      await client.query("commit");
      if (transaction.events > 0) options.onEvents();
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
  // Writes of this process wait here for each other, without holding a connection; for those of other processes, at the advisory lock.
  let last: Promise<unknown> = Promise.resolve();
  const keysInUse = new Set<string>();
  return {
    read: (work) => transact(null, null, work),
    async write(work, { request, key } = { request: null, key: null }) {
      if (key !== null && keysInUse.has(key)) throw keyInUse();
      if (key !== null) keysInUse.add(key);
      const mine = last.then(() => transact({ key }, request, work));
      last = mine.catch(() => {});
      try {
        return await mine;
      } finally {
        if (key !== null) keysInUse.delete(key);
      }
    },
  };
}

function keyInUse(): SandboxError {
  return new SandboxError(409, "Another request with this idempotency key is still in progress. Try again when it has ended.", {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
  });
}

async function holdKey(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free", [
    name,
  ]);
  if (!rows[0]?.free) throw keyInUse();
}

interface Transaction {
  client: pg.PoolClient;
  request: SandboxEvent["request"];
  /** Real time, Unix seconds. */
  wall: number;
  events: number;
  afterwards: (() => Promise<unknown>)[];
}

function ledgerOn(transaction: Transaction, now: number, timeline: string | null): Ledger {
  const { client } = transaction;
  const ledger: Ledger = {
    now,
    timeline,
    query: client.query.bind(client),

    at: (other) => ledgerOn(transaction, other, timeline),

    async on(id) {
      const { rows } = await client.query<{ timeline: string | null; frozen_at: number | null; ahead: number }>(
        `select o.timeline, t.frozen_at::float8, coalesce(t.ahead, 0)::float8 as ahead
         from objects o left join timelines t on t.id = o.timeline where o.id = $1`,
        [id],
      );
      const [row] = rows;
      return row ? ledgerOn(transaction, row.frozen_at ?? transaction.wall + row.ahead, row.timeline) : ledger;
    },

    async find<K extends Kind>(kind: K, id: string) {
      const { rows } = await client.query<{ body: ObjectsByKind[K] }>("select body from objects where id = $1 and kind = $2", [
        id,
        kind,
      ]);
      return rows[0]?.body ?? null;
    },

    async get<K extends Kind>(kind: K, id: string | null) {
      const object = await ledger.find(kind, id ?? "");
      if (!object) throw new Error(`the sandbox has no ${kind} ${id}`);
      return object;
    },

    async list<K extends Kind>(kind: K, where: object = {}, page: Page = { limit: 100 }) {
      const backwards = page.endingBefore !== undefined;
      const { rows } = await client.query<{ body: ObjectsByKind[K] }>(
        `select body from objects
         where kind = $1 and body @> $2
           and ($3::text is null or seq < (select seq from objects where id = $3))
           and ($4::text is null or seq > (select seq from objects where id = $4))
           and ($6::bigint is null or (body ->> 'created')::bigint >= $6)
           and ($7::bigint is null or (body ->> 'created')::bigint <= $7)
           and ($8::text[] is null or body ->> 'type' like any ($8))
         order by case when $4::text is null then -seq else seq end limit $5`,
        [
          kind,
          where,
          page.startingAfter ?? null,
          page.endingBefore ?? null,
          page.limit + 1,
          page.createdFrom ?? null,
          page.createdTo ?? null,
          page.types?.map((type) => type.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%")) ?? null,
        ],
      );
      const data = rows.slice(0, page.limit).map((row) => row.body);
      return { data: backwards ? data.toReversed() : data, hasMore: rows.length > page.limit };
    },

    async put(object, { dueAt = null, hidden } = {}) {
      const ownsTimeline = object.object === "customer" || object.object === "test_helpers.test_clock";
      await client.query(
        `insert into objects (id, kind, body, due_at, hidden, timeline) values ($1, $2, $3, $4, coalesce($5, '{}'::jsonb), $6)
         on conflict (id) do update set body = excluded.body, due_at = excluded.due_at, hidden = coalesce($5, objects.hidden)`,
        [object.id, object.object, object, dueAt, hidden ?? null, timeline ?? (ownsTimeline ? object.id : null)],
      );
    },

    async hidden<K extends keyof Hidden>(kind: K, id: string) {
      const { rows } = await client.query<{ hidden: Hidden[K] }>("select hidden from objects where id = $1 and kind = $2", [
        id,
        kind,
      ]);
      if (!rows[0]) throw new Error(`the sandbox has no ${kind} ${id}`);
      return rows[0].hidden;
    },

    async remove({ id, object }) {
      const left: Removed = { id, object, deleted: true };
      await client.query("update objects set kind = 'removed', body = $2, hidden = '{}', due_at = null where id = $1", [
        id,
        left,
      ]);
      return left;
    },

    async removed(id) {
      const { rows } = await client.query<{ body: Removed }>("select body from objects where id = $1 and kind = 'removed'", [id]);
      return rows[0]?.body ?? null;
    },

    async emit(type, object, previous) {
      transaction.events++;
      const event: SandboxEvent = {
        id: newId("evt"),
        object: "event",
        api_version: API_VERSION,
        created: now,
        data: { object, ...(previous ? { previous_attributes: previous } : {}) },
        livemode: false,
        pending_webhooks: 1,
        request: transaction.request,
        type,
      };
      await ledger.put(event);
      await client.query("insert into deliveries (event_id) values ($1)", [event.id]);
    },

    afterwards: (work) => void transaction.afterwards.push(work),

    async attempt(work) {
      const { events, afterwards } = transaction;
      transaction.afterwards = [...afterwards];
      await client.query("savepoint attempt");
      try {
        return await work();
      } catch (error) {
        await client.query("rollback to savepoint attempt");
        Object.assign(transaction, { events, afterwards });
        throw error;
      }
    },
  };
  return ledger;
}
