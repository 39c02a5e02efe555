-- is_public is what the release before knows of visibility. Who sets only is_public means public or the team.
create or replace function sync_status_page_visibility() returns trigger
  language plpgsql
  as $$ begin
    if new.visibility is null
      or (tg_op = 'UPDATE' and new.is_public is distinct from old.is_public and new.visibility is not distinct from old.visibility) then
      new.visibility := case when new.is_public then 'public' else 'team' end;
    end if;
    new.is_public := new.visibility = 'public';
    return new;
  end $$;
