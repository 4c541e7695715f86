/**
 * Stands in the browser's bundle for `@supabase/realtime-js`, which nothing here speaks (docs/decisions/015-first-load.md): of the real one the client
 * calls only `setAuth` by itself.
 */
export class RealtimeClient {
  setAuth(): void {}

  channel(): never {
    throw new Error("Realtime is not part of this build.");
  }
}
