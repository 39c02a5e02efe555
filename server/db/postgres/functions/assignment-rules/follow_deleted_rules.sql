-- The assignments of a deleted rule pass to the other rules that apply to them, or are deleted.
create or replace function follow_deleted_rules() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ declare v_team_id bigint; begin
    for v_team_id in select distinct team_id from gone loop
      perform lock_assignment_rules(v_team_id, true);
      perform apply_assignment_rules(v_team_id, null);
    end loop;
    return null;
  end $$;
alter function follow_deleted_rules owner to sitewatch_worker;
revoke all on function follow_deleted_rules from public;
