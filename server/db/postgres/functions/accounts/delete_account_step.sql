-- One step: deletes at most the given number of rows of one table, or finally the account. Returns whether there is more to do.
create or replace function delete_account_step(p_user_id bigint, p_rows integer) returns boolean
  language plpgsql
  as $$ declare t text; v_rows bigint; begin
    if not is_closed_account(p_user_id) then return false; end if;
    foreach t in array account_tables() loop
      execute format('delete from %I where ctid = any (array (select ctid from %I where user_id = $1 limit $2))', t, t)
        using p_user_id, p_rows;
      get diagnostics v_rows = row_count;
      if v_rows > 0 then
        update users set deletion_rows_removed = deletion_rows_removed + v_rows where id = p_user_id;
        return true;
      end if;
    end loop;
    delete from users where id = p_user_id;
    return false;
  end $$;
revoke all on function delete_account_step from public;
grant execute on function delete_account_step to sitewatch_worker;
