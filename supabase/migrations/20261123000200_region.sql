-- Whose helplines stand under a sermon that touches danger: the country of the browser that asked, "001" for the world.
alter table public.generations
  add column region text not null default 'US' check (region ~ '^([A-Z]{2}|001)$');
