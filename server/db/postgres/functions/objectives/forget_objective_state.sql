-- What was counted and announced about another monitor or website, or by another measure, says nothing about the objective as it is now.
create or replace function forget_objective_state() returns trigger
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    delete from objective_days where team_id = new.team_id and objective_id = new.id;
    delete from objective_states where team_id = new.team_id and objective_id = new.id;
    return null;
  end $$;
alter function forget_objective_state owner to sitewatch_worker;
revoke all on function forget_objective_state from public;
