/** Does what the server may refuse until the person has confirmed that it is them; asks them then, and does it again. */
export type WithReauthentication = <T>(act: () => Promise<T>) => Promise<T>;

/** The person has closed the question: nothing was done, and nothing went wrong. */
export class ReauthenticationCancelledError extends Error {
  override readonly name = "ReauthenticationCancelledError";
}
