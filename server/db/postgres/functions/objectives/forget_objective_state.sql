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
create or replace trigger objectives_forget_state after update on objectives for each row
  when ((old.monitor_id, old.website_id, old.measure, old.window_days) is distinct from (new.monitor_id, new.website_id, new.measure, new.window_days))
  execute function forget_objective_state();
