import { expect, test } from "vitest";
import { breaksOldProcesses } from "./migrations.ts";

test("what the version before could not live with is refused", () => {
  for (const sql of [
    "drop table public.sermons;",
    "alter table public.sermons drop column title;",
    "alter table public.sermons rename column title to heading;",
    "alter table public.sermons rename to texts;",
    "alter table public.sermons alter column title set not null;",
    "alter table public.sermons add column tone text not null;",
    "alter table public.sermons alter column minutes type bigint;",
  ])
    expect([sql, breaksOldProcesses(sql).length]).toEqual([sql, 1]);
});

test("what adds alone is accepted, and so is what has its reason in front of it", () => {
  for (const sql of [
    "create table public.notes (id uuid primary key, body text not null);",
    "alter table public.sermons add column tone text;",
    "alter table public.sermons add column tone text not null default 'plain';",
    "drop function if exists public.old(); drop policy old on public.sermons; drop index public.old;",
    "-- drop table public.sermons\nselect 1;",
    "-- contract: nothing has read it since the version of May\nalter table public.sermons drop column tone;",
  ])
    expect([sql, breaksOldProcesses(sql)]).toEqual([sql, []]);
});
