-- Sends "team topic id" on the channel `changes`: that something changed, never what, so that no team data is sent here. The first argument
-- is the topic; the second, if given, the column that identifies the record instead of `id`.
create or replace function notify_change() returns trigger
  language plpgsql
  as $$ declare v_row jsonb := to_jsonb(coalesce(new, old)); begin
    perform pg_notify('changes', concat_ws(' ', v_row ->> 'team_id', tg_argv[0], v_row ->> coalesce(tg_argv[1], 'id')));
    return null;
  end $$;
