-- Runs whenever the target may have changed: both the insert and the update after an edit set "type". Also, a monitor that was created while
-- its team was being suspended is not checked.
create or replace function set_host_key() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    new.host_key := coalesce((select host_key_of(m.url) from monitors m where m.id = new.monitor_id), 0);
    if (select t.is_suspended from teams t where t.id = new.team_id) then
      new.next_due_at := null;
    end if;
    return new;
  end $$;
alter function set_host_key owner to sitewatch_worker;
revoke all on function set_host_key from public;
