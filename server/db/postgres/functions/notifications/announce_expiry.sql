-- Creates a notice for every active monitor whose certificate expires within one of its expiry_notice_days (of several, the fewest: a
-- certificate first seen with five days left is announced for seven, not for 21 as well), and one when such a certificate was replaced by one
-- that expires later. A notice and its deliveries are one statement, so that a crash leaves neither or both.
create or replace function announce_expiry() returns integer
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now timestamptz := checks_clock();
    v_count integer;
  begin
    with certificates as (
      select s.team_id, s.monitor_id, s.tls_expires_at::timestamptz(3) as expires_at,
        coalesce(m.settings -> 'expiry_notice_days', '[21, 7, 1]') as notice_days
      from monitor_state s join monitors m on m.team_id = s.team_id and m.id = s.monitor_id
      where s.location = '' and s.tls_expires_at > v_now and m.is_active and m.deleted_at is null),
    due as (
      select c.team_id, c.monitor_id, 'expiring' as kind, min(d.days::smallint) as days, c.expires_at
      from certificates c cross join jsonb_array_elements_text(c.notice_days) as d (days)
      where c.expires_at <= v_now + d.days::integer * interval '1 day'
      group by c.team_id, c.monitor_id, c.expires_at
      union all
      select c.team_id, c.monitor_id, 'renewed', 0, c.expires_at
      from certificates c
      where exists (select from notices n where n.team_id = c.team_id and n.monitor_id = c.monitor_id and n.kind = 'expiring'
          and n.expires_at < c.expires_at
          and not exists (select from notices r where r.team_id = n.team_id and r.monitor_id = n.monitor_id and r.kind = 'renewed'
            and r.expires_at > n.expires_at))),
    noticed as (
      insert into notices (team_id, monitor_id, kind, days, expires_at)
      select team_id, monitor_id, kind, days, expires_at from due
      on conflict (team_id, monitor_id, kind, expires_at, days) do nothing
      returning id, team_id, monitor_id, kind),
    made as (
      insert into deliveries (team_id, notice_id, monitor_id, provider_id, kind)
      select n.team_id, n.id, n.monitor_id, a.provider_id, n.kind
      from noticed n join assignments a on a.team_id = n.team_id and a.monitor_id = n.monitor_id and a.enabled
      returning provider_id)
    select count(add_deliver_job(p.provider_id)) into v_count from (select distinct provider_id from made) p;
    return v_count;
  end $$;
alter function announce_expiry owner to sitewatch_worker;
revoke all on function announce_expiry from public;
