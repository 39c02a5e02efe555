-- Excludes what a team can cause: checks of a deleted location, suspended teams, alerts to an unconfirmed recipient, to a provider
-- that asked to wait, in quiet hours, or behind a message of the same provider that is being retried, and a team whose own messages are
-- sent one after another.
create or replace function read_service_health() returns table (
    late_check_seconds integer, late_teams bigint, watched_teams bigint, late_alert_seconds integer, silent_locations text[],
    is_offline boolean, canary_seen boolean)
  language sql volatile security definer set search_path = sitewatch, pg_temp
  as $$
    with places as materialized (
      select name, prober from (values ('', ''), ('default', '')) as here (name, prober)
      union all select name, name from locations),
    late as materialized (
      select s.team_id, s.next_due_at from places p join monitor_state s on s.location = p.name
        join teams t on t.id = s.team_id and not t.is_suspended
      where s.next_due_at < clock_ms() - 60000),
    waiting as materialized (
      select d.team_id, d.provider_id, greatest(d.created_at, d.held_until) as created_at from deliveries d
        join providers p on p.team_id = d.team_id and p.id = d.provider_id
        join teams t on t.id = d.team_id and not t.is_suspended
      where d.status = 'pending' and d.attempts = 0 and p.confirmed_at is not null
        and (d.held_until is null or d.held_until <= clock_timestamp())
        and (p.retry_at is null or p.retry_at <= clock_timestamp())
        and not exists (select from deliveries e where e.provider_id = d.provider_id and e.status = 'pending' and e.attempts > 0)
        and not exists (select from deliveries e where e.team_id = d.team_id and e.status = 'pending' and e.attempts > 0
          and e.updated_at > clock_timestamp() - interval '1 minute'))
    select (select ((clock_ms() - min(next_due_at)) / 1000)::int from late),
      (select count(distinct team_id) from late),
      -- Read only if something is late, because it is a scan.
      case when exists (select from late) then (select count(distinct team_id) from monitor_state where next_due_at is not null)
        else 0 end,
      (select extract(epoch from clock_timestamp() - min(created_at))::int from waiting),
      array(select distinct p.prober from places p
        where exists (select from monitor_state s where s.location = p.name and s.next_due_at is not null)
          and not exists (select from probers b where b.location = p.prober and is_alive(b.seen_at))
        order by 1),
      (select coalesce(bool_and(b.is_online is false), false) from probers b where b.location = '' and is_alive(b.seen_at)),
      (select c.flipped_at is null or coalesce(c.seen_at >= c.flipped_at, false) from canary c)
  $$;
alter function read_service_health owner to sitewatch_worker;
revoke all on function read_service_health from public;
