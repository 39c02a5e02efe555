-- Foreign keys do not see row-level security, so a limited key could give a monitor a website or escalation policy that it does not see.
-- It gets the error of a missing one.
create or replace function refuse_outside_limits() returns trigger
  language plpgsql set search_path = sitewatch, pg_temp
  as $$ begin
    if is_limited() and (
      new.website_id is distinct from old.website_id and new.website_id is not null
        and not exists (select from websites w where w.team_id = new.team_id and w.id = new.website_id)
      or new.escalation_policy_id is distinct from old.escalation_policy_id and new.escalation_policy_id is not null
        and not exists (select from escalation_policies p where p.team_id = new.team_id and p.id = new.escalation_policy_id)) then
      raise exception 'monitor % is given a record outside of the limits of the key', new.id using errcode = '23503';
    end if;
    return new;
  end $$;
create or replace trigger monitors_within_limits before update on monitors for each row
  when ((old.website_id, old.escalation_policy_id) is distinct from (new.website_id, new.escalation_policy_id))
  execute function refuse_outside_limits();
