-- Accounts of the Supabase dialect (contract section 1), under upstream's names where the client or product SQL can see them.
-- The tables belong to the owner alone; people reach them only through /auth/v1.
create schema auth;
revoke all on schema auth from public;
grant usage on schema auth to anon, authenticated, service_role;

-- The caller, as the request's verified claims say. Plain SQL without settings of their own, so that the planner inlines them.
create function auth.jwt() returns jsonb
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

create function auth.uid() returns uuid
language sql stable
as $$ select (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::uuid $$;

create function auth.role() returns text
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::json ->> 'role' $$;

create function auth.email() returns text
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::json ->> 'email' $$;

revoke execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() from public;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  -- Trimmed and in lower case.
  email text unique check (length(email) <= 255),
  -- Null until a sign-up attempt is confirmed: the password of an unconfirmed address stands in its attempt.
  encrypted_password text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  -- Until the address is confirmed: what the latest attempt sent.
  raw_user_meta_data jsonb not null default '{}',
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_created_at on auth.users (created_at, id);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  -- The provider's name for the person; for provider 'email' the user id.
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id on auth.identities (user_id);

-- One per sign-up of an address that nobody has confirmed yet. Confirming one activates its password and removes the rest, so that
-- whoever signs up first with somebody else's address gains nothing.
create table auth.sign_up_attempts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  encrypted_password text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- The attempts of one account share their salt, so the same password again is the same attempt.
  unique (user_id, encrypted_password)
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], newest first.
  amr jsonb not null,
  -- Number of the living refresh token. A token is the session, a number and a signature, so none is stored.
  refresh_counter bigint not null default 0,
  refreshed_at timestamptz not null default now(),
  user_agent text,
  created_at timestamptz not null default now()
);
create index sessions_user_id on auth.sessions (user_id, created_at);

-- A PKCE flow: the challenge waits for the code's exchange. Codes are stored as hashes.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  authentication_method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now()
);
create index flow_state_user_id on auth.flow_state (user_id);

-- Mailed links. The job that mails one makes its secret and stores the hash, so until then there is none.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null
    check (token_type in ('signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  token_hash bytea unique,
  -- The attempt whose password the link activates; null when it activates none.
  attempt_id uuid references auth.sign_up_attempts on delete cascade,
  flow_state_id uuid references auth.flow_state on delete set null,
  redirect_to text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index one_time_tokens_user_id on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_expires_at on auth.one_time_tokens (expires_at);
create index one_time_tokens_attempt_id on auth.one_time_tokens (attempt_id);
create index one_time_tokens_flow_state_id on auth.one_time_tokens (flow_state_id);

-- When a mail was last asked for, whether or not the address has an account, so that the limit tells nobody which ones have.
create table auth.mail_requests (
  token_type text not null,
  address_hash bytea not null,
  requested_at timestamptz not null default now(),
  primary key (token_type, address_hash)
);
create index mail_requests_requested_at on auth.mail_requests (requested_at);

alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sign_up_attempts enable row level security;
alter table auth.sessions enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.mail_requests enable row level security;

-- Whether a person without a session yet may go on to checkout: the address is theirs to confirm and they signed up within the hour.
create function auth.pending_sign_up(p_user uuid, p_email text, p_window interval default '1 hour') returns boolean
language sql stable
security definer
set search_path = ''
as $$
  select exists (
    select from auth.users u
    join auth.sign_up_attempts a on a.user_id = u.id
    where u.id = p_user
      and u.email = lower(trim(p_email))
      and u.email_confirmed_at is null
      and a.created_at > now() - p_window
  );
$$;
revoke execute on function auth.pending_sign_up from public;
grant execute on function auth.pending_sign_up to service_role;
