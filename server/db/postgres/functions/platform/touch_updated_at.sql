-- Strictly increasing for a row, so that it serves as the version behind ETag even for two updates in one millisecond. The arguments
-- of a trigger name what is no setting: while nothing else changes, the version stays. A column that is added later is a setting.
create or replace function touch_updated_at() returns trigger
  language plpgsql
  as $$ begin
    if tg_nargs > 0 and to_jsonb(old) - tg_argv = to_jsonb(new) - tg_argv then
      return new;
    end if;
    new.updated_at := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated_at + interval '1 millisecond');
    return new;
  end $$;
