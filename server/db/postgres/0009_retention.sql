-- A website's retention stands in each of its events. When the setting changes, those that are there already follow, by a job
-- that is added in the transaction of the change. One job a website; one that already runs is followed by another.

create policy worker_retention on websites for select to sitewatch_worker using (true);
grant select (id, retention_days) on websites to sitewatch_worker;

create function apply_website_retention() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform graphile_worker.add_job('apply_retention', json_build_object('website_id', new.id),
      job_key := 'apply_retention:' || new.id, max_attempts := 25);
    return null;
  end $$;
create trigger websites_retention after update on websites for each row
  when (old.retention_days is distinct from new.retention_days) execute function apply_website_retention();
alter function apply_website_retention owner to sitewatch_jobs;
revoke all on function apply_website_retention from public;
