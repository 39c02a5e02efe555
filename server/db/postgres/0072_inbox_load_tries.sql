-- How often a load was begun, counted before each try: the first try of a load needs no look at what is already there, every
-- other one does. Loads of before this migration may have been tried.

alter table inbox_loads add column tries integer not null default 1;
alter table inbox_loads alter column tries set default 0;
