-- Scheme, host and port of the page that the first event came from: what the first monitor of a website starts with.
alter table websites add column first_event_origin text check (length(first_event_origin) <= 4096);
grant update (first_event_origin) on websites to sitewatch_collector;
grant select (first_event_origin) on websites to sitewatch_user;
