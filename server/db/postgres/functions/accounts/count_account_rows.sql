-- How many rows the steps still have to delete.
create or replace function count_account_rows(p_user_id bigint) returns bigint
  language plpgsql stable
  as $$ declare t text; v_total bigint := 0; v_rows bigint; begin
    foreach t in array account_tables() loop
      execute format('select count(user_id) from %I where user_id = $1', t) into v_rows using p_user_id;
      v_total := v_total + v_rows;
    end loop;
    return v_total;
  end $$;
revoke all on function count_account_rows from public;
grant execute on function count_account_rows to sitewatch_worker;
