-- A tag of a website is one of its monitors for rules. A website that is deleted takes its rules along; the lock comes first, because its
-- monitors and its rules change in the same statement.
create or replace function follow_websites_of_rules() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform lock_assignment_rules(old.team_id, true);
    if tg_op = 'DELETE' then return old; end if;
    perform apply_assignment_rules(new.team_id, array(select id from monitors where team_id = new.team_id and website_id = new.id));
    return null;
  end $$;
alter function follow_websites_of_rules owner to sitewatch_worker;
revoke all on function follow_websites_of_rules from public;
