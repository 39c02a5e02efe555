-- Adds a job for each status page that shows the monitor and has subscribers to notify. While a monitor flaps, single changes are not sent;
-- when it is stable again, subscribers who got the start of an incident get its end, and what is still open. Of a website that is not public, the
-- page shows no incidents.
create or replace function announce_to_subscribers(p_monitor_id bigint, p_incident_id bigint, p_kind text) returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform add_tell_job(p.id, told.id, told.kind)
    from monitors m join status_pages p on p.team_id = m.team_id and p.visibility <> 'team'
      cross join lateral (
        select i.id, p_kind as kind from incidents i
        where p_kind <> 'flapping_ended' and i.team_id = m.team_id and i.id = p_incident_id
        union all
        select i.id, case when i.resolved_at is null then 'opened' else 'resolved' end from incidents i
        where p_kind = 'flapping_ended' and i.team_id = m.team_id and i.monitor_id = m.id
          and i.started_at > now() - interval '2 days'
          and (i.resolved_at is null or exists (select from status_mails t
            where t.team_id = i.team_id and t.incident_id = i.id and t.kind = 'opened' and t.status = 'sent'))
      ) as told
    where m.id = p_monitor_id
      and (exists (select from status_page_monitors x
          where x.team_id = p.team_id and x.status_page_id = p.id and x.monitor_id = m.id)
        or exists (select from status_page_websites x join websites w on w.team_id = x.team_id and w.id = x.website_id and w.privacy = 0
          where x.team_id = p.team_id and x.status_page_id = p.id and x.website_id = m.website_id))
      and exists (select from status_subscribers s
        where s.team_id = p.team_id and s.status_page_id = p.id and s.confirmed_at is not null)
    order by told.id;
  end $$;
alter function announce_to_subscribers owner to sitewatch_worker;
revoke all on function announce_to_subscribers from public;
