-- Announces an update of a written incident to the readers of its page: writes one row, in the transaction that publishes the update. Nothing
-- happens for a draft, or when the update was announced before. The team comes from the session setting, never from an argument.
create or replace function announce_page_update(p_update_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$
    insert into status_page_announcements (team_id, update_id, status_page_id, monitor_ids, website_ids)
    select u.team_id, u.id, i.status_page_id,
      array(select c.monitor_id from status_page_update_components c
        where c.team_id = u.team_id and c.update_id = u.id and c.monitor_id is not null order by c.position),
      array(select c.website_id from status_page_update_components c
        where c.team_id = u.team_id and c.update_id = u.id and c.website_id is not null order by c.position)
    from status_page_updates u join status_page_incidents i on i.team_id = u.team_id and i.id = u.page_incident_id
    where u.team_id = current_team_id() and u.id = p_update_id and i.published_at is not null and (select require_writer())
    on conflict do nothing
  $$;
alter function announce_page_update owner to sitewatch_worker;
revoke all on function announce_page_update from public;
grant execute on function announce_page_update to sitewatch_user;
