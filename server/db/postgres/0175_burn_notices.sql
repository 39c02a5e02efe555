-- Notices that the error budget of an objective burns. monitor_id of such a notice is one of the monitors that the objective is about.
alter table notices
  add column objective_alert_id bigint,
  add constraint notices_objective_alert_fkey foreign key (team_id, objective_alert_id)
    references objective_alerts (team_id, id) on delete cascade;

-- The kinds that are allowed so far stay, whichever migrations have added them.
do $$
declare
  v_table text;
  v_facts text;
begin
  foreach v_table in array array['notices', 'deliveries'] loop
    execute (
      select format('alter table %1$I drop constraint %1$s_kind_check, add constraint %1$s_kind_check check (kind in (%2$s))', v_table,
        (select string_agg(distinct quote_literal(k.kind), ', ') from (
          select m[1] as kind from regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') as m
          union select unnest(array['burn_fast', 'burn_slow'])) k))
      from pg_constraint c where c.conrelid = v_table::regclass and c.conname = v_table || '_kind_check');
  end loop;
  select pg_get_expr(conbin, conrelid) into strict v_facts from pg_constraint
    where conrelid = 'notices'::regclass and conname = 'notices_facts_check';
  execute format('alter table notices drop constraint notices_facts_check, add constraint notices_facts_check check (
    case when kind in (''burn_fast'', ''burn_slow'') then objective_alert_id is not null else %s end)', v_facts);
end $$;
