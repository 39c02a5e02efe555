-- The only clock of slots and leases. Tests replace it to set it forward and back.
create or replace function checks_clock() returns timestamptz
  language sql volatile
  as $$ select clock_timestamp() $$;
