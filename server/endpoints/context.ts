import type { FastifyReply, FastifyRequest } from "fastify";
import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { Disclosure } from "../../shared/disclosure.ts";
import type { Claims, Database, Notifications } from "@lampstand/database";
import type { Payments } from "../vendors/payments/payments.ts";
import { errors } from "./errors.ts";

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
  /** Who gets what people write; null when it stays on this machine. */
  disclosure: Disclosure | null;
  /** Without a trailing slash. */
  publicUrl: string;
  log: Log;
  /** Notes in the trail what a person did with their account; of a download they are told by mail as well. */
  audit(action: "account_closed" | "data_downloaded", userId: string, request: FastifyRequest): Promise<void>;
  /** Counts a call of `name` against what its address, or everybody, may ask for; false: there is nothing left. */
  withinLimits(limits: readonly FunctionLimit[], name: string, request: FastifyRequest): Promise<boolean>;
  /** Aborts when the process drains: whoever waits for a long answer gives up and says so. */
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

/** The limits of auth's counter that functions use (packages/supabase-server/auth/limits.ts). */
export type FunctionLimit = "addressFunction" | "addressMessage" | "projectMessage";

/** Answers one server function. What it returns is sent as JSON; it throws `FunctionError` to refuse. */
export type FunctionHandler = (context: FunctionContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The signed-in user's id. A body that names a user must name this one. Throws a `FunctionError`. */
export function requireUser(caller: Claims, bodyUserId?: string): string {
  if (caller.role !== "authenticated" || !caller.sub) throw errors.signInRequired();
  if (bodyUserId !== undefined && bodyUserId !== caller.sub) throw errors.userMismatch();
  return caller.sub;
}

/** Parses a request body; throws a `FunctionError` 400 that names the first wrong field, never its value. */
export function parseBody<S extends z.core.$ZodType>(schema: S, body: unknown): z.output<S> {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw errors.badBody(`${issue?.path.join(".") || "body"} ${issue?.code ?? "invalid"}`);
}
