-- Bounds the bytes of a REST answer while it is built: an aggregate that stands beside json_agg and ends the statement at the first row
-- too many. json_agg alone would fill up to 1 GB before anything could measure its result.
create schema rest;
grant usage on schema rest to anon, authenticated, service_role;

-- Class 54 is PostgreSQL's own for limits of this kind; the server answers this code with 413.
create function rest.add_bytes(total bigint, more integer, most bigint) returns bigint
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  if total + more > most then
    raise exception 'the answer is too large' using errcode = '54RST';
  end if;
  return total + more;
end
$$;

create aggregate rest.bounded_bytes(bytes integer, most bigint) (sfunc = rest.add_bytes, stype = bigint, initcond = '0');

revoke execute on function rest.add_bytes, rest.bounded_bytes from public;
grant execute on function rest.add_bytes, rest.bounded_bytes to anon, authenticated, service_role;
