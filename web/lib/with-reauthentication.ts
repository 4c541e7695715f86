/** Runs `act`; if the server requires a recent sign-in, asks for the password or a mailed code and runs it again. */
export type WithReauthentication = <T>(act: () => Promise<T>) => Promise<T>;

/** The person closed the dialog: nothing was done, and there is no error to show. */
export class ReauthenticationCancelledError extends Error {
  override readonly name = "ReauthenticationCancelledError";
}
