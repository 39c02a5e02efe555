-- Who follows changes holds a stream open, opened with a credential that may end meanwhile. That one of the user's has ended
-- goes the way of the changes, as a topic of its own; each stream of that user then looks at its own credential.
create function notify_revoked() returns trigger
  language plpgsql
  as $$ declare v_row jsonb := to_jsonb(coalesce(new, old)); begin
    perform pg_notify('changes', concat(coalesce(v_row ->> 'user_id', v_row ->> 'id'), ' credential 0'));
    return null;
  end $$;

-- What has expired ended then, and not when it is swept away.
create trigger sessions_revoked after delete on sessions for each row when (old.expires_at > now())
  execute function notify_revoked();
create trigger api_keys_revoked after delete on api_keys for each row execute function notify_revoked();
create trigger users_suspended after update of is_suspended on users for each row
  when (new.is_suspended and not old.is_suspended) execute function notify_revoked();
