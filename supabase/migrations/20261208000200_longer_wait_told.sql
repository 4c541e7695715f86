-- The time that is told to somebody who waits was the median of the sermons lately finished: when many ask at once, those of the first are quick, and
-- people who were told 70 s waited 97. Now it is what three of four took at most.
create or replace function public.place_in_line(_generation_id uuid) returns json
language sql
stable
security definer
set search_path = ''
as $$
  with job as (
    select j.priority, j.run_at, j.id
    from public.generations g
    join graphile_worker.jobs j on j.key = 'run-generation:' || g.id
    where g.id = _generation_id and g.user_id = (select auth.uid()) and (select public.second_factor_met())
      and g.state = 'running' and j.locked_at is null and j.run_at <= now()
  ), line as (
    select
      count(*) filter (where j.locked_at is null and j.run_at <= now()
        and (j.priority, j.run_at, j.id) < (select job.priority, job.run_at, job.id from job)) as ahead,
      count(*) filter (where j.locked_at is not null) as working
    from graphile_worker.jobs j
    where j.task_identifier = 'run-generation' and exists (select from job)
  ), lately as (
    select extract(epoch from g.finished_at - s.started_at)::float8 as seconds
    from public.generations g
    join public.generation_steps s on s.generation_id = g.id and s.kind = 'text'
    where g.state = 'finished' and g.finished_at > now() - interval '1 hour' and s.started_at > now() - interval '1 hour'
      and exists (select from job)
    order by g.finished_at desc
    limit 20
  )
  select json_build_object(
    'ahead', line.ahead,
    'seconds', (
      select case when count(*) >= 3 then
        ceil(percentile_cont(0.75) within group (order by lately.seconds) * (line.ahead + 1) / greatest(line.working, 1))::int end
      from lately))
  from line
  where exists (select from job);
$$;
