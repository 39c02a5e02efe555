-- When the window starts next, from a given time on; null if never again. In local time, like maintenance_until.
create or replace function maintenance_next(w maintenance_windows, p_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select case when w.repeat = 'none' then case when w.starts_at >= p_at then w.starts_at end else
      ((w.starts_at at time zone w.timezone)
        + greatest(0, ceil(extract(epoch from (p_at at time zone w.timezone) - (w.starts_at at time zone w.timezone))
          / case w.repeat when 'daily' then 86400 else 604800 end))
        * case w.repeat when 'daily' then interval '1 day' else interval '7 days' end) at time zone w.timezone
      end
  $$;
