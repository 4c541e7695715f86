-- The rules of sessions, each in one function: both the server and the product's SQL ask these.

-- How long sessions last. One row, to which the server writes its settings when it starts (saveSessionLimits in auth/sessions.ts).
create table auth.session_limits (
  is_only_row boolean primary key default true check (is_only_row),
  -- From the sign-in.
  max_age interval not null default '180 days',
  -- From the last refresh.
  max_idle interval not null default '45 days'
);
insert into auth.session_limits default values;
alter table auth.session_limits enable row level security;

-- When the session is too old, however often it is refreshed.
create function auth.session_end(s auth.sessions) returns timestamptz
language sql stable
as $$ select s.created_at + max_age from auth.session_limits $$;

-- Whether the session is neither too old nor idle for too long.
drop function auth.session_lives(auth.sessions, double precision, double precision);
create function auth.session_lives(s auth.sessions) returns boolean
language sql stable
as $$ select auth.session_end(s) > now() and s.refreshed_at + max_idle > now() from auth.session_limits $$;

create function auth.is_banned(u auth.users) returns boolean
language sql stable
as $$ select coalesce(u.banned_until > now(), false) $$;

-- Whether the account may own files: closing an account bans it.
create function auth.is_active(u auth.users) returns boolean
language sql stable
as $$ select u.deleted_at is null and not auth.is_banned(u) $$;

-- The session that a verified token names, if the token may still be used: the session was not deleted, lives, and its owner is not banned.
create function auth.living_session(p_user uuid, p_session text) returns setof auth.sessions
language sql stable
as $$
  select s.* from auth.sessions s join auth.users u on u.id = s.user_id
  where s.user_id = p_user and s.id::text = p_session and auth.session_lives(s) and not auth.is_banned(u)
$$;

-- Whether a session of this level (the claim `aal`) has shown the second factor, if the account has one.
create function auth.second_factor_met(p_user uuid, p_aal text) returns boolean
language sql stable
as $$
  select coalesce(p_aal = 'aal2', false)
    or not exists (select from auth.mfa_factors f where f.user_id = p_user and f.status = 'verified')
$$;

revoke execute on function auth.session_end, auth.session_lives, auth.is_banned, auth.is_active, auth.living_session,
  auth.second_factor_met from public;
