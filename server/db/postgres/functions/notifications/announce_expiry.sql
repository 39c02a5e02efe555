-- Creates a notice for every active monitor whose certificate expires within one of its expiry_notice_days (of several, the fewest: a
-- certificate first seen with five days left is announced for seven, not for 21 as well), and one when such a certificate was replaced by one
-- that expires later. The same for the registrations of domains, once for all active monitors of a team that have the domain, on the days of
-- any of them and through the providers of all. A notice and its deliveries are one statement, so that a crash leaves neither or both.
create or replace function announce_expiry() returns integer
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$
  declare
    v_now timestamptz := checks_clock();
    v_count integer;
  begin
    with watched as (
      select m.team_id, m.id as monitor_id, m.url,
        array(select jsonb_array_elements_text(coalesce(m.settings -> 'expiry_notice_days', '[21, 7, 1]'))::smallint) as notice_days
      from monitors m where m.is_active and m.deleted_at is null),
    expiries as (
      select w.team_id, w.monitor_id, null as domain, w.monitor_id::text as subject, s.tls_expires_at::timestamptz(3) as expires_at,
        w.notice_days, 'expiring' as expiring, 'renewed' as renewed
      from watched w join monitor_state s on s.team_id = w.team_id and s.monitor_id = w.monitor_id and s.location = ''
      where s.tls_expires_at > v_now
      union all
      select w.team_id, min(w.monitor_id), d.domain, d.domain, d.expires_at, array_agg(distinct n.days) filter (where n.days is not null),
        'domain_expiring', 'domain_renewed'
      from watched w join monitor_domains d on d.team_id = w.team_id and d.monitor_id = w.monitor_id and d.url = w.url
        left join lateral unnest(w.notice_days) as n (days) on true
      where d.expires_at > v_now
      group by w.team_id, d.domain, d.expires_at),
    due as (
      select e.team_id, e.monitor_id, e.domain, e.expiring as kind, min(d.days) as days, e.expires_at
      from expiries e cross join unnest(e.notice_days) as d (days)
      where e.expires_at <= v_now + d.days * interval '1 day'
      group by e.team_id, e.monitor_id, e.domain, e.expiring, e.expires_at
      union all
      select e.team_id, e.monitor_id, e.domain, e.renewed, 0, e.expires_at
      from expiries e
      where exists (select from notices n
        where n.team_id = e.team_id and n.subject = e.subject and n.kind = e.expiring and n.expires_at < e.expires_at
          and not exists (select from notices r
            where r.team_id = n.team_id and r.subject = n.subject and r.kind = e.renewed and r.id > n.id and r.expires_at <> n.expires_at))),
    noticed as (
      insert into notices (team_id, monitor_id, domain, kind, days, expires_at)
      select team_id, monitor_id, domain, kind, days, expires_at from due
      on conflict do nothing
      returning id, team_id, monitor_id, domain, kind),
    concerned as (
      select n.id, n.monitor_id from noticed n where n.domain is null
      union all
      select n.id, w.monitor_id
      from noticed n join monitor_domains d on d.team_id = n.team_id and d.domain = n.domain
        join watched w on w.team_id = d.team_id and w.monitor_id = d.monitor_id and w.url = d.url),
    made as (
      insert into deliveries (team_id, notice_id, monitor_id, provider_id, kind)
      select distinct n.team_id, n.id, n.monitor_id, a.provider_id, n.kind
      from noticed n join concerned c on c.id = n.id
        join assignments a on a.team_id = n.team_id and a.monitor_id = c.monitor_id and a.enabled
      returning provider_id)
    select count(add_deliver_job(p.provider_id)) into v_count from (select distinct provider_id from made) p;
    return v_count;
  end $$;
alter function announce_expiry owner to sitewatch_worker;
revoke all on function announce_expiry from public;
