import type { FastifyRequest } from "fastify";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Disclosure } from "../../shared/disclosure.ts";
import type { EndpointLimit } from "../../shared/endpoints/endpoint.ts";
import type { Claims, Database, Notifications } from "@lampstand/database";
import type { LinkTokens } from "../giving/link-token.ts";
import type { Payments } from "../vendors/payments/payments.ts";

/** Structured log; never topics, sermon texts, tokens or addresses. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the product's functions and jobs are given by the composition root. */
export interface FunctionContext {
  db: Database;
  notifications: Notifications;
  /** The official client with the service key over an in-process fetch: files and auth administration go through it. */
  supabase: SupabaseClient;
  payments: Payments;
  /** Somebody is typing a topic: lets the voice start, if this process is one that speaks. */
  prepareVoice(): void;
  /** Who gets what people write; null when it stays on this machine. */
  disclosure: Disclosure | null;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Makes the secret part of the addresses under which sermons are given away. */
  linkTokens: LinkTokens;
  log: Log;
  /** Notes in the trail what a person did with their account; of a download they are told by mail as well. */
  audit(action: "account_closed" | "data_downloaded", userId: string, request: FastifyRequest): Promise<void>;
  /**
   * Counts a call of `name` against what its address, or everybody, may ask for. 0: it is within that; else the seconds after which there is
   * something left.
   */
  secondsOverLimits(limits: readonly EndpointLimit[], name: string, request: FastifyRequest): Promise<number>;
  /** Aborts when the process has drained for as long as it may: whoever still waits for a long answer gives up and says so. */
  stopping: AbortSignal;
  /**
   * The verified claims of the request. Throws a `FunctionError`: 401 for a missing or bad token, 403 `insufficient_aal` for the
   * token of somebody with a second factor who has not shown it.
   */
  callerOf(request: FastifyRequest): Promise<Claims>;
  /** The same of a request whose session may have ended, or lacks its second factor: for what visitors may ask as well. */
  visitorOf(request: FastifyRequest): Promise<Claims>;
  /** Throws a `FunctionError` 403 `reauthentication_needed` unless somebody at this session has proved of late who they are. */
  requireRecentProof(caller: Claims): Promise<void>;
}
