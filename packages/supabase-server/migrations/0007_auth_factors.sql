-- Second factors and sign-in with other providers (contract 1.9 and 1.11), under upstream's names where product SQL can see them.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type = 'totp'),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Sealed by the server (AES-256-GCM): a copy of the database makes no codes.
  secret text not null,
  -- The time step of the last right code: no code works twice (RFC 6238, section 5.2).
  last_used_step bigint,
  -- Wrong codes since the last right one; they decide how long the next try has to wait.
  failed_attempts int not null default 0,
  failed_at timestamptz,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, friendly_name)
);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  -- Where it was asked for: the code has to come from there as well.
  network text not null,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id, created_at);

-- The factor that raised the session; without it the session falls back to aal1.
alter table auth.sessions add column factor_id uuid references auth.mfa_factors on delete set null;
-- Refresh tokens with a lower number are dead, whatever rotation would forgive.
alter table auth.sessions add column refresh_counter_floor bigint not null default 0;
create index sessions_factor_id on auth.sessions (factor_id) where factor_id is not null;

-- Somebody on the way to another provider and back; the id is the `state`. Nonce and verifier are derived from it, none is stored.
create table auth.oidc_flows (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  redirect_to text not null,
  -- Of our client, which exchanges a code in the end; null: it gets the tokens in the fragment.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Who adds the provider to an account instead of signing in.
  linking_user_id uuid references auth.users on delete cascade,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index oidc_flows_created_at on auth.oidc_flows (created_at);
create index oidc_flows_linking_user_id on auth.oidc_flows (linking_user_id) where linking_user_id is not null;

-- A code's exchange says in `amr` which provider it was.
alter table auth.flow_state add column provider_type text;

create index identities_email on auth.identities (email);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.oidc_flows enable row level security;
