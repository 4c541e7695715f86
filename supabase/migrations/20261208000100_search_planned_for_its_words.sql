-- PostgreSQL may keep one plan for all words and filters after five searches in a connection. One that suits a word which nothing has
-- reads every place of a word that all have, also in others' sermons (tests/integration/plans.test.ts).
alter function public.search_sermons set plan_cache_mode = 'force_custom_plan';
