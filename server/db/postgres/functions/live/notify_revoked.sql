-- Who follows changes holds a stream open, opened with a credential that may end meanwhile. That one of the user's has ended
-- goes the way of the changes, as a topic of its own; each stream of that user then looks at its own credential.
create or replace function notify_revoked() returns trigger
  language plpgsql
  as $$ declare v_row jsonb := to_jsonb(coalesce(new, old)); begin
    perform pg_notify('changes', concat(coalesce(v_row ->> 'user_id', v_row ->> 'id'), ' credential 0'));
    return null;
  end $$;
