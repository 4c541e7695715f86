import * as z from "zod/mini";

/** Who may call an endpoint. The handler is given what the server knows of the caller (server/endpoints/implement.ts). */
export type EndpointCaller =
  /** The public key is enough. A token counts although its session has ended. */
  | "visitor"
  /** The public key is enough. The session of a token must not have ended, and have shown its second factor where there is one. */
  | "visitor-or-member"
  /** The token of somebody signed in; the session as above. */
  | "member"
  /** The same, and somebody at this session has proved of late who they are. */
  | "member-with-fresh-proof";

/** The limits of auth's counter that endpoints use (packages/supabase-server/auth/limits.ts). */
export type EndpointLimit = "addressFunction" | "addressMessage" | "projectMessage";

/** One endpoint: `POST /functions/v1/<name>` with JSON (docs/product.md#functions). */
export interface Endpoint {
  name: string;
  caller: EndpointCaller;
  /** Unknown fields are ignored. `userId` in a member's body is only compared with the token's. */
  body: z.ZodMiniType;
  /** The JSON answer; null where every answer is a stream. */
  answer: z.ZodMiniType | null;
  /** The content type of an answer that the handler streams itself, in place of JSON. */
  streams?: string;
  /** How often it may be called from one address, or by everybody. None: auth's counter is not asked. */
  limits?: readonly EndpointLimit[];
  /** A wrong body is refused before a missing sign-in; elsewhere the sign-in comes first. */
  bodyBeforeSignIn?: true;
  /** The service key may ask it for the person whom `userId` names. To others of a member's it is nobody who is signed in. */
  operators?: true;
}

/** What a caller sends, and what a handler is given of it. */
export type EndpointBody<E extends Endpoint> = z.input<E["body"]>;
export type ParsedBody<E extends Endpoint> = z.output<E["body"]>;
export type EndpointAnswer<E extends Endpoint> = E["answer"] extends z.ZodMiniType ? z.output<E["answer"]> : never;

/** Keeps the exact types of one definition. */
// @__NO_SIDE_EFFECTS__
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/**
 * Every refusal of an endpoint. `message` is for the person, `code` for programs; a wrong body also has `field`, the path of the field that
 * is meant.
 */
export const functionError = z.object({ code: z.string(), message: z.string() });
