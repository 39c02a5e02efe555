-- An account is closed at once and emptied in the background, in steps: one statement that cascades over 400,000 deliveries
-- outlived every deadline.

-- What a foreign key asks for when the row it points at goes. Without them each deleted row cost a scan.
create index deliveries_of_monitor on deliveries (user_id, monitor_id);
create index deliveries_of_provider on deliveries (user_id, provider_id);
drop index monitors_website;
create index monitors_website on monitors (user_id, website_id) where website_id is not null;

-- A closed account is a suspended one: whatever asks for is_suspended stops at once. It never comes back.
alter table users add column deleted_at timestamptz(3);
alter table users add column deletion_rows_total bigint;
alter table users add column deletion_rows_removed bigint not null default 0;
alter table users add constraint users_deleted_stays_suspended check (deleted_at is null or is_suspended);
-- The address is free again as soon as the account is closed.
drop index users_email;
create unique index users_email on users (email) where deleted_at is null;
grant select (deleted_at, deletion_rows_total, deletion_rows_removed) on users to sitewatch_admin;

create function add_account_deletion_job(p_user_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  -- One queue for all: however many accounts are deleted, they take one place among the jobs.
  as $$ select graphile_worker.add_job('delete_account', json_build_object('user_id', p_user_id),
    queue_name := 'delete_account', job_key := 'delete_account:' || p_user_id, max_attempts := 1000) $$;
alter function add_account_deletion_job owner to sitewatch_jobs;
revoke all on function add_account_deletion_job from public;
grant execute on function add_account_deletion_job to sitewatch_auth, sitewatch_worker;

-- False when there is no such account, or it is closed already.
create function close_account(p_user_id bigint) returns boolean
  language plpgsql security definer set search_path = sitewatch, pg_temp
  as $$ begin
    update users set is_suspended = true, deleted_at = clock_timestamp() where id = p_user_id and deleted_at is null;
    if not found then return false; end if;
    delete from sessions where user_id = p_user_id;
    delete from password_resets where user_id = p_user_id;
    perform add_account_deletion_job(p_user_id);
    return true;
  end $$;
alter function close_account owner to sitewatch_auth;
revoke all on function close_account from public;
grant execute on function close_account to sitewatch_auth, sitewatch_admin;
revoke delete on users from sitewatch_auth, sitewatch_admin;

-- What an account may have many of, children first. Everything else goes with the account's own row.
create function account_tables() returns text[]
  language sql immutable
  as $$ select array['deliveries', 'status_mails', 'status_subscribers', 'incidents', 'monitor_unobserved', 'report_sends',
    'event_drops', 'idempotency', 'monitors', 'providers', 'websites', 'api_keys', 'sessions'] $$;

-- The worker may remove what belongs to a closed account, and the account itself when it is closed.
create function is_closed_account(p_user_id bigint) returns boolean
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$ select exists (select 1 from users where id = p_user_id and deleted_at is not null) $$;
alter function is_closed_account owner to sitewatch_auth;
revoke all on function is_closed_account from public;
grant execute on function is_closed_account to sitewatch_worker;

do $$
declare t text;
begin
  foreach t in array account_tables() loop
    -- Where the worker could not delete before, it can delete this and nothing more.
    if not has_table_privilege('sitewatch_worker', t, 'delete') and t not in ('incidents', 'monitors', 'monitor_unobserved') then
      execute format('create policy worker_deletes_closed on %I as restrictive for delete to sitewatch_worker
        using (is_closed_account(user_id))', t);
    end if;
    execute format('create policy worker_deletion on %I to sitewatch_worker using (is_closed_account(user_id))', t);
    execute format('grant select (user_id, ctid), delete on %I to sitewatch_worker', t);
  end loop;
end $$;
create policy worker_deletes_closed on users as restrictive for delete to sitewatch_worker using (deleted_at is not null);
grant select (deleted_at, deletion_rows_total, deletion_rows_removed), update (deletion_rows_total, deletion_rows_removed), delete
  on users to sitewatch_worker;

-- How many rows are left for the steps.
create function count_account_rows(p_user_id bigint) returns bigint
  language plpgsql stable
  as $$ declare t text; v_total bigint := 0; v_rows bigint; begin
    foreach t in array account_tables() loop
      execute format('select count(user_id) from %I where user_id = $1', t) into v_rows using p_user_id;
      v_total := v_total + v_rows;
    end loop;
    return v_total;
  end $$;

-- One step: at most so many rows of one table, or at the end the account. Returns whether there is more to do.
create function delete_account_step(p_user_id bigint, p_rows integer) returns boolean
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
revoke all on function count_account_rows, delete_account_step from public;
grant execute on function count_account_rows, delete_account_step to sitewatch_worker;

-- Deliveries and incidents go only with what they belong to, which is told by itself. Telling each took most of the time of a
-- deletion: 70 µs a row.
drop trigger deliveries_live_made on deliveries;
create trigger deliveries_live_made after insert on deliveries for each row execute function notify_change('delivery', 'id');
drop trigger incidents_live_made on incidents;
create trigger incidents_live_made after insert on incidents for each row execute function notify_change('incident', 'id');
