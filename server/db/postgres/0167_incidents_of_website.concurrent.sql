drop index concurrently if exists incidents_of_website;
create index concurrently incidents_of_website on incidents (team_id, website_id, started_at desc, id desc) where website_id is not null;
drop index concurrently if exists incidents_one_open_of_website;
create unique index concurrently incidents_one_open_of_website on incidents (website_id) where resolved_at is null and website_id is not null;
