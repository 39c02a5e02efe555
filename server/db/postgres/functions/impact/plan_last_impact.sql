-- Once more after the end of an incident, when events sent until then have been loaded.
create or replace function plan_last_impact() returns trigger
  language plpgsql
  as $$ begin
    new.impact_due_at := clock_timestamp() + interval '2 minutes';
    return new;
  end $$;
