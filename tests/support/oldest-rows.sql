-- Rows of every table as the first version of the schema had them, for server/upgrade.db.test.ts.
insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data) values
  ('00000000-0000-4000-8000-000000000001', 'ruth@example.com', '$2b$10$abcdefghijklmnopqrstuv', '2026-01-02', '{"full_name": "Ruth"}'),
  ('00000000-0000-4000-8000-000000000002', 'naomi@example.com', null, null, '{}');
insert into auth.identities (user_id, provider, provider_id, identity_data) values
  ('00000000-0000-4000-8000-000000000001', 'email', '00000000-0000-4000-8000-000000000001', '{"email": "ruth@example.com"}');
insert into auth.sign_up_attempts (id, user_id, encrypted_password) values
  ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000002', '$2b$10$abcdefghijklmnopqrstuv');
insert into auth.sessions (user_id, amr, user_agent) values
  ('00000000-0000-4000-8000-000000000001', '[{"method": "password", "timestamp": 1767312000}]', 'Firefox');
insert into auth.flow_state (id, authentication_method, code_challenge, code_challenge_method) values
  ('00000000-0000-4000-8000-000000000012', 'magiclink', 'abc', 's256');
insert into auth.one_time_tokens (user_id, token_type, token_hash, attempt_id, redirect_to, expires_at, email) values
  ('00000000-0000-4000-8000-000000000002', 'signup', '\x01', '00000000-0000-4000-8000-000000000011', 'http://localhost:3000', '2126-01-01',
   'naomi@example.com');
insert into auth.mail_requests (token_type, address_hash) values ('signup', '\x02');
insert into auth.audit_log_entries (action, actor_id) values ('login', '00000000-0000-4000-8000-000000000001');
insert into auth.wrong_codes (address_hash, token_types) values ('\x03', '{signup}');
insert into storage.objects (bucket_id, name, version, metadata) values
  ('sermon-audio', '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000021/0123456789abcdef0123456789abcdef.mp3', 'v1',
   '{"size": 3, "eTag": "\"abc\""}');
insert into storage.unreferenced_bytes (key) values ('sermon-audio/left/behind');
insert into public.user_roles (user_id, role) values ('00000000-0000-4000-8000-000000000001', 'admin');
insert into public.contact_submissions (name, email, message) values ('Boaz', 'boaz@example.com', 'A question');
insert into public.customers (id, stripe_customer_id) values ('00000000-0000-4000-8000-000000000001', 'cus_1');
insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end) values
  ('sub_1', '00000000-0000-4000-8000-000000000001', 'active', 'price_1', '2026-01-01', '2126-01-01');
insert into billing.open_checkouts (user_id, session_id, terms) values ('00000000-0000-4000-8000-000000000002', 'cs_1', '{}');
insert into billing.stripe_events (id, type, object_id, created_at) values ('evt_1', 'invoice.paid', 'in_1', '2026-01-01');
insert into billing.trial_claims (kind, key_hash, subscription_id) values ('email', '\x04', 'sub_1');
insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice, state, saved_at, finished_at) values
  ('00000000-0000-4000-8000-000000000021', '00000000-0000-4000-8000-000000000001', 'forgiving', 'abc', 5, 'John', 'finished', '2026-01-01', '2026-01-01');
insert into public.generation_steps (generation_id, kind, status) values ('00000000-0000-4000-8000-000000000021', 'text', 'completed');
insert into public.sermons (id, user_id, title, content, audio_url) values
  ('00000000-0000-4000-8000-000000000021', '00000000-0000-4000-8000-000000000001', 'The Open Door', '# The Open Door',
   '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000021/0123456789abcdef0123456789abcdef.mp3');
insert into public.media_deletions (user_id, bucket, path) values ('00000000-0000-4000-8000-000000000001', 'avatars', 'old.png');
insert into public.trial_uses (user_id, day, generation_id) values
  ('00000000-0000-4000-8000-000000000001', 0, '00000000-0000-4000-8000-000000000021');
insert into public.vendor_starts (vendor, engine, user_id, generation_id) values
  ('writer', 'composer', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000021');
insert into public.writer_memory (user_id, key) values ('00000000-0000-4000-8000-000000000001', 'title/The Open Door');
insert into auth.rate_limits (key, free_at) values ('\x05', '2126-01-01');
