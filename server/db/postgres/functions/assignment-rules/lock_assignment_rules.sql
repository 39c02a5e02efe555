-- What a rule writes depends on rules, monitors and websites, which different transactions change. Changes of monitors share the lock; what
-- changes for many monitors at once (rules, tags of a website) has it alone, so that each sees what the other committed.
create or replace function lock_assignment_rules(p_team_id bigint, p_is_alone boolean) returns void
  language plpgsql set search_path = sitewatch, pg_temp
  as $$ begin
    if p_is_alone then perform pg_advisory_xact_lock(hashtextextended('assignment_rules', p_team_id));
    else perform pg_advisory_xact_lock_shared(hashtextextended('assignment_rules', p_team_id));
    end if;
  end $$;
revoke all on function lock_assignment_rules from public;
grant execute on function lock_assignment_rules to sitewatch_user, sitewatch_worker;
