-- A reading's key also names the facts that the person confirmed: "grief.self+sleepless" (readingKey in shared/reading.ts).
alter table public.generations
  drop constraint generations_reading_check,
  add constraint generations_reading_check check (
    char_length(reading) <= 330
    and reading ~ '^[a-z-]{1,60}\.(self|other|congregation|group|children)(\+[a-z-]{1,40}){0,6}$'
  );
