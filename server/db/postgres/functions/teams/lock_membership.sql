-- Waits for the transactions of that member that are under way, which enter() holds this lock for: nothing is written after the commit of a
-- removal or a change of the role.
create or replace function lock_membership() returns trigger
  language plpgsql
  as $$ begin
    perform pg_advisory_xact_lock(hashint8extended(old.team_id, old.user_id));
    return coalesce(new, old);
  end $$;
