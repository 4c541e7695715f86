import type { SupabaseServer } from "@lampstand/supabase-server";
import type { FunctionContext } from "./context.ts";
import { errors } from "./errors.ts";

type CallerChecks = Pick<FunctionContext, "visitorOf" | "callerOf" | "requireRecentProof">;

/** What the dialect knows of a request's caller, with the functions' own errors. */
export function callerChecks(platform: Pick<SupabaseServer, "readCaller" | "checkSession" | "hasRecentProof">): CallerChecks {
  const visitorOf: CallerChecks["visitorOf"] = async (request) => {
    if (!request.headers.authorization && !request.headers.apikey) throw errors.missingAuthorization();
    return platform.readCaller(request).catch(() => {
      throw errors.invalidToken();
    });
  };
  return {
    visitorOf,
    callerOf: async (request) => {
      const caller = await visitorOf(request);
      const validity = await platform.checkSession(caller);
      if (validity === "session_ended") throw errors.sessionEnded();
      if (validity === "second_factor_missing") throw errors.secondFactorRequired();
      return caller;
    },
    requireRecentProof: async (caller) => {
      if (!(await platform.hasRecentProof(caller))) throw errors.reauthenticationNeeded();
    },
  };
}
