import pg from "pg";
import type { TestApp } from "../support/start-app.ts";

const LOCK = 80;

/** Makes the voice as slow as a test needs it: what follows so many parts of a recording is held back until the returned function is called. */
export async function holdRecording(app: TestApp, parts: number): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: app.ownerUrl });
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  await holder.query(
    `create or replace function public.hold_parts() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$;
     create trigger hold_parts before insert on public.growing_recording_parts for each row when (new.number >= ${parts})
       execute function public.hold_parts()`,
  );
  return async () => {
    await holder.query(`select pg_advisory_unlock(${LOCK})`);
    await holder.query("drop trigger hold_parts on public.growing_recording_parts");
    await holder.end();
  };
}
