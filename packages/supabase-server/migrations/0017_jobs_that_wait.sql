-- Whether a job is in the queue and will be tried: at once, or after the pause that follows a failure.
create function jobs.waits(job_key text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from graphile_worker.jobs j where j.key = job_key and j.locked_at is null and j.attempts < j.max_attempts);
$$;
revoke execute on function jobs.waits from public;
grant execute on function jobs.waits to service_role;
