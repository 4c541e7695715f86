-- A recording that did not come about is none of the two that a sermon may have, and how often a person asks for a failed recording or picture
-- again is counted for a day, so that a service that was away for an hour does not cost a sermon its voice for ever.
alter table public.generations drop constraint generations_voicings_check;
alter table public.generations add constraint generations_voicings_check check (voicings >= 1);
alter table public.generations add column failed_voicings smallint not null default 0;

-- Since `asked_again_at`.
alter table public.generation_steps add column asked_again smallint not null default 0;
alter table public.generation_steps add column asked_again_at timestamptz;
