-- How many rows the steps still have to delete.
create or replace function count_team_rows(p_team_id bigint) returns bigint
  language plpgsql stable
  as $$ declare t text; v_total bigint := 0; v_rows bigint; begin
    foreach t in array team_tables() loop
      execute format('select count(team_id) from %I where team_id = $1', t) into v_rows using p_team_id;
      v_total := v_total + v_rows;
    end loop;
    return v_total;
  end $$;
revoke all on function count_team_rows from public;
grant execute on function count_team_rows to sitewatch_worker;
