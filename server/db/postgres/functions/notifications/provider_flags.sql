-- The team of a job as a flag: the worker skips jobs of a team that already uses all the slots it may use.
create or replace function provider_flags(p_provider_id bigint) returns text[]
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select array['team ' || p.team_id] from providers p where p.id = p_provider_id $$;
alter function provider_flags owner to sitewatch_worker;
revoke all on function provider_flags from public;
grant execute on function provider_flags to sitewatch_jobs;
