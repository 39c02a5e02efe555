create or replace function clock_ms() returns bigint
  language sql volatile
  as $$ select (extract(epoch from checks_clock()) * 1000)::bigint $$;
