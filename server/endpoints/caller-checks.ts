import type { FastifyRequest } from "fastify";
import type { Claims } from "@lampstand/database";
import type { FunctionContext } from "./context.ts";
import { errors } from "./errors.ts";

type CallerChecks = Pick<FunctionContext, "visitorOf" | "callerOf" | "requireRecentProof">;

/** What the dialect knows of a caller (`SupabaseServer`). */
interface Dialect {
  readCaller(request: FastifyRequest): Promise<Claims>;
  checkSession(caller: Claims): Promise<"good" | "session_ended" | "second_factor_missing">;
  hasRecentProof(caller: Claims): Promise<boolean>;
}

/** The same with the functions' own errors. */
export function callerChecks(dialect: Dialect): CallerChecks {
  const visitorOf: CallerChecks["visitorOf"] = async (request) => {
    if (!request.headers.authorization && !request.headers.apikey) throw errors.missingAuthorization();
    return dialect.readCaller(request).catch(() => {
      throw errors.invalidToken();
    });
  };
  return {
    visitorOf,
    callerOf: async (request) => {
      const caller = await visitorOf(request);
      const validity = await dialect.checkSession(caller);
      if (validity === "session_ended") throw errors.sessionEnded();
      if (validity === "second_factor_missing") throw errors.secondFactorRequired();
      return caller;
    },
    requireRecentProof: async (caller) => {
      if (!(await dialect.hasRecentProof(caller))) throw errors.reauthenticationNeeded();
    },
  };
}
