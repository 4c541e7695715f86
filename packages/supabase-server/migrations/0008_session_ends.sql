-- Sessions that end by themselves, and refresh tokens that are noticed when they come back (contract 1.6, decision 025).
alter table auth.sessions
  -- The highest number of an access token that has arrived here. Once the living refresh token's own has, the client has got that
  -- refresh token too, and its parent is no longer needed.
  add column refresh_counter_seen bigint not null default -1;

-- Whether a session has neither reached its greatest age nor been left unused too long. Both in seconds.
create function auth.session_lives(s auth.sessions, p_life double precision, p_idle_life double precision) returns boolean
language sql stable
as $$ select s.created_at > now() - make_interval(secs => p_life) and s.refreshed_at > now() - make_interval(secs => p_idle_life) $$;
revoke execute on function auth.session_lives from public;
