drop index concurrently if exists monitors_of_escalation_policy;
create index concurrently monitors_of_escalation_policy on monitors (team_id, escalation_policy_id) where escalation_policy_id is not null;
