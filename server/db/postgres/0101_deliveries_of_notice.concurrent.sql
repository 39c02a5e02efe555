drop index concurrently if exists deliveries_of_notice;
create index concurrently deliveries_of_notice on deliveries (team_id, notice_id) where notice_id is not null;
