-- How often a step was begun since it was asked for and did not come to an end in order. `attempt` counts every beginning, also those that a
-- stopping process gave back, and goes on counting when a person asks for a recording or picture again: it is the fence, not the limit.
alter table public.generation_steps add column tries smallint not null default 0;
