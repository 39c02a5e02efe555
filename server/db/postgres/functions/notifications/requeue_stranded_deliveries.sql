-- Deliveries of suspended teams, and those to unconfirmed recipients, are pending without a job on purpose.
create or replace function requeue_stranded_deliveries() returns table (provider_id bigint)
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    with stranded as materialized (
      select d.provider_id as id from deliveries d join providers p on p.id = d.provider_id and p.team_id = d.team_id
        join teams t on t.id = d.team_id and not t.is_suspended
      where d.status = 'pending' and d.updated_at < now() - interval '1 minute' and p.confirmed_at is not null
      group by d.provider_id having not has_deliver_job(d.provider_id)),
    added as materialized (select id, add_deliver_job(id) from stranded)
    select id from added
  $$;
alter function requeue_stranded_deliveries owner to sitewatch_worker;
revoke all on function requeue_stranded_deliveries from public;
