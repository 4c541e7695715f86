-- A trial day counts from the first section of its text that was shown, whether or not the text is finished then.

-- How many texts were begun for the day so far that a section of them was shown: from the first on the day is taken for good. As long as
-- none is finished, the same topic may be tried again for it, a few times.
alter table public.trial_uses add column texts_begun smallint not null default 0 check (texts_begun >= 0);
update public.trial_uses set texts_begun = 1 where delivered_at is not null;
