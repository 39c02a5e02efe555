-- After a member has changed the rules. The team comes from the session setting, never from an argument.
create or replace function apply_own_assignment_rules() returns void
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    perform require_writer();
    perform apply_assignment_rules(current_team_id(), null);
  end $$;
alter function apply_own_assignment_rules owner to sitewatch_worker;
revoke all on function apply_own_assignment_rules from public;
grant execute on function apply_own_assignment_rules to sitewatch_user;
