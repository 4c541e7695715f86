-- Messages from the contact form. The server writes them; administrators read and answer them.
create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 255),
  message text not null check (char_length(message) between 1 and 10000),
  form_source text not null default 'contact_page',
  status text not null default 'new' check (status in ('new', 'responded', 'resolved')),
  admin_notes text,
  created_at timestamptz not null default now(),
  responded_at timestamptz,
  email_history jsonb not null default '[]'
);
create index contact_submissions_newest on public.contact_submissions (created_at desc);
alter table public.contact_submissions enable row level security;

create policy "Administrators read messages" on public.contact_submissions
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "Administrators answer messages" on public.contact_submissions
  for update to authenticated
  using ((select public.has_role((select auth.uid()), 'admin'))) with check ((select public.has_role((select auth.uid()), 'admin')));
grant select on public.contact_submissions to authenticated;
grant update (status, admin_notes, responded_at, email_history) on public.contact_submissions to authenticated;

-- The row that the browser's connection check reads (spec section 7).
create table public.health_check (
  id int primary key check (id = 1),
  status text not null
);
insert into public.health_check (id, status) values (1, 'ok');
alter table public.health_check enable row level security;
create policy "Everyone sees that the service is up" on public.health_check for select to anon, authenticated using (true);
grant select on public.health_check to anon, authenticated;
