-- Deleting an objective deletes its alerts and their notices.
drop index concurrently if exists notices_of_objective_alert;
create index concurrently notices_of_objective_alert on notices (team_id, objective_alert_id) where objective_alert_id is not null;
