-- Whether the link of a reset mail still works, without using it up: the page that it opens says so before a new password is typed. Only who
-- holds a link can ask about it, since its secret cannot be guessed.
create function public.reset_link_is_open(p_token_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.one_time_tokens
    where token_hash = sha256(convert_to(p_token_hash, 'UTF8')) and token_type = 'recovery' and expires_at > now())
$$;
revoke execute on function public.reset_link_is_open from public;
grant execute on function public.reset_link_is_open to anon, authenticated;
