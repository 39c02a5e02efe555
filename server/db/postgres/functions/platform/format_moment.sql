-- A time inside a JSON value, written as the API writes every time.
create or replace function format_moment(p_at timestamptz) returns text
  language sql stable
  as $$ select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
