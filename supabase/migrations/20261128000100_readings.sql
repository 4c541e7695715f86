-- How a topic was understood: which reading a sermon follows, and one more sermon for nothing where the first one missed.

alter table public.generations
  -- The theme and the audience that the person chose ("grief.self"); null: the likeliest.
  add column reading text check (char_length(reading) <= 80 and reading ~ '^[a-z-]{1,60}\.(self|other|congregation|group|children)$'),
  -- The generation whose sermon missed. Not bound to its row: what was given for nothing stays so when that sermon is deleted.
  add column rewrite_of uuid,
  -- That this sermon was written anew; kept although the new one is deleted. Taken back when its text fails.
  add column rewritten_at timestamptz,
  add constraint no_rewrite_of_a_rewrite check (rewrite_of is null or rewritten_at is null);
create unique index one_rewrite on public.generations (rewrite_of) where state <> 'failed';

-- How often people said that a sermon on a theme missed them. No topic and no person: operators learn from it which themes are heard wrongly.
create table public.missed_readings (
  day date not null default current_date,
  theme text not null check (char_length(theme) between 1 and 60),
  count int not null default 1 check (count > 0),
  primary key (day, theme)
);
alter table public.missed_readings enable row level security;
