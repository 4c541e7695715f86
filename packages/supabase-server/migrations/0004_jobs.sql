-- The one way for request code to queue a job inside its own transaction. Payloads hold ids only.
create schema if not exists jobs;
revoke all on schema jobs from public;
grant usage on schema jobs to service_role;

create function jobs.enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null, max_attempts int default 25)
returns void
language sql
security definer
set search_path = ''
as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload::json, job_key => job_key, run_at => run_at, max_attempts => max_attempts);
$$;
revoke execute on function jobs.enqueue from public;
grant execute on function jobs.enqueue to service_role;
