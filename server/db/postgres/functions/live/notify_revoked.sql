-- A client that follows changes holds a stream open, whose credential may end in between. That a credential of a user ended, or
-- that a membership ended or changed its role, is sent as "user credential 0"; each stream of that user then checks its own credential.
create or replace function notify_revoked() returns trigger
  language plpgsql
  as $$ declare v_row jsonb := to_jsonb(coalesce(new, old)); begin
    perform pg_notify('changes', concat(coalesce(v_row ->> 'user_id', v_row ->> 'id'), ' credential 0'));
    return null;
  end $$;
