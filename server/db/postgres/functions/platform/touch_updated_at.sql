-- Strictly increasing for a row, so that it serves as the version behind ETag even for two updates in one millisecond.
create or replace function touch_updated_at() returns trigger
  language plpgsql
  as $$ begin
    new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
    return new;
  end $$;
