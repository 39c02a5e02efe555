-- The size of the inbox, for roles that may only append. Bounded, because it is read every second: above that number of batches,
-- which a worker merges unless it is stopped, the size of the table counts.
create or replace function measure_inbox(p_kind text)
  returns table (batches bigint, rows bigint, bytes bigint, oldest_seconds double precision)
  language sql stable security definer set search_path = sitewatch, pg_temp
  as $$
    select count(*), coalesce(sum(row_count), 0)::bigint,
      case when count(*) < 100000 then coalesce(sum(octet_length(body)), 0)::bigint else pg_table_size('inbox') end,
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::double precision
    from (select row_count, body, created_at from inbox where kind = p_kind order by id limit 100000) as waiting
  $$;
alter function measure_inbox owner to sitewatch_worker;
revoke all on function measure_inbox from public;
grant execute on function measure_inbox to sitewatch_collector;
