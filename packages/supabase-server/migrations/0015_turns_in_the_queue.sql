-- Two rules of whose turn it is. What takes long does not go before what is quick, such as a mail: `priority`, lower first. And who waits for a
-- turn and is queued once more, because somebody looked whether it still is, keeps the place in line.
drop function jobs.enqueue(text, jsonb, text, timestamptz, int);
create function jobs.enqueue(
  task text, payload jsonb, job_key text default null, run_at timestamptz default null, max_attempts int default 25, priority int default 0)
returns void
language sql
security definer
set search_path = ''
as $$
  select graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => job_key,
    run_at => coalesce(
      enqueue.run_at,
      (select j.run_at from graphile_worker.jobs j where j.key = enqueue.job_key and j.locked_at is null and j.run_at <= now())),
    max_attempts => max_attempts,
    priority => priority);
$$;
revoke execute on function jobs.enqueue from public;
grant execute on function jobs.enqueue to service_role;
