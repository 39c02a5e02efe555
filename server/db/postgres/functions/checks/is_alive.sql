-- Checks both directions, because a clock that was set back would otherwise keep a dead prober alive until it has caught up.
create or replace function is_alive(p_seen_at timestamptz) returns boolean
  language sql volatile
  as $$ select p_seen_at between checks_clock() - interval '6 seconds' and checks_clock() + interval '6 seconds' $$;
