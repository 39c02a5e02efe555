-- When the window that is active at a given time ends; null if none is. Repetitions follow the local time of their time zone, so
-- "Sunday at two" stays at two when the clocks change; each lasts as long as the first.
create or replace function maintenance_until(w maintenance_windows, p_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select case when p_at >= began and p_at < began + (w.ends_at - w.starts_at) then began + (w.ends_at - w.starts_at) end
    from (select case when w.repeat = 'none' then w.starts_at else
        ((w.starts_at at time zone w.timezone)
          + greatest(0, floor(extract(epoch from (p_at at time zone w.timezone) - (w.starts_at at time zone w.timezone))
            / case w.repeat when 'daily' then 86400 else 604800 end))
          * case w.repeat when 'daily' then interval '1 day' else interval '7 days' end) at time zone w.timezone
      end as began) as occurrence
  $$;
