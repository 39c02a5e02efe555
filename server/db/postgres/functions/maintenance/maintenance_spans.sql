-- The occurrences of a window that overlap a period, as maintenance_until sees them: in local time, each as long as the first.
create or replace function maintenance_spans(w maintenance_windows, p_from timestamptz, p_to timestamptz)
  returns table (from_at timestamptz, to_at timestamptz)
  language sql stable
  as $$
    select began, began + (w.ends_at - w.starts_at)
    from (select case w.repeat when 'daily' then interval '1 day' else interval '7 days' end as step) as s,
      -- One more on both sides: the length of a step changes with the clocks.
      lateral generate_series(
        case when w.repeat = 'none' then 0 else greatest(0, floor(
          extract(epoch from (p_from - (w.ends_at - w.starts_at)) - w.starts_at) / extract(epoch from s.step)) - 1) end::bigint,
        case when w.repeat = 'none' then 0 else ceil(extract(epoch from p_to - w.starts_at) / extract(epoch from s.step)) + 1 end::bigint)
        as number,
      lateral (select ((w.starts_at at time zone w.timezone) + number * s.step) at time zone w.timezone as began) as occurrence
    where began < p_to and began + (w.ends_at - w.starts_at) > p_from
  $$;
