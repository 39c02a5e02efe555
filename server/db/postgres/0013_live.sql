-- What changes is told at once to whoever of its owner is looking, and an incident knows what it cost.

-- "user topic id" on the channel `changes`: that something changed, never what, so that nothing of a tenant travels here. The
-- first argument is the topic; the second, if given, the column that names the record instead of `id`.
create function notify_change() returns trigger
  language plpgsql
  as $$ declare v_row jsonb := to_jsonb(coalesce(new, old)); begin
    perform pg_notify('changes', concat_ws(' ', v_row ->> 'user_id', tg_argv[0], v_row ->> coalesce(tg_argv[1], 'id')));
    return null;
  end $$;

do $$
declare t text[];
begin
  foreach t slice 1 in array array[['websites', 'website', 'id'], ['monitors', 'monitor', 'id'], ['incidents', 'incident', 'id'],
    ['providers', 'provider', 'id'], ['assignments', 'assignment', 'id'], ['deliveries', 'delivery', 'id'], ['goals', 'goal', 'id'],
    ['maintenance_windows', 'maintenance_window', 'id'], ['maintenance_monitors', 'maintenance_window', 'window_id']]
  loop
    execute format('create trigger %I after insert or delete on %I for each row execute function notify_change(%L, %L)',
      t[1] || '_live_made', t[1], t[2], t[3]);
  end loop;
  -- An update that changes nothing tells nothing.
  foreach t slice 1 in array array[['websites', 'website'], ['monitors', 'monitor'], ['providers', 'provider'],
    ['assignments', 'assignment'], ['goals', 'goal'], ['maintenance_windows', 'maintenance_window']]
  loop
    execute format('create trigger %I after update on %I for each row when (old.* is distinct from new.*)
      execute function notify_change(%L)', t[1] || '_live', t[1], t[2]);
  end loop;
end $$;
create trigger incidents_live after update on incidents for each row
  when ((old.acknowledged_at, old.resolved_at, old.impact) is distinct from (new.acknowledged_at, new.resolved_at, new.impact))
  execute function notify_change('incident');
create trigger deliveries_live after update on deliveries for each row
  when (old.status is distinct from new.status) execute function notify_change('delivery');
-- Not for each check: those that find things as they were do not name this column, so nothing is even compared. Suspected
-- still shows as up, and recovering as down.
create trigger monitor_state_live after update of status on monitor_state for each row
  when (new.location = ''
    and case old.status when 'suspected' then 'up' when 'recovering' then 'down' else old.status end
      is distinct from case new.status when 'suspected' then 'up' when 'recovering' then 'down' else new.status end)
  execute function notify_change('monitor', 'monitor_id');

-- When an incident is to be measured next; null when there is nothing more to find out. Those from before are left as they are.
alter table incidents add column impact_due_at timestamptz(3);
alter table incidents alter column impact_due_at set default now();
create index incidents_impact_due on incidents (impact_due_at) where impact_due_at is not null;

-- After the end, once more, when what visitors sent until then has been loaded.
create function plan_last_impact() returns trigger
  language plpgsql
  as $$ begin
    new.impact_due_at := clock_timestamp() + interval '2 minutes';
    return new;
  end $$;
create trigger incidents_plan_impact before update on incidents for each row
  when (old.resolved_at is null and new.resolved_at is not null) execute function plan_last_impact();

-- What is measured afterwards is no change of the record: its version stays.
drop trigger incidents_touch on incidents;
create trigger incidents_touch before update on incidents for each row
  when ((old.acknowledged_at, old.resolved_at, old.resolution, old.started_at, old.confirmed_at, old.cause_kind,
         old.cause_http_status, old.cause_message)
    is distinct from
        (new.acknowledged_at, new.resolved_at, new.resolution, new.started_at, new.confirmed_at, new.cause_kind,
         new.cause_http_status, new.cause_message))
  execute function touch_updated_at();

-- For the last 24 hours of every monitor of one owner, however long the history is.
create index incidents_ended on incidents (user_id, resolved_at);
-- What was not sent is little; what was is most of the table.
create index deliveries_unsent on deliveries (user_id, provider_id) where status <> 'sent';
