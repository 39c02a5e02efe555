-- One step: deletes at most the given number of rows of one table, or finally the team, with its account if it is a personal one. Returns
-- whether there is more to do.
create or replace function delete_team_step(p_team_id bigint, p_rows integer) returns boolean
  language plpgsql
  as $$ declare t text; v_rows bigint; begin
    if not is_closed_team(p_team_id) then return false; end if;
    foreach t in array team_tables() loop
      execute format('delete from %I where ctid = any (array (select ctid from %I where team_id = $1 limit $2))', t, t)
        using p_team_id, p_rows;
      get diagnostics v_rows = row_count;
      if v_rows > 0 then
        update teams set deletion_rows_removed = deletion_rows_removed + v_rows where id = p_team_id;
        return true;
      end if;
    end loop;
    delete from users where id = (select personal_of from teams where id = p_team_id);
    delete from teams where id = p_team_id;
    return false;
  end $$;
revoke all on function delete_team_step from public;
grant execute on function delete_team_step to sitewatch_worker;
