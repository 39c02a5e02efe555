-- Whose job it is, as a flag: the worker passes over the jobs of a tenant that has all the slots it may have.
create function provider_flags(p_provider_id bigint) returns text[]
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select array['tenant ' || p.user_id] from providers p where p.id = p_provider_id $$;
alter function provider_flags owner to sitewatch_worker;
revoke all on function provider_flags from public;
grant execute on function provider_flags to sitewatch_jobs;

create or replace function add_deliver_job(p_provider_id bigint, p_run_at timestamptz default now()) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('deliver', json_build_object('provider_id', p_provider_id), run_at := p_run_at,
    queue_name := 'provider ' || p_provider_id, job_key := 'deliver ' || p_provider_id, max_attempts := 1000,
    flags := provider_flags(p_provider_id),
    job_key_mode := case when p_run_at > now() then 'preserve_run_at' else 'replace' end) $$;
