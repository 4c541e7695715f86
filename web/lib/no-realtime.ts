/**
 * Replaces `@supabase/realtime-js` in the browser's bundle, since the app does not use realtime (docs/decisions/015-first-load.md). The
 * Supabase client itself calls only `setAuth`.
 */
export class RealtimeClient {
  setAuth(): void {}

  channel(): never {
    throw new Error("Realtime is not part of this build.");
  }
}
