create or replace function apply_website_retention() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform graphile_worker.add_job('apply_retention', json_build_object('website_id', new.id),
      job_key := 'apply_retention:' || new.id, max_attempts := 25);
    return null;
  end $$;
alter function apply_website_retention owner to sitewatch_jobs;
revoke all on function apply_website_retention from public;
