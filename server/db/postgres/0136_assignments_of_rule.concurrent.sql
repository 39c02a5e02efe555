drop index concurrently if exists assignments_of_rule;
create index concurrently assignments_of_rule on assignments (team_id, rule_id) where rule_id is not null;
