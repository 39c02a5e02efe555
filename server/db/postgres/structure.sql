-- The schema that the baseline and the numbered migrations make. Written by "npm run structure" and compared in a test; never run.
-- Left out: the texts of functions (functions/), and the rights of sitewatch_backup, which reads every table.

create table annotations (
  id bigint not null generated always as identity,
  team_id bigint not null,
  website_id bigint not null,
  happened_at timestamp(3) with time zone not null,
  text text not null,
  link text,
  author text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint annotations_pkey PRIMARY KEY (id),
  constraint annotations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint annotations_team_id_id_key UNIQUE (team_id, id),
  constraint annotations_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE,
  constraint annotations_text_check CHECK (((length(text) >= 1) AND (length(text) <= 200)))
);
CREATE INDEX annotations_of_website ON annotations USING btree (team_id, website_id, happened_at DESC, id DESC);
CREATE TRIGGER annotations_live AFTER UPDATE ON annotations FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('annotation');
CREATE TRIGGER annotations_live_made AFTER INSERT OR DELETE ON annotations FOR EACH ROW EXECUTE FUNCTION notify_change('annotation');
CREATE TRIGGER annotations_touch BEFORE UPDATE ON annotations FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table annotations enable row level security;
alter table annotations force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (website_id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, select to sitewatch_worker;

create table api_keys (
  id bigint not null generated always as identity,
  team_id bigint not null,
  user_id bigint not null,
  name text not null,
  scopes text[] not null,
  prefix text not null,
  token_hash bytea not null,
  minted_by bigint,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  allowed_addresses text[] not null default '{}'::text[],
  website_ids bigint[],
  monitor_ids bigint[],
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint api_keys_allowed_addresses_check CHECK ((cardinality(allowed_addresses) <= 50)),
  constraint api_keys_limits_check CHECK (((website_ids IS NULL) = (monitor_ids IS NULL))),
  constraint api_keys_monitor_ids_check CHECK ((cardinality(monitor_ids) <= 500)),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_prefix_check CHECK ((length(prefix) = 11)),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint api_keys_team_id_id_key UNIQUE (team_id, id),
  constraint api_keys_team_id_minted_by_fkey FOREIGN KEY (team_id, minted_by) REFERENCES api_keys(team_id, id) ON DELETE CASCADE,
  constraint api_keys_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE,
  constraint api_keys_token_hash_key UNIQUE (token_hash),
  constraint api_keys_website_ids_check CHECK ((cardinality(website_ids) <= 500))
);
CREATE INDEX api_keys_minted_by ON api_keys USING btree (team_id, minted_by);
CREATE INDEX api_keys_user ON api_keys USING btree (team_id, user_id, id);
CREATE TRIGGER api_keys_ended AFTER UPDATE OF expires_at ON api_keys FOR EACH ROW WHEN ((new.expires_at IS DISTINCT FROM old.expires_at)) EXECUTE FUNCTION notify_revoked();
CREATE TRIGGER api_keys_revoked AFTER DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION notify_revoked();
alter table api_keys enable row level security;
alter table api_keys force row level security;
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((id = ( SELECT (current_setting('sitewatch.key_id'::text))::bigint AS current_setting))) with check (false);
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND ((user_id = ( SELECT current_user_id() AS current_user_id)) OR ( SELECT can_administer() AS can_administer)))) with check (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy worker_deletes_closed as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
grant delete, select, update (last_used_at, monitor_ids, website_ids) to sitewatch_auth;
grant delete, insert, select (allowed_addresses, created_at, expires_at, id, last_used_at, minted_by, monitor_ids, name, prefix, scopes, team_id, token_hash, updated_at, user_id, website_ids), update (expires_at, minted_by) to sitewatch_guest;
grant delete, insert, select, update (expires_at, minted_by) to sitewatch_user;
grant delete, select (team_id, user_id) to sitewatch_worker;

create table assignment_rule_providers (
  team_id bigint not null,
  rule_id bigint not null,
  provider_id bigint not null,
  constraint assignment_rule_providers_pkey PRIMARY KEY (team_id, rule_id, provider_id),
  constraint assignment_rule_providers_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint assignment_rule_providers_team_id_provider_id_fkey FOREIGN KEY (team_id, provider_id) REFERENCES providers(team_id, id) ON DELETE CASCADE,
  constraint assignment_rule_providers_team_id_rule_id_fkey FOREIGN KEY (team_id, rule_id) REFERENCES assignment_rules(team_id, id) ON DELETE CASCADE
);
CREATE INDEX assignment_rule_providers_of_provider ON assignment_rule_providers USING btree (team_id, provider_id);
alter table assignment_rule_providers enable row level security;
alter table assignment_rule_providers force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant select to sitewatch_worker;

create table assignment_rules (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text,
  applies_to text not null,
  tag text collate "C",
  website_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint assignment_rules_applies_to_check CHECK ((applies_to = ANY (ARRAY['all'::text, 'tag'::text, 'website'::text]))),
  constraint assignment_rules_check CHECK (((applies_to = 'tag'::text) = (tag IS NOT NULL))),
  constraint assignment_rules_check1 CHECK (((applies_to = 'website'::text) = (website_id IS NOT NULL))),
  constraint assignment_rules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint assignment_rules_pkey PRIMARY KEY (id),
  constraint assignment_rules_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 50))),
  constraint assignment_rules_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint assignment_rules_team_id_id_key UNIQUE (team_id, id),
  constraint assignment_rules_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX assignment_rules_of_website ON assignment_rules USING btree (team_id, website_id) WHERE (website_id IS NOT NULL);
CREATE TRIGGER assignment_rules_gone AFTER DELETE ON assignment_rules REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION follow_deleted_rules();
CREATE TRIGGER assignment_rules_live AFTER UPDATE ON assignment_rules FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('assignment_rule');
CREATE TRIGGER assignment_rules_live_made AFTER INSERT OR DELETE ON assignment_rules FOR EACH ROW EXECUTE FUNCTION notify_change('assignment_rule', 'id');
CREATE TRIGGER assignment_rules_touch BEFORE UPDATE ON assignment_rules FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION touch_updated_at();
alter table assignment_rules enable row level security;
alter table assignment_rules force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table assignments (
  id bigint not null generated always as identity,
  team_id bigint not null,
  monitor_id bigint not null,
  provider_id bigint not null,
  enabled boolean not null default true,
  rule_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint assignments_pkey PRIMARY KEY (id),
  constraint assignments_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint assignments_team_id_id_key UNIQUE (team_id, id),
  constraint assignments_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint assignments_team_id_monitor_id_provider_id_key UNIQUE (team_id, monitor_id, provider_id),
  constraint assignments_team_id_provider_id_fkey FOREIGN KEY (team_id, provider_id) REFERENCES providers(team_id, id) ON DELETE CASCADE,
  constraint assignments_team_id_rule_id_fkey FOREIGN KEY (team_id, rule_id) REFERENCES assignment_rules(team_id, id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX assignments_of_provider ON assignments USING btree (team_id, provider_id);
CREATE INDEX assignments_of_rule ON assignments USING btree (team_id, rule_id) WHERE (rule_id IS NOT NULL);
CREATE TRIGGER assignments_forget_removed AFTER INSERT ON assignments REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION forget_removed_assignments();
CREATE TRIGGER assignments_live AFTER UPDATE ON assignments FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('assignment');
CREATE TRIGGER assignments_live_made AFTER INSERT OR DELETE ON assignments FOR EACH ROW EXECUTE FUNCTION notify_change('assignment', 'id');
CREATE TRIGGER assignments_touch BEFORE UPDATE ON assignments FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION touch_updated_at();
alter table assignments enable row level security;
alter table assignments force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = assignments.team_id) AND (m.id = assignments.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker_alerts to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (created_at, enabled, id, monitor_id, provider_id, rule_id, team_id, updated_at) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, insert, select, update (rule_id) to sitewatch_worker;

create table audit_log (
  id bigint not null generated always as identity,
  team_id bigint not null,
  action text not null,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null,
  user_id bigint not null default 0,
  record_type text not null,
  record_id bigint,
  record_name text not null,
  changes json not null default '[]'::json,
  ip_address text,
  created_at timestamp(3) with time zone not null default now(),
  constraint audit_log_actor_type_check CHECK ((actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'operator'::text, 'system'::text, 'anonymous'::text]))),
  constraint audit_log_pkey PRIMARY KEY (team_id, id),
  constraint audit_log_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX audit_log_created_at ON audit_log USING btree (created_at);
CREATE INDEX audit_log_record ON audit_log USING btree (team_id, record_type, record_id, id);
alter table audit_log enable row level security;
alter table audit_log force row level security;
policy admin_insert for insert to sitewatch_admin with check ((team_id = user_id));
policy administrators for select to sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND ( SELECT can_administer() AS can_administer)));
policy auth_insert for insert to sitewatch_auth with check (true);
policy person_insert for insert to sitewatch_guest, sitewatch_user with check ((((team_id = ( SELECT current_team_id() AS current_team_id)) OR (team_id = ( SELECT current_user_id() AS current_user_id))) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy worker for select to sitewatch_worker using (true);
policy worker_delete for delete to sitewatch_worker using (((created_at < (now() - '1 day'::interval)) OR is_closed_team(team_id)));
policy worker_insert for insert to sitewatch_worker with check ((actor_type = 'system'::text));
grant insert to sitewatch_admin;
grant insert to sitewatch_auth;
grant insert, select to sitewatch_guest;
grant insert, select to sitewatch_user;
grant delete, insert, select (created_at, id, team_id) to sitewatch_worker;

create table backup_status (
  is_only boolean not null default true,
  attempted_at timestamp(3) with time zone,
  succeeded_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  duration_ms integer not null default 0,
  bytes bigint not null default 0,
  failures integer not null default 0,
  error text not null default ''::text,
  constraint backup_status_is_only_check CHECK (is_only),
  constraint backup_status_pkey PRIMARY KEY (is_only)
);
grant select, update to sitewatch_worker;

create table canary (
  only_one boolean not null default true,
  flipped_at timestamp with time zone,
  seen_at timestamp with time zone,
  constraint canary_only_one_check CHECK (only_one),
  constraint canary_pkey PRIMARY KEY (only_one)
);
grant select, update to sitewatch_worker;

create table deliveries (
  id bigint not null generated always as identity,
  team_id bigint not null,
  incident_id bigint,
  monitor_id bigint,
  provider_id bigint not null,
  kind text not null,
  sequence integer not null default 0,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  last_error text,
  attempt_started_at timestamp(3) with time zone,
  possible_repeat boolean not null default false,
  horizon_from timestamp(3) with time zone not null default clock_timestamp(),
  sent_at timestamp(3) with time zone,
  notice_id bigint,
  held_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint deliveries_check CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint deliveries_kind_check CHECK ((kind = ANY (ARRAY['acknowledged'::text, 'burn_fast'::text, 'burn_slow'::text, 'domain_expiring'::text, 'domain_renewed'::text, 'escalation'::text, 'expiring'::text, 'flapping_ended'::text, 'flapping_started'::text, 'opened'::text, 'reminder'::text, 'renewed'::text, 'resolved'::text, 'slow_ended'::text, 'slow_started'::text]))),
  constraint deliveries_monitor_check CHECK (((monitor_id IS NOT NULL) OR (incident_id IS NOT NULL))),
  constraint deliveries_notice_fkey FOREIGN KEY (team_id, notice_id) REFERENCES notices(team_id, id) ON DELETE CASCADE,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'skipped'::text]))),
  constraint deliveries_subject_check CHECK (((incident_id IS NULL) <> (notice_id IS NULL))),
  constraint deliveries_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint deliveries_team_id_id_key UNIQUE (team_id, id),
  constraint deliveries_team_id_incident_id_fkey FOREIGN KEY (team_id, incident_id) REFERENCES incidents(team_id, id) ON DELETE CASCADE,
  constraint deliveries_team_id_incident_id_provider_id_kind_sequence_key UNIQUE (team_id, incident_id, provider_id, kind, sequence),
  constraint deliveries_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint deliveries_team_id_provider_id_fkey FOREIGN KEY (team_id, provider_id) REFERENCES providers(team_id, id) ON DELETE CASCADE
);
CREATE INDEX deliveries_failed ON deliveries USING btree (team_id) WHERE (status = 'failed'::text);
CREATE INDEX deliveries_listed ON deliveries USING btree (team_id, id DESC);
CREATE INDEX deliveries_of_monitor ON deliveries USING btree (team_id, monitor_id);
CREATE INDEX deliveries_of_notice ON deliveries USING btree (team_id, notice_id) WHERE (notice_id IS NOT NULL);
CREATE INDEX deliveries_of_provider ON deliveries USING btree (team_id, provider_id);
CREATE INDEX deliveries_pending ON deliveries USING btree (provider_id, id) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_recent ON deliveries USING btree (provider_id, sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX deliveries_unsent ON deliveries USING btree (team_id, provider_id) WHERE (status <> 'sent'::text);
CREATE TRIGGER deliveries_live AFTER UPDATE ON deliveries FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION notify_change('delivery');
CREATE TRIGGER deliveries_live_made AFTER INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION notify_change('delivery', 'id');
CREATE TRIGGER deliveries_touch BEFORE UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table deliveries enable row level security;
alter table deliveries force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (
CASE
    WHEN (monitor_id IS NULL) THEN (EXISTS ( SELECT
       FROM incidents i
      WHERE ((i.team_id = deliveries.team_id) AND (i.id = deliveries.incident_id))))
    ELSE (EXISTS ( SELECT
       FROM monitors m
      WHERE ((m.team_id = deliveries.team_id) AND (m.id = deliveries.monitor_id))))
END);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (attempt_started_at, attempts, created_at, held_until, horizon_from, id, incident_id, kind, last_error, monitor_id, notice_id, possible_repeat, provider_id, sent_at, sequence, status, team_id, updated_at) to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table deploy_monitors (
  team_id bigint not null,
  deploy_id bigint not null,
  monitor_id bigint not null,
  constraint deploy_monitors_pkey PRIMARY KEY (team_id, deploy_id, monitor_id),
  constraint deploy_monitors_team_id_deploy_id_fkey FOREIGN KEY (team_id, deploy_id) REFERENCES deploys(team_id, id) ON DELETE CASCADE,
  constraint deploy_monitors_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE
);
CREATE INDEX deploy_monitors_of_monitor ON deploy_monitors USING btree (team_id, monitor_id);
alter table deploy_monitors enable row level security;
alter table deploy_monitors force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant delete, select to sitewatch_worker;

create table deploy_verdicts (
  team_id bigint not null,
  deploy_id bigint not null,
  website_id bigint not null,
  websites integer not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  metrics jsonb not null default '[]'::jsonb,
  verdict text,
  decided_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint deploy_verdicts_check CHECK ((ends_at >= starts_at)),
  constraint deploy_verdicts_check1 CHECK (((verdict IS NULL) = (decided_at IS NULL))),
  constraint deploy_verdicts_check2 CHECK (((due_at IS NOT NULL) OR (verdict IS NOT NULL))),
  constraint deploy_verdicts_metrics_check CHECK ((jsonb_typeof(metrics) = 'array'::text)),
  constraint deploy_verdicts_pkey PRIMARY KEY (team_id, deploy_id, website_id),
  constraint deploy_verdicts_team_id_deploy_id_fkey FOREIGN KEY (team_id, deploy_id) REFERENCES deploys(team_id, id) ON DELETE CASCADE,
  constraint deploy_verdicts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint deploy_verdicts_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE,
  constraint deploy_verdicts_verdict_check CHECK ((verdict = ANY (ARRAY['better'::text, 'no_difference'::text, 'worse'::text, 'not_enough_traffic'::text]))),
  constraint deploy_verdicts_websites_check CHECK (((websites >= 1) AND (websites <= 20)))
);
CREATE INDEX deploy_verdicts_due ON deploy_verdicts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deploy_verdicts_of_website ON deploy_verdicts USING btree (team_id, website_id, starts_at);
CREATE TRIGGER deploy_verdicts_live AFTER UPDATE ON deploy_verdicts FOR EACH ROW WHEN (((old.verdict IS DISTINCT FROM new.verdict) OR ((old.due_at IS NULL) <> (new.due_at IS NULL)))) EXECUTE FUNCTION notify_change('deploy', 'deploy_id');
CREATE TRIGGER deploy_verdicts_touch BEFORE UPDATE ON deploy_verdicts FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table deploy_verdicts enable row level security;
alter table deploy_verdicts force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update (decided_at, due_at, ends_at, metrics, updated_at, verdict) to sitewatch_user;
grant delete, select, update (due_at) to sitewatch_worker;

create table deploy_websites (
  team_id bigint not null,
  deploy_id bigint not null,
  website_id bigint not null,
  constraint deploy_websites_pkey PRIMARY KEY (team_id, deploy_id, website_id),
  constraint deploy_websites_team_id_deploy_id_fkey FOREIGN KEY (team_id, deploy_id) REFERENCES deploys(team_id, id) ON DELETE CASCADE,
  constraint deploy_websites_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX deploy_websites_of_website ON deploy_websites USING btree (team_id, website_id);
alter table deploy_websites enable row level security;
alter table deploy_websites force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant delete, select to sitewatch_worker;

create table deploys (
  id bigint not null generated always as identity,
  team_id bigint not null,
  version text not null,
  environment text not null,
  commit text,
  link text,
  whole_team boolean not null,
  tags text[] not null default '{}'::text[],
  deployed_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint deploys_check CHECK (((NOT whole_team) OR (tags = '{}'::text[]))),
  constraint deploys_commit_check CHECK (((length(commit) >= 1) AND (length(commit) <= 64))),
  constraint deploys_environment_check CHECK (((length(environment) >= 1) AND (length(environment) <= 60))),
  constraint deploys_pkey PRIMARY KEY (id),
  constraint deploys_team_id_environment_version_commit_key UNIQUE NULLS NOT DISTINCT (team_id, environment, version, commit),
  constraint deploys_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint deploys_team_id_id_key UNIQUE (team_id, id),
  constraint deploys_version_check CHECK (((length(version) >= 1) AND (length(version) <= 120)))
);
CREATE INDEX deploys_by_time ON deploys USING btree (team_id, deployed_at DESC, id DESC);
CREATE INDEX deploys_expired ON deploys USING btree (deployed_at);
CREATE TRIGGER deploys_live_made AFTER INSERT OR DELETE ON deploys FOR EACH ROW EXECUTE FUNCTION notify_change('deploy');
alter table deploys enable row level security;
alter table deploys force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant delete, select to sitewatch_worker;

create table domain_registrations (
  domain text not null,
  expires_at timestamp(3) with time zone,
  next_check_at timestamp(3) with time zone not null default now(),
  last_error text,
  constraint domain_registrations_pkey PRIMARY KEY (domain)
);
CREATE INDEX domain_registrations_due ON domain_registrations USING btree (next_check_at);
grant delete, insert, select, update to sitewatch_worker;

create table escalation_messages (
  team_id bigint not null,
  incident_id bigint not null,
  position integer not null,
  step smallint not null,
  round smallint not null,
  repeat smallint not null,
  due_at timestamp(3) with time zone not null,
  at timestamp(3) with time zone not null,
  targets jsonb not null,
  constraint escalation_messages_pkey PRIMARY KEY (team_id, incident_id, "position"),
  constraint escalation_messages_team_id_incident_id_fkey FOREIGN KEY (team_id, incident_id) REFERENCES escalations(team_id, incident_id) ON DELETE CASCADE
);
alter table escalation_messages enable row level security;
alter table escalation_messages force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant insert, select to sitewatch_worker;

create table escalation_policies (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  repeats smallint not null,
  repeat_minutes smallint not null,
  is_default boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint escalation_policies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint escalation_policies_pkey PRIMARY KEY (id),
  constraint escalation_policies_repeat_minutes_check CHECK (((repeat_minutes >= 1) AND (repeat_minutes <= 1440))),
  constraint escalation_policies_repeats_check CHECK (((repeats >= 0) AND (repeats <= 10))),
  constraint escalation_policies_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint escalation_policies_team_id_id_key UNIQUE (team_id, id)
);
CREATE UNIQUE INDEX escalation_policies_default ON escalation_policies USING btree (team_id) WHERE is_default;
CREATE TRIGGER escalation_policies_live AFTER UPDATE ON escalation_policies FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('escalation_policy');
CREATE TRIGGER escalation_policies_live_made AFTER INSERT OR DELETE ON escalation_policies FOR EACH ROW EXECUTE FUNCTION notify_change('escalation_policy');
CREATE TRIGGER escalation_policies_touch BEFORE UPDATE ON escalation_policies FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table escalation_policies enable row level security;
alter table escalation_policies force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((is_default OR (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = escalation_policies.team_id) AND (m.escalation_policy_id = escalation_policies.id)))) OR (EXISTS ( SELECT
   FROM escalation_tags x
  WHERE ((x.team_id = escalation_policies.team_id) AND (x.policy_id = escalation_policies.id)))))) with check (false);
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table escalation_steps (
  team_id bigint not null,
  policy_id bigint not null,
  position smallint not null,
  after_minutes smallint not null,
  repeats smallint not null,
  repeat_minutes smallint not null,
  constraint escalation_steps_after_minutes_check CHECK (((after_minutes >= 0) AND (after_minutes <= 1440))),
  constraint escalation_steps_check CHECK ((("position" = 1) OR (after_minutes > 0))),
  constraint escalation_steps_pkey PRIMARY KEY (team_id, policy_id, "position"),
  constraint escalation_steps_position_check CHECK ((("position" >= 1) AND ("position" <= 10))),
  constraint escalation_steps_repeat_minutes_check CHECK (((repeat_minutes >= 1) AND (repeat_minutes <= 1440))),
  constraint escalation_steps_repeats_check CHECK (((repeats >= 0) AND (repeats <= 10))),
  constraint escalation_steps_team_id_policy_id_fkey FOREIGN KEY (team_id, policy_id) REFERENCES escalation_policies(team_id, id) ON DELETE CASCADE
);
alter table escalation_steps enable row level security;
alter table escalation_steps force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table escalation_tags (
  team_id bigint not null,
  tag text collate "C" not null,
  policy_id bigint not null,
  constraint escalation_tags_pkey PRIMARY KEY (team_id, tag),
  constraint escalation_tags_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 50))),
  constraint escalation_tags_team_id_policy_id_fkey FOREIGN KEY (team_id, policy_id) REFERENCES escalation_policies(team_id, id) ON DELETE CASCADE
);
CREATE INDEX escalation_tags_of_policy ON escalation_tags USING btree (team_id, policy_id);
alter table escalation_tags enable row level security;
alter table escalation_tags force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = escalation_tags.team_id) AND (m.tags @> ARRAY[escalation_tags.tag]))))) with check (false);
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table escalation_targets (
  team_id bigint not null,
  policy_id bigint not null,
  step smallint not null,
  position smallint not null,
  provider_id bigint,
  schedule_id bigint,
  constraint escalation_targets_check CHECK ((num_nonnulls(provider_id, schedule_id) = 1)),
  constraint escalation_targets_pkey PRIMARY KEY (team_id, policy_id, step, "position"),
  constraint escalation_targets_team_id_policy_id_step_fkey FOREIGN KEY (team_id, policy_id, step) REFERENCES escalation_steps(team_id, policy_id, "position") ON DELETE CASCADE,
  constraint escalation_targets_team_id_provider_id_fkey FOREIGN KEY (team_id, provider_id) REFERENCES providers(team_id, id) ON DELETE CASCADE,
  constraint escalation_targets_team_id_schedule_id_fkey FOREIGN KEY (team_id, schedule_id) REFERENCES on_call_schedules(team_id, id) ON DELETE CASCADE
);
CREATE INDEX escalation_targets_of_provider ON escalation_targets USING btree (team_id, provider_id);
CREATE INDEX escalation_targets_of_schedule ON escalation_targets USING btree (team_id, schedule_id);
alter table escalation_targets enable row level security;
alter table escalation_targets force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM escalation_policies p
  WHERE ((p.team_id = escalation_targets.team_id) AND (p.id = escalation_targets.policy_id))))) with check (false);
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table escalations (
  team_id bigint not null,
  incident_id bigint not null,
  policy_id bigint,
  policy_name text not null,
  plan jsonb not null,
  position integer not null default 0,
  planned_at timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone,
  look_at timestamp(3) with time zone,
  ended text,
  created_at timestamp(3) with time zone not null default now(),
  constraint escalations_check CHECK ((((next_at IS NULL) = (ended IS NOT NULL)) AND ((next_at IS NULL) = (look_at IS NULL)))),
  constraint escalations_ended_check CHECK ((ended = ANY (ARRAY['acknowledged'::text, 'resolved'::text, 'finished'::text, 'policy_deleted'::text]))),
  constraint escalations_pkey PRIMARY KEY (team_id, incident_id),
  constraint escalations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint escalations_team_id_incident_id_fkey FOREIGN KEY (team_id, incident_id) REFERENCES incidents(team_id, id) ON DELETE CASCADE,
  constraint escalations_team_id_policy_id_fkey FOREIGN KEY (team_id, policy_id) REFERENCES escalation_policies(team_id, id) ON DELETE SET NULL (policy_id)
);
CREATE INDEX escalations_due ON escalations USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX escalations_of_policy ON escalations USING btree (team_id, policy_id);
CREATE INDEX escalations_planned ON escalations USING btree (planned_at) WHERE (look_at IS NOT NULL);
CREATE TRIGGER escalations_live AFTER UPDATE ON escalations FOR EACH ROW WHEN (((old."position" IS DISTINCT FROM new."position") OR (old.ended IS DISTINCT FROM new.ended))) EXECUTE FUNCTION notify_change('incident', 'incident_id');
alter table escalations enable row level security;
alter table escalations force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table event_drops (
  team_id bigint not null,
  website_id bigint not null,
  day date not null,
  reason text collate "C" not null,
  detail text collate "C" not null default ''::text,
  count bigint not null,
  last_at timestamp(3) with time zone not null,
  constraint event_drops_count_check CHECK ((count > 0)),
  constraint event_drops_detail_check CHECK ((length(detail) <= 60)),
  constraint event_drops_pkey PRIMARY KEY (team_id, website_id, day, reason, detail),
  constraint event_drops_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 40))),
  constraint event_drops_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint event_drops_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX event_drops_day ON event_drops USING btree (day);
alter table event_drops enable row level security;
alter table event_drops force row level security;
policy collector to sitewatch_collector using (true);
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (website_id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant insert, select, update (count, last_at) to sitewatch_collector;
grant select (count, day, detail, last_at, reason, team_id, website_id) to sitewatch_guest;
grant select to sitewatch_user;
grant delete, select (day, team_id) to sitewatch_worker;

create table function_texts (
  name text not null,
  hash text not null,
  version text not null,
  applied_at timestamp with time zone not null default now(),
  constraint function_texts_pkey PRIMARY KEY (name)
);
grant select to public;

create table goals (
  id bigint not null generated always as identity,
  team_id bigint not null,
  website_id bigint not null,
  name text not null,
  kind text not null,
  value text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint goals_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'event'::text]))),
  constraint goals_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint goals_pkey PRIMARY KEY (id),
  constraint goals_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint goals_team_id_id_key UNIQUE (team_id, id),
  constraint goals_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE,
  constraint goals_value_check CHECK (((length(value) >= 1) AND (length(value) <= 2000)))
);
CREATE UNIQUE INDEX goals_name ON goals USING btree (team_id, website_id, name);
CREATE TRIGGER goals_live AFTER UPDATE ON goals FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('goal');
CREATE TRIGGER goals_live_made AFTER INSERT OR DELETE ON goals FOR EACH ROW EXECUTE FUNCTION notify_change('goal', 'id');
CREATE TRIGGER goals_touch BEFORE UPDATE ON goals FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.value IS DISTINCT FROM new.value))) EXECUTE FUNCTION touch_updated_at();
alter table goals enable row level security;
alter table goals force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (website_id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (created_at, id, kind, name, team_id, updated_at, value, website_id) to sitewatch_guest;
grant delete, insert, select, update (kind, name, value) to sitewatch_user;

create table guest_websites (
  team_id bigint not null,
  user_id bigint not null,
  website_id bigint not null,
  constraint guest_websites_pkey PRIMARY KEY (team_id, user_id, website_id),
  constraint guest_websites_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE,
  constraint guest_websites_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX guest_websites_website ON guest_websites USING btree (team_id, website_id);
alter table guest_websites enable row level security;
alter table guest_websites force row level security;
policy administrators_delete for delete to sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND ( SELECT can_administer() AS can_administer)));
policy administrators_insert for insert to sitewatch_user with check (((team_id = ( SELECT current_team_id() AS current_team_id)) AND ( SELECT can_administer() AS can_administer)));
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (true) with check (false);
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy person for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_auth;
grant select (team_id, user_id, website_id) to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant select to sitewatch_worker;

create table heartbeat_outages (
  from_at bigint not null,
  to_at bigint not null,
  constraint heartbeat_outages_check CHECK ((from_at < to_at))
);
CREATE INDEX heartbeat_outages_ended ON heartbeat_outages USING btree (to_at);
grant delete, insert, select to sitewatch_worker;

create table heartbeat_pings (
  team_id bigint not null,
  monitor_id bigint not null,
  slot smallint not null,
  number bigint not null,
  kind text not null,
  exit_status smallint,
  run_id text,
  run_ms bigint,
  body text,
  received_at bigint not null,
  constraint heartbeat_pings_kind_check CHECK ((kind = ANY (ARRAY['success'::text, 'start'::text, 'fail'::text]))),
  constraint heartbeat_pings_pkey PRIMARY KEY (team_id, monitor_id, slot),
  constraint heartbeat_pings_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES heartbeats(team_id, monitor_id) ON DELETE CASCADE
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.05, fillfactor=70);
alter table heartbeat_pings enable row level security;
alter table heartbeat_pings force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = heartbeat_pings.team_id) AND (m.id = heartbeat_pings.monitor_id))))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = heartbeat_pings.team_id) AND (m.id = heartbeat_pings.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant insert, select to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table heartbeat_receiver (
  is_only boolean not null default true,
  seen_at bigint not null,
  constraint heartbeat_receiver_is_only_check CHECK (is_only),
  constraint heartbeat_receiver_pkey PRIMARY KEY (is_only)
);
grant delete, insert, select, update to sitewatch_worker;

create table heartbeats (
  team_id bigint not null,
  monitor_id bigint not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  armed_at bigint not null,
  ping_count bigint not null default 0,
  last_ping_at bigint,
  last_success_at bigint,
  is_failed boolean not null default false,
  last_exit_status smallint,
  last_run_ms bigint,
  open_runs jsonb not null default '{}'::jsonb,
  needs_check boolean not null default false,
  constraint heartbeats_pkey PRIMARY KEY (team_id, monitor_id),
  constraint heartbeats_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint heartbeats_token_hash_key UNIQUE (token_hash)
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.05, fillfactor=70);
CREATE INDEX heartbeats_of_monitor ON heartbeats USING btree (monitor_id);
CREATE INDEX heartbeats_to_check ON heartbeats USING btree (monitor_id) WHERE needs_check;
alter table heartbeats enable row level security;
alter table heartbeats force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = heartbeats.team_id) AND (m.id = heartbeats.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table held_alerts (
  team_id bigint not null,
  incident_id bigint not null,
  look_at timestamp(3) with time zone not null,
  constraint held_alerts_pkey PRIMARY KEY (team_id, incident_id),
  constraint held_alerts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint held_alerts_team_id_incident_id_fkey FOREIGN KEY (team_id, incident_id) REFERENCES incidents(team_id, id) ON DELETE CASCADE
);
CREATE INDEX held_alerts_due ON held_alerts USING btree (look_at);
alter table held_alerts enable row level security;
alter table held_alerts force row level security;
policy worker to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_worker;

create table history_store (
  is_only boolean not null default true,
  store_id uuid not null,
  adopted_at timestamp(3) with time zone not null default now(),
  constraint history_store_is_only_check CHECK (is_only),
  constraint history_store_pkey PRIMARY KEY (is_only)
);
grant insert, select, update to sitewatch_admin;
grant insert, select to sitewatch_worker;

create table idempotency (
  team_id bigint not null,
  user_id bigint not null,
  route text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  status smallint,
  answer bytea,
  created_at timestamp(3) with time zone not null default now(),
  constraint idempotency_pkey PRIMARY KEY (team_id, user_id, route, key_hash),
  constraint idempotency_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE
);
CREATE INDEX idempotency_created_at ON idempotency USING btree (created_at);
alter table idempotency enable row level security;
alter table idempotency force row level security;
policy person to sitewatch_guest, sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy worker to sitewatch_worker using (true);
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
grant delete, insert, select (answer, body_hash, created_at, key_hash, route, status, team_id, user_id), update to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, select (created_at, team_id, user_id) to sitewatch_worker;

create table identities (
  id bigint not null generated always as identity,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  email text not null,
  last_used_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint identities_user_id_id_key UNIQUE (user_id, id)
);
alter table identities enable row level security;
alter table identities force row level security;
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using ((user_id = ( SELECT current_user_id() AS current_user_id)));
grant delete, insert, select, update to sitewatch_auth;
grant delete, select to sitewatch_guest;
grant delete, select to sitewatch_user;

create table inbox (
  id bigint not null generated always as identity,
  kind text not null,
  row_count integer not null,
  raw_bytes integer not null,
  body bytea not null,
  last_id bigint,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint inbox_kind_check CHECK ((kind = ANY (ARRAY['checks'::text, 'events'::text, 'filtered_events'::text]))),
  constraint inbox_pkey PRIMARY KEY (kind, id),
  constraint inbox_row_count_check CHECK ((row_count > 0))
) with (autovacuum_vacuum_insert_scale_factor=0.2, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
grant insert to sitewatch_collector;
grant delete, insert, select to sitewatch_worker;

create table inbox_loads (
  load_id uuid not null default gen_random_uuid(),
  kind text not null,
  inbox_ids bigint[] not null,
  attempts integer not null default 0,
  retry_at timestamp with time zone not null default clock_timestamp(),
  refusals integer not null default 0,
  last_error text,
  tries integer not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint inbox_loads_pkey PRIMARY KEY (load_id)
);
grant delete, insert, select, update to sitewatch_worker;

create table inbox_refused (
  id bigint not null generated always as identity,
  kind text not null,
  row_count integer not null,
  raw_bytes integer not null,
  body bytea not null,
  error text not null,
  refused_at timestamp(3) with time zone not null default clock_timestamp(),
  created_at timestamp with time zone not null,
  constraint inbox_refused_kind_check CHECK ((kind = ANY (ARRAY['checks'::text, 'events'::text, 'filtered_events'::text]))),
  constraint inbox_refused_pkey PRIMARY KEY (id)
);
grant delete, insert, select to sitewatch_worker;

create table incidents (
  id bigint not null generated always as identity,
  team_id bigint not null,
  monitor_id bigint,
  cause_kind text not null,
  cause_http_status smallint,
  cause_message text not null,
  evidence jsonb,
  resolution text,
  started_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone not null,
  acknowledged_at timestamp(3) with time zone,
  resolved_at timestamp(3) with time zone,
  impact jsonb,
  impact_due_at timestamp(3) with time zone default now(),
  acknowledged_by text,
  acknowledgement_note text,
  suppressed_by_id bigint,
  suppressed_until timestamp(3) with time zone,
  kind text not null default 'check'::text,
  website_id bigint,
  traffic jsonb,
  second_opinion jsonb,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint incidents_acknowledged_by_check CHECK (((length(acknowledged_by) >= 1) AND (length(acknowledged_by) <= 120))),
  constraint incidents_acknowledgement_note_check CHECK (((length(acknowledgement_note) >= 1) AND (length(acknowledgement_note) <= 500))),
  constraint incidents_cause_kind_check CHECK ((cause_kind ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  constraint incidents_check CHECK (((started_at <= confirmed_at) AND ((resolved_at IS NULL) OR (resolved_at >= started_at)))),
  constraint incidents_check1 CHECK (((resolved_at IS NULL) = (resolution IS NULL))),
  constraint incidents_do_not_overlap EXCLUDE USING gist (int8range(monitor_id, monitor_id, '[]'::text) WITH &&, tstzrange(started_at, resolved_at) WITH &&) WHERE ((monitor_id IS NOT NULL)),
  constraint incidents_kind_check CHECK ((kind = ANY (ARRAY['check'::text, 'traffic'::text]))),
  constraint incidents_of_website_do_not_overlap EXCLUDE USING gist (int8range(website_id, website_id, '[]'::text) WITH &&, tstzrange(started_at, resolved_at) WITH &&) WHERE ((website_id IS NOT NULL)),
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_resolution_check CHECK ((resolution = ANY (ARRAY['recovered'::text, 'paused'::text, 'changed'::text, 'deleted'::text]))),
  constraint incidents_subject_check CHECK (
CASE kind
    WHEN 'check'::text THEN ((monitor_id IS NOT NULL) AND (website_id IS NULL) AND (traffic IS NULL))
    ELSE ((monitor_id IS NULL) AND (website_id IS NOT NULL) AND (traffic IS NOT NULL))
END),
  constraint incidents_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint incidents_team_id_id_key UNIQUE (team_id, id),
  constraint incidents_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint incidents_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE,
  constraint incidents_traffic_cause_check CHECK (((kind <> 'traffic'::text) OR (cause_kind = ANY (ARRAY['snippet_missing'::text, 'blocked_by_csp'::text, 'page_error'::text, 'redirects_elsewhere'::text, 'dns_changed'::text, 'collector_unreachable'::text, 'unknown'::text]))))
);
CREATE INDEX incidents_ended ON incidents USING btree (team_id, resolved_at);
CREATE INDEX incidents_impact_due ON incidents USING btree (impact_due_at) WHERE (impact_due_at IS NOT NULL);
CREATE INDEX incidents_listed ON incidents USING btree (team_id, started_at DESC, id DESC);
CREATE INDEX incidents_of_monitor ON incidents USING btree (team_id, monitor_id, started_at DESC, id DESC);
CREATE INDEX incidents_of_website ON incidents USING btree (team_id, website_id, started_at DESC, id DESC) WHERE (website_id IS NOT NULL);
CREATE UNIQUE INDEX incidents_one_open ON incidents USING btree (monitor_id) WHERE (resolved_at IS NULL);
CREATE UNIQUE INDEX incidents_one_open_of_website ON incidents USING btree (website_id) WHERE ((resolved_at IS NULL) AND (website_id IS NOT NULL));
CREATE INDEX incidents_resolved ON incidents USING btree (resolved_at) WHERE (resolved_at IS NOT NULL);
CREATE TRIGGER incidents_evaluate_objectives AFTER INSERT ON incidents FOR EACH ROW EXECUTE FUNCTION evaluate_objectives_of_incident();
CREATE TRIGGER incidents_live AFTER UPDATE ON incidents FOR EACH ROW WHEN ((((old.acknowledged_at IS DISTINCT FROM new.acknowledged_at) OR (old.resolved_at IS DISTINCT FROM new.resolved_at)) OR (old.impact IS DISTINCT FROM new.impact))) EXECUTE FUNCTION notify_change('incident');
CREATE TRIGGER incidents_live_made AFTER INSERT ON incidents FOR EACH ROW EXECUTE FUNCTION notify_change('incident', 'id');
CREATE TRIGGER incidents_plan_impact BEFORE UPDATE ON incidents FOR EACH ROW WHEN (((old.resolved_at IS NULL) AND (new.resolved_at IS NOT NULL))) EXECUTE FUNCTION plan_last_impact();
CREATE TRIGGER incidents_touch BEFORE UPDATE ON incidents FOR EACH ROW WHEN (((((((((old.acknowledged_at IS DISTINCT FROM new.acknowledged_at) OR (old.resolved_at IS DISTINCT FROM new.resolved_at)) OR (old.resolution IS DISTINCT FROM new.resolution)) OR (old.started_at IS DISTINCT FROM new.started_at)) OR (old.confirmed_at IS DISTINCT FROM new.confirmed_at)) OR (old.cause_kind IS DISTINCT FROM new.cause_kind)) OR (old.cause_http_status IS DISTINCT FROM new.cause_http_status)) OR (old.cause_message IS DISTINCT FROM new.cause_message))) EXECUTE FUNCTION touch_updated_at();
alter table incidents enable row level security;
alter table incidents force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND
CASE kind
    WHEN 'check'::text THEN (EXISTS ( SELECT
       FROM monitors m
      WHERE ((m.team_id = incidents.team_id) AND (m.id = incidents.monitor_id))))
    ELSE (website_id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))
END));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (
CASE kind
    WHEN 'check'::text THEN (EXISTS ( SELECT
       FROM monitors m
      WHERE ((m.team_id = incidents.team_id) AND (m.id = incidents.monitor_id))))
    ELSE (website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[]))
END);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy worker_alerts to sitewatch_worker using (true);
policy worker_deletes_ended as restrictive for delete to sitewatch_worker using (((resolved_at IS NOT NULL) OR is_closed_team(team_id)));
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (acknowledged_at, acknowledged_by, acknowledgement_note, cause_http_status, cause_kind, cause_message, confirmed_at, created_at, evidence, id, impact, impact_due_at, kind, monitor_id, resolution, resolved_at, second_opinion, started_at, suppressed_by_id, suppressed_until, team_id, traffic, updated_at, website_id) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table invitations (
  id bigint not null generated always as identity,
  email text not null,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  language text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint invitations_email_check CHECK ((email = lower(email))),
  constraint invitations_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint invitations_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX invitations_open ON invitations USING btree (email) WHERE (accepted_at IS NULL);
grant delete, insert, select, update to sitewatch_admin;
grant delete, insert, select, update to sitewatch_auth;

create table locations (
  name text collate "C" not null,
  token_hash bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint locations_name_check CHECK (((name ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'::text) AND (name <> 'default'::text))),
  constraint locations_pkey PRIMARY KEY (name),
  constraint locations_token_hash_key UNIQUE (token_hash)
);
grant delete, insert, select, update to sitewatch_admin;
grant select (name) to sitewatch_guest;
grant select (name) to sitewatch_user;
grant select to sitewatch_worker;

create table maintenance_monitors (
  team_id bigint not null,
  window_id bigint not null,
  monitor_id bigint not null,
  constraint maintenance_monitors_pkey PRIMARY KEY (team_id, window_id, monitor_id),
  constraint maintenance_monitors_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint maintenance_monitors_team_id_window_id_fkey FOREIGN KEY (team_id, window_id) REFERENCES maintenance_windows(team_id, id) ON DELETE CASCADE
);
CREATE INDEX maintenance_monitors_of_monitor ON maintenance_monitors USING btree (team_id, monitor_id);
CREATE TRIGGER maintenance_monitors_live_made AFTER INSERT OR DELETE ON maintenance_monitors FOR EACH ROW EXECUTE FUNCTION notify_change('maintenance_window', 'window_id');
CREATE TRIGGER maintenance_monitors_not_of_all BEFORE INSERT ON maintenance_monitors FOR EACH ROW EXECUTE FUNCTION refuse_monitor_of_all();
alter table maintenance_monitors enable row level security;
alter table maintenance_monitors force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (monitor_id, team_id, window_id) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table maintenance_windows (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  timezone text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  repeat text not null,
  all_monitors boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint maintenance_windows_check CHECK ((ends_at > starts_at)),
  constraint maintenance_windows_check1 CHECK (((repeat <> 'daily'::text) OR ((ends_at - starts_at) <= '24:00:00'::interval))),
  constraint maintenance_windows_check2 CHECK (((repeat <> 'weekly'::text) OR ((ends_at - starts_at) <= '7 days'::interval))),
  constraint maintenance_windows_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint maintenance_windows_pkey PRIMARY KEY (id),
  constraint maintenance_windows_repeat_check CHECK ((repeat = ANY (ARRAY['none'::text, 'daily'::text, 'weekly'::text]))),
  constraint maintenance_windows_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint maintenance_windows_team_id_id_key UNIQUE (team_id, id)
);
CREATE TRIGGER maintenance_windows_live AFTER UPDATE ON maintenance_windows FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('maintenance_window');
CREATE TRIGGER maintenance_windows_live_made AFTER INSERT OR DELETE ON maintenance_windows FOR EACH ROW EXECUTE FUNCTION notify_change('maintenance_window', 'id');
CREATE TRIGGER maintenance_windows_touch BEFORE UPDATE ON maintenance_windows FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table maintenance_windows enable row level security;
alter table maintenance_windows force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (all_monitors, created_at, ends_at, id, name, repeat, starts_at, team_id, timezone, updated_at) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table memberships (
  team_id bigint not null,
  user_id bigint not null,
  role text not null,
  is_suspended boolean not null default false,
  is_from_groups boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint memberships_pkey PRIMARY KEY (team_id, user_id),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'viewer'::text, 'guest'::text]))),
  constraint memberships_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX memberships_user ON memberships USING btree (user_id);
CREATE TRIGGER memberships_guarded AFTER INSERT OR DELETE OR UPDATE OF role ON memberships FOR EACH ROW EXECUTE FUNCTION guard_memberships();
CREATE TRIGGER memberships_locked BEFORE DELETE OR UPDATE OF role ON memberships FOR EACH ROW EXECUTE FUNCTION lock_membership();
CREATE TRIGGER memberships_revoke_invitations AFTER DELETE OR UPDATE OF role ON memberships FOR EACH ROW EXECUTE FUNCTION revoke_invitations();
CREATE TRIGGER memberships_revoked AFTER DELETE OR UPDATE OF role, is_suspended ON memberships FOR EACH ROW EXECUTE FUNCTION notify_revoked();
CREATE TRIGGER memberships_suspension BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION set_suspension();
CREATE TRIGGER memberships_touch BEFORE UPDATE OF role ON memberships FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table memberships enable row level security;
alter table memberships force row level security;
policy administrators_delete for delete to sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND ((user_id = ( SELECT current_user_id() AS current_user_id)) OR (( SELECT can_administer() AS can_administer) AND ((role <> 'owner'::text) OR ( SELECT is_owner() AS is_owner))))));
policy administrators_update for update to sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND ( SELECT can_administer() AS can_administer) AND ((role <> 'owner'::text) OR ( SELECT is_owner() AS is_owner))));
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id)))) with check (false);
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy person for select to sitewatch_guest using ((user_id = ( SELECT current_user_id() AS current_user_id)));
policy person_delete for delete to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy team for select to sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) OR (user_id = ( SELECT current_user_id() AS current_user_id))));
policy worker for select to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_auth;
grant delete, select (created_at, is_from_groups, is_suspended, role, team_id, updated_at, user_id) to sitewatch_guest;
grant delete, select, update (role) to sitewatch_user;
grant select to sitewatch_worker;

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);
grant select to public;

create table monitor_certificates (
  team_id bigint not null,
  monitor_id bigint not null,
  fingerprint text not null,
  issuer text not null,
  names text[] not null,
  chain jsonb not null,
  constraint monitor_certificates_pkey PRIMARY KEY (team_id, monitor_id),
  constraint monitor_certificates_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE
);
alter table monitor_certificates enable row level security;
alter table monitor_certificates force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_certificates.team_id) AND (m.id = monitor_certificates.monitor_id))))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_certificates.team_id) AND (m.id = monitor_certificates.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, select to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table monitor_dependencies (
  team_id bigint not null,
  monitor_id bigint not null,
  parent_id bigint not null,
  constraint monitor_dependencies_check CHECK ((monitor_id <> parent_id)),
  constraint monitor_dependencies_pkey PRIMARY KEY (team_id, monitor_id, parent_id),
  constraint monitor_dependencies_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint monitor_dependencies_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint monitor_dependencies_team_id_parent_id_fkey FOREIGN KEY (team_id, parent_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE
);
CREATE INDEX monitor_dependencies_of_parent ON monitor_dependencies USING btree (team_id, parent_id);
CREATE TRIGGER monitor_dependencies_acyclic AFTER INSERT ON monitor_dependencies REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION refuse_dependency_cycle();
alter table monitor_dependencies enable row level security;
alter table monitor_dependencies force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_dependencies.team_id) AND (m.id = monitor_dependencies.monitor_id)))) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_dependencies.team_id) AND (m.id = monitor_dependencies.parent_id))))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((( SELECT count(*) AS count
   FROM monitors m
  WHERE ((m.team_id = monitor_dependencies.team_id) AND (m.id = ANY (ARRAY[monitor_dependencies.monitor_id, monitor_dependencies.parent_id])))) = 2));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant select to sitewatch_worker;

create table monitor_domains (
  team_id bigint not null,
  monitor_id bigint not null,
  url text not null,
  domain text,
  expires_at timestamp(3) with time zone,
  constraint monitor_domains_pkey PRIMARY KEY (team_id, monitor_id),
  constraint monitor_domains_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE
);
CREATE INDEX monitor_domains_of_domain ON monitor_domains USING btree (domain) WHERE (domain IS NOT NULL);
alter table monitor_domains enable row level security;
alter table monitor_domains force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_domains.team_id) AND (m.id = monitor_domains.monitor_id))))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_domains.team_id) AND (m.id = monitor_domains.monitor_id)))));
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table monitor_state (
  team_id bigint not null,
  monitor_id bigint not null,
  last_slot bigint not null default 0,
  next_due_at bigint,
  last_checked_at bigint,
  interval_ms integer not null,
  phase_ms integer not null,
  claimed_by integer not null default 0,
  last_response_ms real,
  unobserved_since bigint,
  first_failure_at bigint,
  first_success_at bigint,
  incident_floor_at bigint not null default 0,
  tls_expires_at timestamp(3) with time zone,
  failures smallint not null default 0,
  flapping boolean not null default false,
  location text not null default ''::text,
  type text not null,
  status text not null,
  unknown text,
  flips bigint[],
  last_error text,
  host_key integer not null default 0,
  constraint monitor_state_check CHECK (((status <> 'paused'::text) OR (next_due_at IS NULL))),
  constraint monitor_state_pkey PRIMARY KEY (monitor_id, location),
  constraint monitor_state_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'up'::text, 'suspected'::text, 'down'::text, 'recovering'::text, 'paused'::text]))),
  constraint monitor_state_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint monitor_state_unknown_check CHECK ((unknown = ANY (ARRAY['offline'::text, 'probe'::text, 'maintenance'::text, 'waiting'::text])))
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.05, fillfactor=70);
CREATE INDEX monitor_state_due ON monitor_state USING btree (location, type, next_due_at) WHERE (next_due_at IS NOT NULL);
CREATE TRIGGER monitor_state_host BEFORE INSERT OR UPDATE OF type ON monitor_state FOR EACH ROW EXECUTE FUNCTION set_host_key();
CREATE TRIGGER monitor_state_live AFTER UPDATE OF status ON monitor_state FOR EACH ROW WHEN (((new.location = ''::text) AND (
        CASE old.status
            WHEN 'suspected'::text THEN 'up'::text
            WHEN 'recovering'::text THEN 'down'::text
            ELSE old.status
        END IS DISTINCT FROM
        CASE new.status
            WHEN 'suspected'::text THEN 'up'::text
            WHEN 'recovering'::text THEN 'down'::text
            ELSE new.status
        END))) EXECUTE FUNCTION notify_change('monitor', 'monitor_id');
alter table monitor_state enable row level security;
alter table monitor_state force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_state.team_id) AND (m.id = monitor_state.monitor_id))))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_state.team_id) AND (m.id = monitor_state.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (claimed_by, failures, first_failure_at, first_success_at, flapping, flips, host_key, incident_floor_at, interval_ms, last_checked_at, last_error, last_response_ms, last_slot, location, monitor_id, next_due_at, phase_ms, status, team_id, tls_expires_at, type, unknown, unobserved_since) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select, update to sitewatch_worker;

create table monitor_unobserved (
  team_id bigint not null,
  monitor_id bigint not null,
  from_at timestamp(3) with time zone not null,
  to_at timestamp(3) with time zone not null,
  reason text not null,
  constraint monitor_unobserved_check CHECK ((from_at < to_at)),
  constraint monitor_unobserved_reason_check CHECK ((reason = ANY (ARRAY['paused'::text, 'unknown'::text]))),
  constraint monitor_unobserved_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE
);
CREATE INDEX monitor_unobserved_ended ON monitor_unobserved USING btree (to_at);
CREATE INDEX monitor_unobserved_of_monitor ON monitor_unobserved USING btree (team_id, monitor_id, to_at);
alter table monitor_unobserved enable row level security;
alter table monitor_unobserved force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_unobserved.team_id) AND (m.id = monitor_unobserved.monitor_id))))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = monitor_unobserved.team_id) AND (m.id = monitor_unobserved.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (from_at, monitor_id, reason, team_id, to_at) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, insert, select (team_id, to_at) to sitewatch_worker;

create table monitors (
  id bigint not null generated always as identity,
  team_id bigint not null,
  friendly_name text not null,
  url text not null,
  type text not null,
  interval_seconds integer not null,
  is_active boolean not null,
  timeout_seconds smallint not null,
  website_id bigint,
  locations text[] not null default '{}'::text[],
  quorum smallint not null default 1,
  deleted_at timestamp(3) with time zone,
  settings jsonb not null,
  secrets jsonb,
  slow_ms integer,
  tags text[] collate "C" not null default '{}'::text[],
  escalation_policy_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint monitors_escalation_policy_fkey FOREIGN KEY (team_id, escalation_policy_id) REFERENCES escalation_policies(team_id, id) ON DELETE SET NULL (escalation_policy_id),
  constraint monitors_friendly_name_check CHECK (((length(friendly_name) >= 1) AND (length(friendly_name) <= 120))),
  constraint monitors_interval_seconds_check CHECK (((interval_seconds >= 1) AND (interval_seconds <= 31622400))),
  constraint monitors_pkey PRIMARY KEY (id),
  constraint monitors_quorum_check CHECK ((quorum >= 1)),
  constraint monitors_slow_ms_check CHECK (((slow_ms >= 1) AND (slow_ms <= 60000))),
  constraint monitors_tags_check CHECK ((cardinality(tags) <= 20)),
  constraint monitors_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint monitors_team_id_id_key UNIQUE (team_id, id),
  constraint monitors_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE SET NULL (website_id),
  constraint monitors_timeout_seconds_check CHECK (((timeout_seconds >= 1) AND (timeout_seconds <= 60))),
  constraint monitors_type_check CHECK ((type ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  constraint monitors_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
);
CREATE INDEX monitors_deleted ON monitors USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX monitors_listed ON monitors USING btree (team_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX monitors_of_escalation_policy ON monitors USING btree (team_id, escalation_policy_id) WHERE (escalation_policy_id IS NOT NULL);
CREATE INDEX monitors_slow ON monitors USING btree (id) WHERE (slow_ms IS NOT NULL);
CREATE INDEX monitors_website ON monitors USING btree (team_id, website_id) WHERE (website_id IS NOT NULL);
CREATE TRIGGER monitors_follow_rules AFTER UPDATE ON monitors REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_monitors_of_rules();
CREATE TRIGGER monitors_follow_rules_made AFTER INSERT ON monitors REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_monitors_of_rules();
CREATE TRIGGER monitors_forgotten_by_keys AFTER UPDATE OF deleted_at ON monitors FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION forget_deleted_monitor();
CREATE TRIGGER monitors_live AFTER UPDATE ON monitors FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('monitor');
CREATE TRIGGER monitors_live_made AFTER INSERT OR DELETE ON monitors FOR EACH ROW EXECUTE FUNCTION notify_change('monitor', 'id');
CREATE TRIGGER monitors_objectives AFTER UPDATE OF deleted_at ON monitors FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION delete_objectives_of_monitor();
CREATE TRIGGER monitors_touch BEFORE UPDATE ON monitors FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER monitors_uptime_reports AFTER UPDATE OF deleted_at ON monitors FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION delete_uptime_reports_of_monitor();
CREATE TRIGGER monitors_within_limits BEFORE UPDATE ON monitors FOR EACH ROW WHEN (((old.website_id IS DISTINCT FROM new.website_id) OR (old.escalation_policy_id IS DISTINCT FROM new.escalation_policy_id))) EXECUTE FUNCTION refuse_outside_limits();
alter table monitors enable row level security;
alter table monitors force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (website_id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])) OR (id = ANY (( SELECT (current_setting('sitewatch.monitor_ids'::text))::bigint[] AS current_setting)::bigint[])))) with check ((((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])) OR (id = ANY (( SELECT (current_setting('sitewatch.monitor_ids'::text))::bigint[] AS current_setting)::bigint[]))) AND (deleted_at IS NULL)));
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy key_limit_insert as restrictive for insert to sitewatch_limited, sitewatch_limited_guest with check (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
policy worker_alerts to sitewatch_worker using (true);
policy worker_deletes_removed as restrictive for delete to sitewatch_worker using (((deleted_at IS NOT NULL) OR is_closed_team(team_id)));
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (created_at, deleted_at, escalation_policy_id, friendly_name, id, interval_seconds, is_active, locations, quorum, secrets, settings, slow_ms, tags, team_id, timeout_seconds, type, updated_at, url, website_id) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, select to sitewatch_worker;

create table notices (
  id bigint not null generated always as identity,
  team_id bigint not null,
  monitor_id bigint not null,
  kind text not null,
  days smallint,
  expires_at timestamp(3) with time zone,
  p95_ms real,
  slow_ms integer,
  domain text,
  subject text generated always as (COALESCE(domain, (monitor_id)::text)) stored,
  objective_alert_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  constraint notices_days_check CHECK (((days >= 0) AND (days <= 365))),
  constraint notices_domain_check CHECK (((domain IS NOT NULL) = (kind = ANY (ARRAY['domain_expiring'::text, 'domain_renewed'::text])))),
  constraint notices_facts_check CHECK (
CASE
    WHEN (kind = ANY (ARRAY['burn_fast'::text, 'burn_slow'::text])) THEN (objective_alert_id IS NOT NULL)
    WHEN (kind = ANY (ARRAY['slow_started'::text, 'slow_ended'::text])) THEN (num_nonnulls(p95_ms, slow_ms) = 2)
    ELSE (num_nonnulls(days, expires_at) = 2)
END),
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['burn_fast'::text, 'burn_slow'::text, 'domain_expiring'::text, 'domain_renewed'::text, 'expiring'::text, 'renewed'::text, 'slow_ended'::text, 'slow_started'::text]))),
  constraint notices_objective_alert_fkey FOREIGN KEY (team_id, objective_alert_id) REFERENCES objective_alerts(team_id, id) ON DELETE CASCADE,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_subject_key UNIQUE (team_id, subject, kind, expires_at, days),
  constraint notices_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint notices_team_id_id_key UNIQUE (team_id, id),
  constraint notices_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint notices_team_id_monitor_id_kind_expires_at_days_key UNIQUE (team_id, monitor_id, kind, expires_at, days)
);
CREATE INDEX notices_of_objective_alert ON notices USING btree (team_id, objective_alert_id) WHERE (objective_alert_id IS NOT NULL);
alter table notices enable row level security;
alter table notices force row level security;
policy worker to sitewatch_worker using (true);
grant delete, insert, select to sitewatch_worker;

create table notification_preferences (
  team_id bigint not null,
  reminder_minutes integer,
  sms_per_day integer not null default 50,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint notification_preferences_pkey PRIMARY KEY (team_id),
  constraint notification_preferences_reminder_minutes_check CHECK (((reminder_minutes >= 5) AND (reminder_minutes <= 1440))),
  constraint notification_preferences_sms_per_day_check CHECK (((sms_per_day >= 0) AND (sms_per_day <= 10000))),
  constraint notification_preferences_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE TRIGGER notification_preferences_touch BEFORE UPDATE ON notification_preferences FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table notification_preferences enable row level security;
alter table notification_preferences force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (created_at, reminder_minutes, sms_per_day, team_id, updated_at) to sitewatch_guest;
grant insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table objective_alerts (
  id bigint not null generated always as identity,
  team_id bigint not null,
  objective_id bigint not null,
  burn text not null,
  burn_rate double precision not null,
  lookback_seconds integer not null,
  budget_left_percent double precision not null,
  happened_at timestamp(3) with time zone not null,
  constraint objective_alerts_burn_check CHECK ((burn = ANY (ARRAY['fast'::text, 'slow'::text]))),
  constraint objective_alerts_lookback_seconds_check CHECK ((lookback_seconds > 0)),
  constraint objective_alerts_pkey PRIMARY KEY (id),
  constraint objective_alerts_team_id_id_key UNIQUE (team_id, id),
  constraint objective_alerts_team_id_objective_id_fkey FOREIGN KEY (team_id, objective_id) REFERENCES objectives(team_id, id) ON DELETE CASCADE
);
CREATE INDEX objective_alerts_of_objective ON objective_alerts USING btree (team_id, objective_id, happened_at);
alter table objective_alerts enable row level security;
alter table objective_alerts force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table objective_days (
  team_id bigint not null,
  objective_id bigint not null,
  day date not null,
  visits_seen double precision not null,
  visits_failed double precision not null,
  is_final boolean not null default false,
  constraint objective_days_pkey PRIMARY KEY (team_id, objective_id, day),
  constraint objective_days_team_id_objective_id_fkey FOREIGN KEY (team_id, objective_id) REFERENCES objectives(team_id, id) ON DELETE CASCADE,
  constraint objective_days_visits_failed_check CHECK ((visits_failed >= (0)::double precision)),
  constraint objective_days_visits_seen_check CHECK ((visits_seen >= (0)::double precision))
);
alter table objective_days enable row level security;
alter table objective_days force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table objective_states (
  team_id bigint not null,
  objective_id bigint not null,
  status text not null default 'no_data'::text,
  burning_fast_since timestamp(3) with time zone,
  burning_slow_since timestamp(3) with time zone,
  burn_rate_fast double precision,
  burn_rate_slow double precision,
  evaluated_at timestamp(3) with time zone,
  constraint objective_states_pkey PRIMARY KEY (team_id, objective_id),
  constraint objective_states_status_check CHECK ((status = ANY (ARRAY['met'::text, 'at_risk'::text, 'missed'::text, 'no_data'::text]))),
  constraint objective_states_team_id_objective_id_fkey FOREIGN KEY (team_id, objective_id) REFERENCES objectives(team_id, id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE TRIGGER objective_states_live AFTER UPDATE ON objective_states FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.burning_fast_since IS DISTINCT FROM new.burning_fast_since)) OR (old.burning_slow_since IS DISTINCT FROM new.burning_slow_since))) EXECUTE FUNCTION notify_change('objective', 'objective_id');
alter table objective_states enable row level security;
alter table objective_states force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table objectives (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  monitor_id bigint,
  website_id bigint,
  target double precision not null,
  window_days smallint not null,
  measure text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint objectives_check CHECK ((num_nonnulls(monitor_id, website_id) = 1)),
  constraint objectives_measure_check CHECK ((measure = ANY (ARRAY['clock'::text, 'visitors'::text]))),
  constraint objectives_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint objectives_pkey PRIMARY KEY (id),
  constraint objectives_target_check CHECK (((target >= (1)::double precision) AND (target <= (99.999)::double precision))),
  constraint objectives_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint objectives_team_id_id_key UNIQUE (team_id, id),
  constraint objectives_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint objectives_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE,
  constraint objectives_window_days_check CHECK ((window_days = ANY (ARRAY[7, 28, 30, 90])))
);
CREATE INDEX objectives_of_monitor ON objectives USING btree (team_id, monitor_id);
CREATE INDEX objectives_of_website ON objectives USING btree (team_id, website_id);
CREATE TRIGGER objectives_forget_state AFTER UPDATE ON objectives FOR EACH ROW WHEN (((((old.monitor_id IS DISTINCT FROM new.monitor_id) OR (old.website_id IS DISTINCT FROM new.website_id)) OR (old.measure IS DISTINCT FROM new.measure)) OR (old.window_days IS DISTINCT FROM new.window_days))) EXECUTE FUNCTION forget_objective_state();
CREATE TRIGGER objectives_live AFTER UPDATE ON objectives FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('objective');
CREATE TRIGGER objectives_live_made AFTER INSERT OR DELETE ON objectives FOR EACH ROW EXECUTE FUNCTION notify_change('objective');
CREATE TRIGGER objectives_touch BEFORE UPDATE ON objectives FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table objectives enable row level security;
alter table objectives force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table on_call_member_providers (
  team_id bigint not null,
  schedule_id bigint not null,
  member text not null,
  provider_id bigint not null,
  constraint on_call_member_providers_pkey PRIMARY KEY (team_id, schedule_id, member, provider_id),
  constraint on_call_member_providers_team_id_provider_id_fkey FOREIGN KEY (team_id, provider_id) REFERENCES providers(team_id, id) ON DELETE CASCADE,
  constraint on_call_member_providers_team_id_schedule_id_member_fkey FOREIGN KEY (team_id, schedule_id, member) REFERENCES on_call_members(team_id, schedule_id, name) ON DELETE CASCADE
);
CREATE INDEX on_call_member_providers_of_provider ON on_call_member_providers USING btree (team_id, provider_id);
alter table on_call_member_providers enable row level security;
alter table on_call_member_providers force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table on_call_members (
  team_id bigint not null,
  schedule_id bigint not null,
  name text not null,
  position smallint not null,
  user_id bigint,
  constraint on_call_members_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint on_call_members_pkey PRIMARY KEY (team_id, schedule_id, name),
  constraint on_call_members_team_id_schedule_id_fkey FOREIGN KEY (team_id, schedule_id) REFERENCES on_call_schedules(team_id, id) ON DELETE CASCADE,
  constraint on_call_members_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE SET NULL (user_id)
);
CREATE INDEX on_call_members_of_user ON on_call_members USING btree (team_id, user_id);
alter table on_call_members enable row level security;
alter table on_call_members force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table on_call_schedules (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  timezone text not null,
  layers jsonb not null default '[]'::jsonb,
  overrides jsonb not null default '[]'::jsonb,
  calendar_token_hash bytea,
  calendar_token_sealed bytea,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint on_call_schedules_calendar_token_hash_key UNIQUE (calendar_token_hash),
  constraint on_call_schedules_check CHECK (((calendar_token_hash IS NULL) = (calendar_token_sealed IS NULL))),
  constraint on_call_schedules_layers_check CHECK ((jsonb_typeof(layers) = 'array'::text)),
  constraint on_call_schedules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint on_call_schedules_overrides_check CHECK ((jsonb_typeof(overrides) = 'array'::text)),
  constraint on_call_schedules_pkey PRIMARY KEY (id),
  constraint on_call_schedules_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint on_call_schedules_team_id_id_key UNIQUE (team_id, id)
);
CREATE TRIGGER on_call_schedules_live AFTER UPDATE ON on_call_schedules FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('on_call_schedule');
CREATE TRIGGER on_call_schedules_live_made AFTER INSERT OR DELETE ON on_call_schedules FOR EACH ROW EXECUTE FUNCTION notify_change('on_call_schedule');
CREATE TRIGGER on_call_schedules_touch BEFORE UPDATE ON on_call_schedules FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table on_call_schedules enable row level security;
alter table on_call_schedules force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker for select to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table one_time_tokens (
  token_hash bytea not null,
  purpose text not null,
  user_id bigint,
  data jsonb not null,
  expires_at timestamp(3) with time zone not null,
  constraint one_time_tokens_pkey PRIMARY KEY (token_hash),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['sso'::text, 'passkey_registration'::text, 'passkey_sign_in'::text, 'sign_in_link'::text]))),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_expires_at ON one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_user ON one_time_tokens USING btree (user_id);
alter table one_time_tokens enable row level security;
alter table one_time_tokens force row level security;
policy auth to sitewatch_auth using (true);
policy worker to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_auth;
grant delete, select (expires_at) to sitewatch_worker;

create table operator_notices (
  name text not null,
  told_at timestamp(3) with time zone not null default now(),
  constraint operator_notices_pkey PRIMARY KEY (name)
);
grant delete, insert, select to sitewatch_worker;

create table passkeys (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_user_id_id_key UNIQUE (user_id, id)
);
CREATE TRIGGER passkeys_touch BEFORE UPDATE OF name ON passkeys FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table passkeys enable row level security;
alter table passkeys force row level security;
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using ((user_id = ( SELECT current_user_id() AS current_user_id)));
grant delete, insert, select, update to sitewatch_auth;
grant delete, select, update (name) to sitewatch_guest;
grant delete, select, update (name) to sitewatch_user;

create table password_resets (
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user ON password_resets USING btree (user_id);
alter table password_resets enable row level security;
alter table password_resets force row level security;
policy auth to sitewatch_auth using (true);
policy worker to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_auth;
grant delete, select (expires_at) to sitewatch_worker;

create table probers (
  id integer not null generated always as identity,
  name text not null,
  location text not null default ''::text,
  seen_at timestamp with time zone not null,
  started_at timestamp with time zone not null default clock_timestamp(),
  is_online boolean,
  constraint probers_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update to sitewatch_worker;

create table providers (
  id bigint not null generated always as identity,
  team_id bigint not null,
  provider_type text not null,
  name text,
  settings jsonb not null,
  secrets bytea,
  confirmed_at timestamp(3) with time zone,
  last_delivery jsonb,
  last_success_at timestamp(3) with time zone,
  retry_at timestamp(3) with time zone,
  is_default boolean not null default false,
  quiet_hours jsonb,
  delivery_run bigint not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint providers_pkey PRIMARY KEY (id),
  constraint providers_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint providers_team_id_id_key UNIQUE (team_id, id)
);
CREATE TRIGGER providers_deleted AFTER DELETE ON providers FOR EACH ROW EXECUTE FUNCTION keep_remote_secrets();
CREATE TRIGGER providers_live AFTER UPDATE ON providers FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('provider');
CREATE TRIGGER providers_live_made AFTER INSERT OR DELETE ON providers FOR EACH ROW EXECUTE FUNCTION notify_change('provider', 'id');
CREATE TRIGGER providers_secrets_changed AFTER UPDATE OF secrets ON providers FOR EACH ROW WHEN ((old.secrets IS DISTINCT FROM new.secrets)) EXECUTE FUNCTION keep_remote_secrets();
CREATE TRIGGER providers_touch BEFORE UPDATE ON providers FOR EACH ROW WHEN ((((((old.name IS DISTINCT FROM new.name) OR (old.is_default IS DISTINCT FROM new.is_default)) OR (old.settings IS DISTINCT FROM new.settings)) OR (old.secrets IS DISTINCT FROM new.secrets)) OR (old.quiet_hours IS DISTINCT FROM new.quiet_hours))) EXECUTE FUNCTION touch_updated_at();
alter table providers enable row level security;
alter table providers force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (((EXISTS ( SELECT
   FROM assignments a
  WHERE ((a.team_id = providers.team_id) AND (a.provider_id = providers.id)))) OR (EXISTS ( SELECT
   FROM escalation_targets x
  WHERE ((x.team_id = providers.team_id) AND (x.provider_id = providers.id)))))) with check (false);
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker_alerts to sitewatch_worker using (true);
policy worker_deletes_closed as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (confirmed_at, created_at, delivery_run, id, is_default, last_delivery, last_success_at, name, provider_type, quiet_hours, retry_at, secrets, settings, team_id, updated_at) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, select, update (confirmed_at, delivery_run, last_delivery, last_success_at, retry_at) to sitewatch_worker;

create table push_keys (
  id smallint not null default 1,
  data_key bytea not null,
  private_key bytea not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint push_keys_id_check CHECK ((id = 1)),
  constraint push_keys_pkey PRIMARY KEY (id)
);
grant insert, select, update (data_key) to sitewatch_auth;

create table rate_counters (
  policy text not null,
  key_hash bytea not null,
  used integer not null,
  resets_at timestamp(3) with time zone not null,
  constraint rate_counters_pkey PRIMARY KEY (policy, key_hash),
  constraint rate_counters_used_check CHECK ((used > 0))
);
CREATE INDEX rate_counters_resets_at ON rate_counters USING btree (resets_at);
grant insert, select, update to sitewatch_auth;
grant delete, select (resets_at) to sitewatch_worker;

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using ((user_id = ( SELECT current_user_id() AS current_user_id)));
grant delete, insert, select, update to sitewatch_auth;
grant select (code_hash, user_id) to sitewatch_guest;
grant delete, insert, select to sitewatch_user;

create table remote_alerts (
  id bigint not null generated always as identity,
  team_id bigint not null,
  provider_id bigint not null,
  provider_type text not null,
  subject text not null,
  subject_id bigint not null,
  settings jsonb,
  secrets bytea,
  attempts integer not null default 0,
  retry_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint remote_alerts_pkey PRIMARY KEY (id),
  constraint remote_alerts_subject_check CHECK ((subject = ANY (ARRAY['incident'::text, 'flapping'::text, 'test'::text]))),
  constraint remote_alerts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint remote_alerts_team_id_id_key UNIQUE (team_id, id)
);
CREATE UNIQUE INDEX remote_alerts_current ON remote_alerts USING btree (provider_id, subject, subject_id) WHERE (settings IS NULL);
CREATE INDEX remote_alerts_of_provider ON remote_alerts USING btree (provider_id);
alter table remote_alerts enable row level security;
alter table remote_alerts force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (attempts, created_at, id, provider_id, provider_type, retry_at, secrets, settings, subject, subject_id, team_id) to sitewatch_guest;
grant insert, select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table removed_assignments (
  team_id bigint not null,
  monitor_id bigint not null,
  provider_id bigint not null,
  removed_at timestamp(3) with time zone not null default now(),
  constraint removed_assignments_pkey PRIMARY KEY (team_id, monitor_id, provider_id),
  constraint removed_assignments_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint removed_assignments_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint removed_assignments_team_id_provider_id_fkey FOREIGN KEY (team_id, provider_id) REFERENCES providers(team_id, id) ON DELETE CASCADE
);
CREATE INDEX removed_assignments_of_provider ON removed_assignments USING btree (team_id, provider_id);
alter table removed_assignments enable row level security;
alter table removed_assignments force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = removed_assignments.team_id) AND (m.id = removed_assignments.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant delete, select to sitewatch_worker;

create table report_schedules (
  team_id bigint not null,
  website_id bigint not null,
  kind text not null,
  starts_on date,
  enabled_at timestamp(3) with time zone not null default now(),
  due_at timestamp(3) with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  user_id bigint not null,
  constraint report_schedules_kind_check CHECK ((kind = ANY (ARRAY['weekly'::text, 'monthly'::text]))),
  constraint report_schedules_pkey PRIMARY KEY (team_id, user_id, website_id, kind),
  constraint report_schedules_team_id_user_id_website_id_fkey FOREIGN KEY (team_id, user_id, website_id) REFERENCES website_preferences(team_id, user_id, website_id) ON DELETE CASCADE
);
CREATE INDEX report_schedules_due ON report_schedules USING btree (due_at);
alter table report_schedules enable row level security;
alter table report_schedules force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy person to sitewatch_guest, sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy worker to sitewatch_worker using (true);
grant select (due_at, enabled_at, kind, starts_on, team_id, user_id, website_id) to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table report_sends (
  id bigint not null generated always as identity,
  team_id bigint not null,
  website_id bigint not null,
  kind text not null,
  starts_on date not null,
  ends_on date not null,
  recipient text not null,
  status text not null default 'pending'::text,
  reason text,
  attempts integer not null default 0,
  attempt_started_at timestamp(3) with time zone,
  possible_repeat boolean not null default false,
  due_at timestamp(3) with time zone not null,
  next_try_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint report_sends_check CHECK ((starts_on <= ends_on)),
  constraint report_sends_check1 CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint report_sends_kind_check CHECK ((kind = ANY (ARRAY['weekly'::text, 'monthly'::text, 'notice'::text]))),
  constraint report_sends_pkey PRIMARY KEY (id),
  constraint report_sends_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'quiet'::text, 'skipped'::text, 'failed'::text]))),
  constraint report_sends_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint report_sends_team_id_id_key UNIQUE (team_id, id),
  constraint report_sends_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE,
  constraint report_sends_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE,
  constraint report_sends_team_id_website_id_kind_starts_on_recipient_key UNIQUE (team_id, website_id, kind, starts_on, recipient)
);
CREATE INDEX report_sends_due ON report_sends USING btree (due_at);
CREATE UNIQUE INDEX report_sends_open_notice ON report_sends USING btree (team_id, user_id, website_id) WHERE ((kind = 'notice'::text) AND (closed_at IS NULL));
CREATE INDEX report_sends_pending ON report_sends USING btree (next_try_at) WHERE (status = 'pending'::text);
CREATE INDEX report_sends_user ON report_sends USING btree (team_id, user_id);
CREATE TRIGGER report_sends_touch BEFORE UPDATE ON report_sends FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table report_sends enable row level security;
alter table report_sends force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy person for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
grant select (attempt_started_at, attempts, closed_at, created_at, due_at, ends_on, id, kind, next_try_at, possible_repeat, reason, recipient, sent_at, starts_on, status, team_id, updated_at, user_id, website_id) to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table response_windows (
  team_id bigint not null,
  monitor_id bigint not null,
  is_slow boolean not null default false,
  checked_at bigint[] not null default '{}'::bigint[],
  response_ms real[] not null default '{}'::real[],
  constraint response_windows_pkey PRIMARY KEY (team_id, monitor_id),
  constraint response_windows_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE TRIGGER response_windows_live AFTER UPDATE OF is_slow ON response_windows FOR EACH ROW WHEN ((old.is_slow IS DISTINCT FROM new.is_slow)) EXECUTE FUNCTION notify_change('monitor', 'monitor_id');
alter table response_windows enable row level security;
alter table response_windows force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = response_windows.team_id) AND (m.id = response_windows.monitor_id))))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = response_windows.team_id) AND (m.id = response_windows.monitor_id)))));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (is_slow, monitor_id, team_id) to sitewatch_guest;
grant delete, select (is_slow, monitor_id, team_id) to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table second_factor_failures (
  user_id bigint not null,
  network cidr,
  failures integer not null,
  blocked_until timestamp(3) with time zone,
  notified_at timestamp(3) with time zone,
  constraint second_factor_failures_failures_check CHECK ((failures > 0)),
  constraint second_factor_failures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint second_factor_failures_user_id_network_key UNIQUE NULLS NOT DISTINCT (user_id, network)
);
alter table second_factor_failures enable row level security;
alter table second_factor_failures force row level security;
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using ((user_id = ( SELECT current_user_id() AS current_user_id)));
grant delete, insert, select, update to sitewatch_auth;

create table second_opinions (
  team_id bigint not null,
  monitor_id bigint not null,
  location text not null,
  decision text not null,
  window_seconds integer not null,
  visits integer not null,
  expected integer not null,
  low integer not null,
  high integer not null,
  decided_at timestamp(3) with time zone not null,
  constraint second_opinions_check CHECK ((high >= low)),
  constraint second_opinions_decision_check CHECK ((decision = ANY (ARRAY['held'::text, 'confirmed_sooner'::text]))),
  constraint second_opinions_expected_check CHECK ((expected >= 0)),
  constraint second_opinions_low_check CHECK ((low >= 0)),
  constraint second_opinions_pkey PRIMARY KEY (team_id, monitor_id, location),
  constraint second_opinions_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint second_opinions_visits_check CHECK ((visits >= 0)),
  constraint second_opinions_window_seconds_check CHECK ((window_seconds > 0))
);
alter table second_opinions enable row level security;
alter table second_opinions force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((EXISTS ( SELECT
   FROM monitors m
  WHERE ((m.team_id = second_opinions.team_id) AND (m.id = second_opinions.monitor_id)))));
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table sessions (
  id bigint not null generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  user_agent text,
  ip_address text,
  last_used_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  logout_url bytea,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_user_id_id_key UNIQUE (user_id, id)
);
CREATE TRIGGER sessions_revoked AFTER DELETE ON sessions FOR EACH ROW WHEN ((old.expires_at > now())) EXECUTE FUNCTION notify_revoked();
alter table sessions enable row level security;
alter table sessions force row level security;
policy admin to sitewatch_admin using (true);
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using ((user_id = ( SELECT current_user_id() AS current_user_id)));
policy worker to sitewatch_worker using (true);
grant delete, select (id, user_id) to sitewatch_admin;
grant delete, insert, select, update to sitewatch_auth;
grant delete, select (created_at, expires_at, id, ip_address, last_used_at, logout_url, token_hash, updated_at, user_agent, user_id) to sitewatch_guest;
grant delete, select to sitewatch_user;
grant delete, select (expires_at, user_id) to sitewatch_worker;

create table sign_in_browsers (
  user_id bigint not null,
  browser text not null,
  last_signed_in_at timestamp(3) with time zone not null default now(),
  constraint sign_in_browsers_browser_check CHECK (((length(browser) >= 1) AND (length(browser) <= 60))),
  constraint sign_in_browsers_pkey PRIMARY KEY (user_id, browser),
  constraint sign_in_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table sign_in_browsers enable row level security;
alter table sign_in_browsers force row level security;
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using ((user_id = ( SELECT current_user_id() AS current_user_id)));
policy worker to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_auth;
grant delete, select (last_signed_in_at) to sitewatch_worker;

create table sign_in_networks (
  user_id bigint not null,
  network cidr not null,
  last_signed_in_at timestamp(3) with time zone not null default now(),
  constraint sign_in_networks_pkey PRIMARY KEY (user_id, network),
  constraint sign_in_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table sign_in_networks enable row level security;
alter table sign_in_networks force row level security;
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy person to sitewatch_guest, sitewatch_user using ((user_id = ( SELECT current_user_id() AS current_user_id)));
policy worker to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_auth;
grant delete, select (last_signed_in_at) to sitewatch_worker;

create table sms_sends (
  id bigint not null generated always as identity,
  team_id bigint not null,
  sent_at timestamp(3) with time zone not null,
  constraint sms_sends_pkey PRIMARY KEY (id),
  constraint sms_sends_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint sms_sends_team_id_id_key UNIQUE (team_id, id)
);
CREATE INDEX sms_sends_recent ON sms_sends USING btree (team_id, sent_at);
alter table sms_sends enable row level security;
alter table sms_sends force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (id, sent_at, team_id) to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant delete, insert, select to sitewatch_worker;

create table statistics_import_chunks (
  team_id bigint not null,
  import_id bigint not null,
  start bigint not null,
  body bytea not null,
  constraint statistics_import_chunks_body_check CHECK (((length(body) >= 1) AND (length(body) <= 1048576))),
  constraint statistics_import_chunks_pkey PRIMARY KEY (team_id, import_id, start),
  constraint statistics_import_chunks_start_check CHECK ((start >= 0)),
  constraint statistics_import_chunks_team_id_import_id_fkey FOREIGN KEY (team_id, import_id) REFERENCES statistics_imports(team_id, id) ON DELETE CASCADE
);
alter table statistics_import_chunks enable row level security;
alter table statistics_import_chunks force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant insert to sitewatch_user;
grant delete, select to sitewatch_worker;

create table statistics_imports (
  id bigint not null generated always as identity,
  team_id bigint not null,
  website_id bigint not null,
  source text not null,
  file_name text not null,
  file_bytes bigint not null,
  uploaded_bytes bigint not null default 0,
  status text not null default 'uploading'::text,
  position_entry integer not null default 0,
  position_bytes bigint not null default 0,
  position_lines bigint not null default 0,
  progress_percent double precision not null default 0,
  rows_read bigint not null default 0,
  rows_imported bigint not null default 0,
  rows_duplicate bigint not null default 0,
  rows_broken bigint not null default 0,
  broken jsonb not null default '[]'::jsonb,
  error text,
  days date[] not null default '{}'::date[],
  dimensions text[] not null default '{}'::text[],
  inbox_ids bigint[] not null default '{}'::bigint[],
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  visitor_key bytea,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint statistics_imports_check CHECK (((uploaded_bytes >= 0) AND (uploaded_bytes <= file_bytes))),
  constraint statistics_imports_check1 CHECK (((status = 'uploading'::text) OR (uploaded_bytes = file_bytes) OR (status = 'undoing'::text))),
  constraint statistics_imports_check2 CHECK (((status = ANY (ARRAY['done'::text, 'failed'::text])) <= (finished_at IS NOT NULL))),
  constraint statistics_imports_file_bytes_check CHECK ((file_bytes > 0)),
  constraint statistics_imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  constraint statistics_imports_pkey PRIMARY KEY (id),
  constraint statistics_imports_progress_percent_check CHECK (((progress_percent >= (0)::double precision) AND (progress_percent <= (100)::double precision))),
  constraint statistics_imports_source_check CHECK ((source = ANY (ARRAY['plausible'::text, 'umami'::text, 'events'::text]))),
  constraint statistics_imports_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'undoing'::text]))),
  constraint statistics_imports_team_id_id_key UNIQUE (team_id, id),
  constraint statistics_imports_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE,
  constraint statistics_imports_visitor_key_check CHECK ((length(visitor_key) = 32))
);
CREATE UNIQUE INDEX statistics_imports_at_work ON statistics_imports USING btree (website_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX statistics_imports_of_website ON statistics_imports USING btree (team_id, website_id, id);
CREATE INDEX statistics_imports_unfinished ON statistics_imports USING btree (updated_at) WHERE (status = ANY (ARRAY['uploading'::text, 'queued'::text, 'running'::text, 'undoing'::text]));
CREATE TRIGGER statistics_imports_forget_key BEFORE UPDATE ON statistics_imports FOR EACH ROW WHEN (((new.visitor_key IS NOT NULL) AND (new.status <> ALL (ARRAY['queued'::text, 'running'::text])))) EXECUTE FUNCTION forget_visitor_key();
CREATE TRIGGER statistics_imports_touch BEFORE UPDATE ON statistics_imports FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table statistics_imports enable row level security;
alter table statistics_imports force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (website_id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert (file_bytes, file_name, source, team_id, website_id), select, update (status, uploaded_bytes) to sitewatch_user;
grant delete, select, update to sitewatch_worker;

create table stats_build_failures (
  website_id bigint not null,
  day date not null,
  attempts integer not null,
  error text not null,
  failed_at timestamp with time zone not null default now(),
  retry_at timestamp with time zone not null,
  constraint stats_build_failures_attempts_check CHECK ((attempts > 0)),
  constraint stats_build_failures_pkey PRIMARY KEY (website_id, day)
);
grant delete, insert, select, update to sitewatch_worker;

create table status_mails (
  team_id bigint not null,
  incident_id bigint not null,
  kind text not null,
  subscriber_id bigint not null,
  status text not null default 'pending'::text,
  sent_at timestamp(3) with time zone,
  attempts integer not null default 0,
  retry_at timestamp(3) with time zone,
  possible_repeat boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  constraint status_mails_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'resolved'::text]))),
  constraint status_mails_pkey PRIMARY KEY (team_id, incident_id, kind, subscriber_id),
  constraint status_mails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'skipped'::text]))),
  constraint status_mails_team_id_incident_id_fkey FOREIGN KEY (team_id, incident_id) REFERENCES incidents(team_id, id) ON DELETE CASCADE,
  constraint status_mails_team_id_subscriber_id_fkey FOREIGN KEY (team_id, subscriber_id) REFERENCES status_subscribers(team_id, id) ON DELETE CASCADE
);
CREATE INDEX status_mails_of_subscriber ON status_mails USING btree (team_id, subscriber_id);
alter table status_mails enable row level security;
alter table status_mails force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy worker_deletes_closed as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant delete, insert, select, update to sitewatch_worker;

create table status_page_announcements (
  team_id bigint not null,
  update_id bigint not null,
  status_page_id bigint not null,
  monitor_ids bigint[] not null,
  website_ids bigint[] not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint status_page_announcements_pkey PRIMARY KEY (team_id, update_id),
  constraint status_page_announcements_team_id_status_page_id_fkey FOREIGN KEY (team_id, status_page_id) REFERENCES status_pages(team_id, id) ON DELETE CASCADE,
  constraint status_page_announcements_team_id_update_id_fkey FOREIGN KEY (team_id, update_id) REFERENCES status_page_updates(team_id, id) ON DELETE CASCADE
);
CREATE INDEX status_page_announcements_of_page ON status_page_announcements USING btree (team_id, status_page_id);
CREATE TRIGGER status_page_announcements_tell AFTER INSERT ON status_page_announcements FOR EACH ROW EXECUTE FUNCTION tell_of_announcement();
alter table status_page_announcements enable row level security;
alter table status_page_announcements force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant insert, select to sitewatch_worker;

create table status_page_incidents (
  id bigint not null generated always as identity,
  team_id bigint not null,
  status_page_id bigint not null,
  ref text collate "C" not null default "left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 12),
  kind text not null,
  title text not null,
  impact text not null,
  incident_id bigint,
  maintenance_window_id bigint,
  scheduled_for timestamp(3) with time zone,
  scheduled_until timestamp(3) with time zone,
  published_at timestamp(3) with time zone,
  was_published boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint status_page_incidents_check CHECK ((((kind = 'maintenance'::text) = (scheduled_for IS NOT NULL)) AND ((kind = 'maintenance'::text) = (scheduled_until IS NOT NULL)))),
  constraint status_page_incidents_check1 CHECK ((scheduled_until > scheduled_for)),
  constraint status_page_incidents_check2 CHECK (((kind = 'incident'::text) OR (incident_id IS NULL))),
  constraint status_page_incidents_check3 CHECK (((kind = 'maintenance'::text) OR (maintenance_window_id IS NULL))),
  constraint status_page_incidents_impact_check CHECK ((impact = ANY (ARRAY['none'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint status_page_incidents_kind_check CHECK ((kind = ANY (ARRAY['incident'::text, 'maintenance'::text]))),
  constraint status_page_incidents_pkey PRIMARY KEY (id),
  constraint status_page_incidents_team_id_id_kind_key UNIQUE (team_id, id, kind),
  constraint status_page_incidents_team_id_incident_id_fkey FOREIGN KEY (team_id, incident_id) REFERENCES incidents(team_id, id) ON DELETE SET NULL (incident_id),
  constraint status_page_incidents_team_id_maintenance_window_id_fkey FOREIGN KEY (team_id, maintenance_window_id) REFERENCES maintenance_windows(team_id, id) ON DELETE SET NULL (maintenance_window_id),
  constraint status_page_incidents_team_id_status_page_id_fkey FOREIGN KEY (team_id, status_page_id) REFERENCES status_pages(team_id, id) ON DELETE CASCADE,
  constraint status_page_incidents_team_id_status_page_id_ref_key UNIQUE (team_id, status_page_id, ref),
  constraint status_page_incidents_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE INDEX status_page_incidents_of_incident ON status_page_incidents USING btree (team_id, incident_id) WHERE (incident_id IS NOT NULL);
CREATE INDEX status_page_incidents_of_window ON status_page_incidents USING btree (team_id, maintenance_window_id) WHERE (maintenance_window_id IS NOT NULL);
CREATE TRIGGER status_page_incidents_live AFTER INSERT OR DELETE OR UPDATE ON status_page_incidents FOR EACH ROW EXECUTE FUNCTION notify_change('status_page', 'status_page_id');
CREATE TRIGGER status_page_incidents_touch BEFORE UPDATE ON status_page_incidents FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table status_page_incidents enable row level security;
alter table status_page_incidents force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table status_page_monitors (
  team_id bigint not null,
  status_page_id bigint not null,
  monitor_id bigint not null,
  position smallint not null,
  label text,
  group_name text,
  constraint status_page_monitors_group_name_check CHECK (((length(group_name) >= 1) AND (length(group_name) <= 80))),
  constraint status_page_monitors_label_check CHECK (((length(label) >= 1) AND (length(label) <= 120))),
  constraint status_page_monitors_pkey PRIMARY KEY (team_id, status_page_id, monitor_id),
  constraint status_page_monitors_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint status_page_monitors_team_id_status_page_id_fkey FOREIGN KEY (team_id, status_page_id) REFERENCES status_pages(team_id, id) ON DELETE CASCADE
);
CREATE INDEX status_page_monitors_of_monitor ON status_page_monitors USING btree (team_id, monitor_id);
CREATE TRIGGER status_page_monitors_live AFTER INSERT OR DELETE OR UPDATE ON status_page_monitors FOR EACH ROW EXECUTE FUNCTION notify_change('status_page', 'status_page_id');
alter table status_page_monitors enable row level security;
alter table status_page_monitors force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (group_name, label, monitor_id, position, status_page_id, team_id) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table status_page_templates (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  kind text not null,
  title text not null,
  impact text not null,
  status text not null,
  body text not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint status_page_templates_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
  constraint status_page_templates_check CHECK ((status = ANY (
CASE kind
    WHEN 'incident'::text THEN ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]
    ELSE ARRAY['scheduled'::text, 'in_progress'::text, 'verifying'::text, 'completed'::text]
END))),
  constraint status_page_templates_impact_check CHECK ((impact = ANY (ARRAY['none'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint status_page_templates_kind_check CHECK ((kind = ANY (ARRAY['incident'::text, 'maintenance'::text]))),
  constraint status_page_templates_name UNIQUE (team_id, name),
  constraint status_page_templates_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint status_page_templates_pkey PRIMARY KEY (id),
  constraint status_page_templates_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint status_page_templates_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE TRIGGER status_page_templates_touch BEFORE UPDATE ON status_page_templates FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table status_page_templates enable row level security;
alter table status_page_templates force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table status_page_update_components (
  team_id bigint not null,
  update_id bigint not null,
  position smallint not null,
  monitor_id bigint,
  website_id bigint,
  state text not null,
  constraint status_page_update_components_check CHECK ((num_nonnulls(monitor_id, website_id) = 1)),
  constraint status_page_update_components_pkey PRIMARY KEY (team_id, update_id, "position"),
  constraint status_page_update_components_state_check CHECK ((state = ANY (ARRAY['operational'::text, 'degraded_performance'::text, 'partial_outage'::text, 'major_outage'::text, 'under_maintenance'::text]))),
  constraint status_page_update_components_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint status_page_update_components_team_id_update_id_fkey FOREIGN KEY (team_id, update_id) REFERENCES status_page_updates(team_id, id) ON DELETE CASCADE,
  constraint status_page_update_components_team_id_update_id_monitor_id_key UNIQUE (team_id, update_id, monitor_id),
  constraint status_page_update_components_team_id_update_id_website_id_key UNIQUE (team_id, update_id, website_id),
  constraint status_page_update_components_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX status_page_update_components_of_monitor ON status_page_update_components USING btree (team_id, monitor_id) WHERE (monitor_id IS NOT NULL);
CREATE INDEX status_page_update_components_of_website ON status_page_update_components USING btree (team_id, website_id) WHERE (website_id IS NOT NULL);
alter table status_page_update_components enable row level security;
alter table status_page_update_components force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table status_page_updates (
  id bigint not null generated always as identity,
  team_id bigint not null,
  page_incident_id bigint not null,
  kind text not null,
  status text not null,
  body text not null,
  posted_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint status_page_updates_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
  constraint status_page_updates_check CHECK ((status = ANY (
CASE kind
    WHEN 'incident'::text THEN ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]
    ELSE ARRAY['scheduled'::text, 'in_progress'::text, 'verifying'::text, 'completed'::text]
END))),
  constraint status_page_updates_pkey PRIMARY KEY (id),
  constraint status_page_updates_team_id_id_key UNIQUE (team_id, id),
  constraint status_page_updates_team_id_page_incident_id_kind_fkey FOREIGN KEY (team_id, page_incident_id, kind) REFERENCES status_page_incidents(team_id, id, kind) ON DELETE CASCADE
);
CREATE INDEX status_page_updates_of_incident ON status_page_updates USING btree (team_id, page_incident_id, kind, posted_at DESC, id DESC);
CREATE TRIGGER status_page_updates_touch BEFORE UPDATE ON status_page_updates FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table status_page_updates enable row level security;
alter table status_page_updates force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table status_page_websites (
  team_id bigint not null,
  status_page_id bigint not null,
  website_id bigint not null,
  position smallint not null,
  label text,
  group_name text,
  constraint status_page_websites_group_name_check CHECK (((length(group_name) >= 1) AND (length(group_name) <= 80))),
  constraint status_page_websites_label_check CHECK (((length(label) >= 1) AND (length(label) <= 120))),
  constraint status_page_websites_pkey PRIMARY KEY (team_id, status_page_id, website_id),
  constraint status_page_websites_team_id_status_page_id_fkey FOREIGN KEY (team_id, status_page_id) REFERENCES status_pages(team_id, id) ON DELETE CASCADE,
  constraint status_page_websites_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX status_page_websites_of_website ON status_page_websites USING btree (team_id, website_id);
CREATE TRIGGER status_page_websites_live AFTER INSERT OR DELETE OR UPDATE ON status_page_websites FOR EACH ROW EXECUTE FUNCTION notify_change('status_page', 'status_page_id');
alter table status_page_websites enable row level security;
alter table status_page_websites force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (group_name, label, position, status_page_id, team_id, website_id) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table status_pages (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  slug text collate "C" not null,
  domain text collate "C",
  description text,
  show_response_times boolean not null,
  domain_token uuid not null default gen_random_uuid(),
  domain_verified_at timestamp(3) with time zone,
  domain_checked_at timestamp(3) with time zone,
  visibility text not null,
  password_hash text,
  has_password boolean not null generated always as ((password_hash IS NOT NULL)) stored,
  password_version integer not null default 0,
  accent_color text,
  logo bytea,
  logo_type text,
  logo_width smallint,
  logo_height smallint,
  logo_hash text generated always as ("left"(encode(sha256(logo), 'hex'::text), 16)) stored,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint status_pages_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint status_pages_domain_check CHECK (((length(domain) <= 253) AND (domain ~ '^[a-z0-9.-]+$'::text))),
  constraint status_pages_logo CHECK ((num_nulls(logo, logo_type, logo_width, logo_height) = ANY (ARRAY[0, 4]))),
  constraint status_pages_logo_check CHECK (((octet_length(logo) >= 1) AND (octet_length(logo) <= 102400))),
  constraint status_pages_logo_height_check CHECK (((logo_height >= 1) AND (logo_height <= 2000))),
  constraint status_pages_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint status_pages_logo_width_check CHECK (((logo_width >= 1) AND (logo_width <= 2000))),
  constraint status_pages_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint status_pages_own_domain UNIQUE (team_id, domain),
  constraint status_pages_password CHECK (((visibility <> 'password'::text) OR (password_hash IS NOT NULL))),
  constraint status_pages_pkey PRIMARY KEY (id),
  constraint status_pages_slug UNIQUE (slug),
  constraint status_pages_slug_check CHECK ((slug ~ '^[a-z0-9-]{3,60}$'::text)),
  constraint status_pages_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint status_pages_team_id_id_key UNIQUE (team_id, id),
  constraint status_pages_visibility CHECK ((visibility = ANY (ARRAY['public'::text, 'password'::text, 'team'::text])))
);
CREATE UNIQUE INDEX status_pages_proven_domain ON status_pages USING btree (domain) WHERE (domain_verified_at IS NOT NULL);
CREATE INDEX status_pages_unproven ON status_pages USING btree (domain_checked_at NULLS FIRST) WHERE ((domain IS NOT NULL) AND (domain_verified_at IS NULL));
CREATE TRIGGER status_pages_live AFTER UPDATE ON status_pages FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('status_page');
CREATE TRIGGER status_pages_live_made AFTER INSERT OR DELETE ON status_pages FOR EACH ROW EXECUTE FUNCTION notify_change('status_page');
CREATE TRIGGER status_pages_notify AFTER INSERT OR DELETE ON status_pages FOR EACH ROW EXECUTE FUNCTION notify_status_page();
CREATE TRIGGER status_pages_notify_changed AFTER UPDATE OF name, slug, domain, description, visibility, password_version, accent_color, logo, show_response_times, domain_verified_at ON status_pages FOR EACH ROW EXECUTE FUNCTION notify_status_page();
CREATE TRIGGER status_pages_touch BEFORE UPDATE OF name, slug, domain, description, visibility, password_version, accent_color, logo, show_response_times ON status_pages FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table status_pages enable row level security;
alter table status_pages force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (accent_color, created_at, description, domain, domain_checked_at, domain_token, domain_verified_at, has_password, id, logo, logo_hash, logo_height, logo_type, logo_width, name, password_hash, password_version, show_response_times, slug, team_id, updated_at, visibility) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select, update (domain_checked_at, domain_verified_at) to sitewatch_worker;

create table status_subscribers (
  id bigint not null generated always as identity,
  team_id bigint not null,
  status_page_id bigint not null,
  email text,
  confirmed_at timestamp(3) with time zone,
  asked_at timestamp(3) with time zone not null default now(),
  language text,
  channel text not null default 'email'::text,
  monitor_ids bigint[],
  website_ids bigint[],
  password_version integer,
  failed_in_a_row integer not null default 0,
  disabled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint status_subscribers_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'webhook'::text]))),
  constraint status_subscribers_choice CHECK (((monitor_ids IS NULL) = (website_ids IS NULL))),
  constraint status_subscribers_email CHECK (((channel = 'email'::text) = (email IS NOT NULL))),
  constraint status_subscribers_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint status_subscribers_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint status_subscribers_monitor_ids_check CHECK ((cardinality(monitor_ids) <= 100)),
  constraint status_subscribers_pkey PRIMARY KEY (id),
  constraint status_subscribers_team_id_id_key UNIQUE (team_id, id),
  constraint status_subscribers_team_id_status_page_id_email_key UNIQUE (team_id, status_page_id, email),
  constraint status_subscribers_team_id_status_page_id_fkey FOREIGN KEY (team_id, status_page_id) REFERENCES status_pages(team_id, id) ON DELETE CASCADE,
  constraint status_subscribers_website_ids_check CHECK ((cardinality(website_ids) <= 50))
);
CREATE INDEX status_subscribers_pending ON status_subscribers USING btree (team_id, status_page_id, asked_at) WHERE (confirmed_at IS NULL);
CREATE TRIGGER status_subscribers_live AFTER UPDATE OF confirmed_at ON status_subscribers FOR EACH ROW WHEN ((old.confirmed_at IS DISTINCT FROM new.confirmed_at)) EXECUTE FUNCTION notify_change('status_page', 'status_page_id');
CREATE TRIGGER status_subscribers_live_gone AFTER DELETE ON status_subscribers FOR EACH ROW WHEN ((old.confirmed_at IS NOT NULL)) EXECUTE FUNCTION notify_change('status_page', 'status_page_id');
alter table status_subscribers enable row level security;
alter table status_subscribers force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy worker_deletes_closed as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (asked_at, channel, confirmed_at, created_at, disabled_at, email, failed_in_a_row, id, language, monitor_ids, password_version, status_page_id, team_id, website_ids) to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, select, update (disabled_at, failed_in_a_row) to sitewatch_worker;

create table status_update_messages (
  team_id bigint not null,
  update_id bigint not null,
  subscriber_id bigint not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  retry_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  possible_repeat boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  constraint status_update_messages_pkey PRIMARY KEY (team_id, update_id, subscriber_id),
  constraint status_update_messages_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))),
  constraint status_update_messages_team_id_subscriber_id_fkey FOREIGN KEY (team_id, subscriber_id) REFERENCES status_subscribers(team_id, id) ON DELETE CASCADE,
  constraint status_update_messages_team_id_update_id_fkey FOREIGN KEY (team_id, update_id) REFERENCES status_page_announcements(team_id, update_id) ON DELETE CASCADE
);
CREATE INDEX status_update_messages_of_subscriber ON status_update_messages USING btree (team_id, subscriber_id);
alter table status_update_messages enable row level security;
alter table status_update_messages force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table status_webhooks (
  team_id bigint not null,
  subscriber_id bigint not null,
  status_page_id bigint not null,
  sealed bytea not null,
  url_hash bytea not null,
  origin text not null,
  constraint status_webhooks_origin_check CHECK (((length(origin) >= 8) AND (length(origin) <= 300))),
  constraint status_webhooks_pkey PRIMARY KEY (team_id, subscriber_id),
  constraint status_webhooks_team_id_status_page_id_fkey FOREIGN KEY (team_id, status_page_id) REFERENCES status_pages(team_id, id) ON DELETE CASCADE,
  constraint status_webhooks_team_id_status_page_id_url_hash_key UNIQUE (team_id, status_page_id, url_hash),
  constraint status_webhooks_team_id_subscriber_id_fkey FOREIGN KEY (team_id, subscriber_id) REFERENCES status_subscribers(team_id, id) ON DELETE CASCADE
);
alter table status_webhooks enable row level security;
alter table status_webhooks force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select to sitewatch_worker;

create table team_invitations (
  id bigint not null generated always as identity,
  team_id bigint not null,
  email text not null,
  role text not null,
  website_ids bigint[] not null default '{}'::bigint[],
  invited_by text not null,
  language text,
  expires_at timestamp(3) with time zone not null,
  accepted_at timestamp(3) with time zone,
  invited_by_id bigint default current_user_id(),
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint team_invitations_check CHECK (((accepted_at IS NOT NULL) OR (invited_by_id IS NOT NULL))),
  constraint team_invitations_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint team_invitations_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint team_invitations_pkey PRIMARY KEY (id),
  constraint team_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'viewer'::text, 'guest'::text]))),
  constraint team_invitations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint team_invitations_team_id_id_key UNIQUE (team_id, id)
);
CREATE UNIQUE INDEX team_invitations_open ON team_invitations USING btree (team_id, email) WHERE (accepted_at IS NULL);
alter table team_invitations enable row level security;
alter table team_invitations force row level security;
policy administrators to sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND ( SELECT can_administer() AS can_administer))) with check (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (invited_by_id = ( SELECT current_user_id() AS current_user_id)) AND ( SELECT can_administer() AS can_administer) AND ((role <> 'owner'::text) OR ( SELECT is_owner() AS is_owner))));
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy worker for select to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_auth;
grant select (accepted_at, created_at, email, expires_at, id, invited_by, invited_by_id, language, role, team_id, updated_at, website_ids) to sitewatch_guest;
grant delete, insert, select to sitewatch_user;
grant select to sitewatch_worker;

create table teams (
  id bigint not null default nextval('users_id_seq'::regclass),
  personal_of bigint,
  name text not null,
  data_key bytea not null,
  max_websites integer,
  max_monitors integer,
  max_providers integer,
  max_keys integer,
  is_suspended boolean not null default false,
  deleted_at timestamp(3) with time zone,
  deletion_rows_total bigint,
  deletion_rows_removed bigint not null default 0,
  requires_two_factor boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint teams_check CHECK ((personal_of = id)),
  constraint teams_deleted_stays_suspended CHECK (((deleted_at IS NULL) OR is_suspended)),
  constraint teams_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint teams_personal_of_fkey FOREIGN KEY (personal_of) REFERENCES users(id) ON DELETE CASCADE,
  constraint teams_personal_of_key UNIQUE (personal_of),
  constraint teams_pkey PRIMARY KEY (id)
);
CREATE TRIGGER teams_notify_websites AFTER UPDATE ON teams FOR EACH ROW WHEN ((old.is_suspended IS DISTINCT FROM new.is_suspended)) EXECUTE FUNCTION notify_all_websites();
CREATE TRIGGER teams_purge AFTER DELETE ON teams REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION purge_deleted_teams();
CREATE TRIGGER teams_suspended_memberships AFTER UPDATE OF is_suspended ON teams FOR EACH ROW WHEN ((old.is_suspended IS DISTINCT FROM new.is_suspended)) EXECUTE FUNCTION copy_suspension();
CREATE TRIGGER teams_suspension AFTER UPDATE OF is_suspended ON teams FOR EACH ROW WHEN ((old.is_suspended IS DISTINCT FROM new.is_suspended)) EXECUTE FUNCTION apply_suspension();
CREATE TRIGGER teams_touch BEFORE UPDATE OF name, requires_two_factor ON teams FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.requires_two_factor IS DISTINCT FROM new.requires_two_factor))) EXECUTE FUNCTION touch_updated_at();
alter table teams enable row level security;
alter table teams force row level security;
policy admin to sitewatch_admin using ((personal_of IS NOT NULL));
policy administrators_update for update to sitewatch_user using (((id = ( SELECT current_team_id() AS current_team_id)) AND ( SELECT can_administer() AS can_administer)));
policy auth to sitewatch_auth using (true);
policy collector for select to sitewatch_collector using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((id = ( SELECT current_team_id() AS current_team_id))) with check (false);
policy team for select to sitewatch_guest, sitewatch_user using (((id = ( SELECT current_team_id() AS current_team_id)) OR (id IN ( SELECT m.team_id
   FROM memberships m
  WHERE (m.user_id = ( SELECT current_user_id() AS current_user_id))))));
policy worker to sitewatch_worker using (true);
policy worker_deletes_closed as restrictive for delete to sitewatch_worker using ((deleted_at IS NOT NULL));
grant select (deletion_rows_removed, deletion_rows_total, id, max_keys, max_monitors, max_providers, max_websites), update (max_keys, max_monitors, max_providers, max_websites) to sitewatch_admin;
grant delete, insert, select, update to sitewatch_auth;
grant select (id, is_suspended) to sitewatch_collector;
grant select (created_at, id, is_suspended, max_keys, max_monitors, max_providers, max_websites, name, personal_of, requires_two_factor, updated_at) to sitewatch_guest;
grant select (created_at, data_key, id, is_suspended, max_keys, max_monitors, max_providers, max_websites, name, personal_of, requires_two_factor, updated_at), update (name, requires_two_factor) to sitewatch_user;
grant delete, select (data_key, deleted_at, deletion_rows_removed, deletion_rows_total, id, is_suspended, name, personal_of), update (deletion_rows_removed, deletion_rows_total) to sitewatch_worker;

create table traffic_models (
  team_id bigint not null,
  website_id bigint not null,
  model jsonb,
  built_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  constraint traffic_models_pkey PRIMARY KEY (team_id, website_id),
  constraint traffic_models_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX traffic_models_due ON traffic_models USING btree (due_at);
alter table traffic_models enable row level security;
alter table traffic_models force row level security;
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (website_id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table traffic_now (
  team_id bigint not null,
  website_id bigint not null,
  asked_at timestamp(3) with time zone not null,
  counted_until bigint,
  windows jsonb,
  constraint traffic_now_check CHECK (((windows IS NULL) OR (counted_until IS NOT NULL))),
  constraint traffic_now_pkey PRIMARY KEY (team_id, website_id),
  constraint traffic_now_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX traffic_now_asked ON traffic_now USING btree (asked_at);
CREATE UNIQUE INDEX traffic_now_of_website ON traffic_now USING btree (website_id);
alter table traffic_now enable row level security;
alter table traffic_now force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant insert, select, update to sitewatch_worker;

create table traffic_watches (
  team_id bigint not null,
  website_id bigint not null,
  addresses text[] not null default '{}'::text[],
  resolved_at timestamp(3) with time zone,
  usual jsonb,
  normal_since timestamp(3) with time zone,
  spike_at timestamp(3) with time zone,
  constraint traffic_watches_addresses_check CHECK ((cardinality(addresses) <= 50)),
  constraint traffic_watches_pkey PRIMARY KEY (team_id, website_id),
  constraint traffic_watches_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint traffic_watches_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX traffic_watches_to_resolve ON traffic_watches USING btree (resolved_at NULLS FIRST);
alter table traffic_watches enable row level security;
alter table traffic_watches force row level security;
policy worker to sitewatch_worker using (true);
grant delete, insert, select, update to sitewatch_worker;

create table uptime_report_recipients (
  team_id bigint not null,
  report_id bigint not null,
  user_id bigint not null,
  constraint uptime_report_recipients_pkey PRIMARY KEY (team_id, report_id, user_id),
  constraint uptime_report_recipients_team_id_report_id_fkey FOREIGN KEY (team_id, report_id) REFERENCES uptime_reports(team_id, id) ON DELETE CASCADE,
  constraint uptime_report_recipients_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE
);
CREATE INDEX uptime_report_recipients_of_user ON uptime_report_recipients USING btree (team_id, user_id);
alter table uptime_report_recipients enable row level security;
alter table uptime_report_recipients force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant delete, select to sitewatch_worker;

create table uptime_report_sends (
  id bigint not null generated always as identity,
  team_id bigint not null,
  report_id bigint not null,
  user_id bigint not null,
  month date not null,
  recipient text not null,
  status text not null default 'pending'::text,
  reason text,
  attempts integer not null default 0,
  attempt_started_at timestamp(3) with time zone,
  possible_repeat boolean not null default false,
  due_at timestamp(3) with time zone not null,
  next_try_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint uptime_report_sends_check CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint uptime_report_sends_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint uptime_report_sends_pkey PRIMARY KEY (id),
  constraint uptime_report_sends_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'skipped'::text, 'failed'::text]))),
  constraint uptime_report_sends_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint uptime_report_sends_team_id_id_key UNIQUE (team_id, id),
  constraint uptime_report_sends_team_id_report_id_fkey FOREIGN KEY (team_id, report_id) REFERENCES uptime_reports(team_id, id) ON DELETE CASCADE,
  constraint uptime_report_sends_team_id_report_id_user_id_month_key UNIQUE (team_id, report_id, user_id, month),
  constraint uptime_report_sends_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE
);
CREATE INDEX uptime_report_sends_due ON uptime_report_sends USING btree (due_at);
CREATE INDEX uptime_report_sends_of_user ON uptime_report_sends USING btree (team_id, user_id);
CREATE INDEX uptime_report_sends_pending ON uptime_report_sends USING btree (next_try_at) WHERE (status = 'pending'::text);
CREATE TRIGGER uptime_report_sends_touch BEFORE UPDATE ON uptime_report_sends FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table uptime_report_sends enable row level security;
alter table uptime_report_sends force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team for select to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
grant select to sitewatch_guest;
grant select to sitewatch_user;
grant delete, insert, select, update to sitewatch_worker;

create table uptime_reports (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  monitor_id bigint,
  tag text,
  status_page_id bigint,
  target double precision not null,
  timezone text not null,
  language text,
  next_month date not null,
  due_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint uptime_reports_check CHECK ((num_nonnulls(monitor_id, tag, status_page_id) = 1)),
  constraint uptime_reports_next_month_check CHECK ((EXTRACT(day FROM next_month) = (1)::numeric)),
  constraint uptime_reports_pkey PRIMARY KEY (id),
  constraint uptime_reports_target_check CHECK (((target >= (1)::double precision) AND (target <= (100)::double precision))),
  constraint uptime_reports_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint uptime_reports_team_id_id_key UNIQUE (team_id, id),
  constraint uptime_reports_team_id_monitor_id_fkey FOREIGN KEY (team_id, monitor_id) REFERENCES monitors(team_id, id) ON DELETE CASCADE,
  constraint uptime_reports_team_id_status_page_id_fkey FOREIGN KEY (team_id, status_page_id) REFERENCES status_pages(team_id, id) ON DELETE CASCADE
);
CREATE INDEX uptime_reports_due ON uptime_reports USING btree (due_at);
CREATE INDEX uptime_reports_of_monitor ON uptime_reports USING btree (team_id, monitor_id);
CREATE INDEX uptime_reports_of_status_page ON uptime_reports USING btree (team_id, status_page_id);
CREATE TRIGGER uptime_reports_touch BEFORE UPDATE ON uptime_reports FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table uptime_reports enable row level security;
alter table uptime_reports force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select to sitewatch_guest;
grant delete, insert, select, update to sitewatch_user;
grant select, update (due_at, next_month) to sitewatch_worker;

create table users (
  id bigint not null generated always as identity,
  email text not null,
  password_hash text,
  is_administrator boolean not null default false,
  is_suspended boolean not null default false,
  data_key bytea not null,
  totp_secret bytea,
  two_factor_enabled_at timestamp(3) with time zone,
  totp_last_step bigint,
  email_verified_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  language text,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint users_deleted_stays_suspended CHECK (((deleted_at IS NULL) OR is_suspended)),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint users_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email ON users USING btree (email) WHERE (deleted_at IS NULL);
CREATE TRIGGER users_personal_team AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION create_personal_team();
CREATE TRIGGER users_suspended AFTER UPDATE OF is_suspended ON users FOR EACH ROW WHEN ((new.is_suspended AND (NOT old.is_suspended))) EXECUTE FUNCTION notify_revoked();
CREATE TRIGGER users_suspended_memberships AFTER UPDATE OF is_suspended ON users FOR EACH ROW WHEN ((old.is_suspended IS DISTINCT FROM new.is_suspended)) EXECUTE FUNCTION copy_suspension();
CREATE TRIGGER users_suspended_teams AFTER UPDATE OF is_suspended ON users FOR EACH ROW WHEN ((old.is_suspended IS DISTINCT FROM new.is_suspended)) EXECUTE FUNCTION follow_suspension();
CREATE TRIGGER users_touch BEFORE UPDATE OF email, email_verified_at, password_hash, is_suspended, is_administrator, two_factor_enabled_at, language ON users FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
alter table users enable row level security;
alter table users force row level security;
policy admin to sitewatch_admin using (true);
policy auth to sitewatch_auth using (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((id = ( SELECT current_user_id() AS current_user_id))) with check (false);
policy person to sitewatch_guest, sitewatch_user using ((id = ( SELECT current_user_id() AS current_user_id)));
policy worker for select to sitewatch_worker using (true);
policy worker_alerts to sitewatch_worker using (true);
policy worker_deletes_closed as restrictive for delete to sitewatch_worker using ((deleted_at IS NOT NULL));
grant select (created_at, deleted_at, email, id, is_administrator, is_suspended, language, two_factor_enabled_at, updated_at), update (is_suspended, updated_at) to sitewatch_admin;
grant insert, select, update to sitewatch_auth;
grant select (created_at, data_key, deleted_at, email, email_verified_at, id, is_administrator, is_suspended, language, password_hash, totp_last_step, totp_secret, two_factor_enabled_at, updated_at), update (language) to sitewatch_guest;
grant select, update (language) to sitewatch_user;
grant delete, select (data_key, deleted_at, email, email_verified_at, id, is_suspended, language), update (email_verified_at) to sitewatch_worker;

create table visitor_salts (
  day date not null,
  seed bytea not null,
  constraint visitor_salts_pkey PRIMARY KEY (day),
  constraint visitor_salts_seed_check CHECK ((length(seed) = 32))
);
grant insert, select to sitewatch_collector;
grant delete, select (day) to sitewatch_worker;

create table website_preferences (
  team_id bigint not null,
  user_id bigint not null,
  website_id bigint not null,
  favorite boolean not null default false,
  email smallint not null default 0,
  updated_at timestamp(3) with time zone not null default now(),
  constraint website_preferences_email_check CHECK ((email = ANY (ARRAY[0, 1]))),
  constraint website_preferences_pkey PRIMARY KEY (team_id, user_id, website_id),
  constraint website_preferences_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE,
  constraint website_preferences_team_id_website_id_fkey FOREIGN KEY (team_id, website_id) REFERENCES websites(team_id, id) ON DELETE CASCADE
);
CREATE INDEX website_preferences_website ON website_preferences USING btree (team_id, website_id);
CREATE TRIGGER website_preferences_live AFTER INSERT OR UPDATE ON website_preferences FOR EACH ROW EXECUTE FUNCTION notify_change('website', 'website_id');
CREATE TRIGGER website_preferences_touch BEFORE UPDATE ON website_preferences FOR EACH ROW WHEN (((old.favorite IS DISTINCT FROM new.favorite) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER website_reports_added AFTER INSERT ON website_preferences FOR EACH ROW WHEN ((new.email = 1)) EXECUTE FUNCTION schedule_reports();
CREATE TRIGGER website_reports_changed AFTER UPDATE ON website_preferences FOR EACH ROW WHEN ((old.email IS DISTINCT FROM new.email)) EXECUTE FUNCTION schedule_reports();
alter table website_preferences enable row level security;
alter table website_preferences force row level security;
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy person to sitewatch_guest, sitewatch_user using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (user_id = ( SELECT current_user_id() AS current_user_id))));
policy worker to sitewatch_worker using (true);
grant insert, select (email, favorite, team_id, updated_at, user_id, website_id), update (email, favorite) to sitewatch_guest;
grant insert, select, update (email, favorite) to sitewatch_user;
grant select, update (email) to sitewatch_worker;

create table website_purges (
  team_id bigint not null,
  website_id bigint not null,
  tracking_id text collate "C" not null,
  status text not null default 'pending'::text,
  progress_percent smallint not null default 0,
  deleted_at timestamp(3) with time zone not null default now(),
  finished_at timestamp(3) with time zone,
  constraint website_purges_pkey PRIMARY KEY (website_id),
  constraint website_purges_progress_percent_check CHECK (((progress_percent >= 0) AND (progress_percent <= 100))),
  constraint website_purges_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text])))
);
CREATE INDEX website_purges_team ON website_purges USING btree (team_id) WHERE (status = 'pending'::text);
alter table website_purges enable row level security;
alter table website_purges force row level security;
policy jobs for insert to sitewatch_jobs with check (true);
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((website_id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (deleted_at, finished_at, progress_percent, status, team_id, tracking_id, website_id) to sitewatch_guest;
grant insert to sitewatch_jobs;
grant select to sitewatch_user;
grant delete, select, update (finished_at, progress_percent, status) to sitewatch_worker;

create table websites (
  id bigint not null generated always as identity,
  team_id bigint not null,
  domain text collate "C" not null,
  privacy smallint not null default 0,
  password_hash text,
  has_password boolean not null generated always as ((password_hash IS NOT NULL)) stored,
  password_version integer not null default 0,
  exclude_bots smallint not null default 1,
  exclude_params text,
  exclude_ips text,
  tracking_id text collate "C" not null,
  timezone text not null default 'UTC'::text,
  retention_days smallint,
  honor_dnt boolean not null default false,
  first_event_at timestamp(3) with time zone,
  indexable boolean not null default false,
  first_event_origin text,
  tags text[] collate "C" not null default '{}'::text[],
  traffic_alerts boolean not null default true,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint websites_check CHECK (((privacy <> 2) OR (password_hash IS NOT NULL))),
  constraint websites_domain_check CHECK ((((length(domain) >= 1) AND (length(domain) <= 253)) AND (domain ~ '^[a-z0-9.-]+$'::text))),
  constraint websites_exclude_bots_check CHECK ((exclude_bots = ANY (ARRAY[0, 1]))),
  constraint websites_first_event_origin_check CHECK ((length(first_event_origin) <= 4096)),
  constraint websites_pkey PRIMARY KEY (id),
  constraint websites_privacy_check CHECK ((privacy = ANY (ARRAY[0, 1, 2]))),
  constraint websites_retention_days_check CHECK (((retention_days >= 1) AND (retention_days <= 3650))),
  constraint websites_tags_check CHECK (((cardinality(tags) <= 20) AND (pg_column_size(tags) <= 1500))),
  constraint websites_team_id_domain_key UNIQUE (team_id, domain) INCLUDE (id),
  constraint websites_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint websites_team_id_id_key UNIQUE (team_id, id) INCLUDE (domain),
  constraint websites_tracking_id_check CHECK ((tracking_id ~ '^[0-9A-Za-z]{16}$'::text)),
  constraint websites_tracking_id_key UNIQUE (tracking_id)
);
CREATE INDEX websites_tagged ON websites USING btree (team_id, id) INCLUDE (domain, tags) WHERE (tags <> '{}'::text[]);
CREATE INDEX websites_team ON websites USING btree (team_id);
CREATE TRIGGER websites_first_event AFTER UPDATE ON websites FOR EACH ROW WHEN (((old.first_event_at IS NULL) AND (new.first_event_at IS NOT NULL))) EXECUTE FUNCTION notify_first_event();
CREATE TRIGGER websites_follow_rules AFTER UPDATE ON websites FOR EACH ROW WHEN ((old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION follow_websites_of_rules();
CREATE TRIGGER websites_follow_rules_gone BEFORE DELETE ON websites FOR EACH ROW EXECUTE FUNCTION follow_websites_of_rules();
CREATE TRIGGER websites_forgotten_by_keys AFTER DELETE ON websites REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_websites();
CREATE TRIGGER websites_live AFTER UPDATE ON websites FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION notify_change('website');
CREATE TRIGGER websites_live_made AFTER INSERT OR DELETE ON websites FOR EACH ROW EXECUTE FUNCTION notify_change('website', 'id');
CREATE TRIGGER websites_notify AFTER UPDATE ON websites FOR EACH ROW WHEN ((((((old.exclude_bots IS DISTINCT FROM new.exclude_bots) OR (old.exclude_params IS DISTINCT FROM new.exclude_params)) OR (old.exclude_ips IS DISTINCT FROM new.exclude_ips)) OR (old.retention_days IS DISTINCT FROM new.retention_days)) OR (old.honor_dnt IS DISTINCT FROM new.honor_dnt))) EXECUTE FUNCTION notify_website();
CREATE TRIGGER websites_notify_made AFTER INSERT OR DELETE ON websites FOR EACH ROW EXECUTE FUNCTION notify_website();
CREATE TRIGGER websites_purge AFTER DELETE ON websites REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION purge_deleted_websites();
CREATE TRIGGER websites_reports_replanned AFTER UPDATE ON websites FOR EACH ROW WHEN ((old.timezone IS DISTINCT FROM new.timezone)) EXECUTE FUNCTION replan_reports();
CREATE TRIGGER websites_retention AFTER UPDATE ON websites FOR EACH ROW WHEN ((old.retention_days IS DISTINCT FROM new.retention_days)) EXECUTE FUNCTION apply_website_retention();
CREATE TRIGGER websites_touch BEFORE UPDATE ON websites FOR EACH ROW EXECUTE FUNCTION touch_updated_at('first_event_at', 'first_event_origin', 'password_hash', 'has_password', 'updated_at');
alter table websites enable row level security;
alter table websites force row level security;
policy auth for select to sitewatch_auth using (true);
policy collector for select to sitewatch_collector using (true);
policy collector_update for update to sitewatch_collector using (true);
policy guest for select to sitewatch_guest using (((team_id = ( SELECT current_team_id() AS current_team_id)) AND (id = ANY (( SELECT guest_website_ids() AS guest_website_ids)::bigint[]))));
policy key_limit as restrictive to sitewatch_limited, sitewatch_limited_guest using ((id = ANY (( SELECT (current_setting('sitewatch.website_ids'::text))::bigint[] AS current_setting)::bigint[])));
policy key_limit_delete as restrictive for delete to sitewatch_limited, sitewatch_limited_guest using (false);
policy key_limit_insert as restrictive for insert to sitewatch_limited, sitewatch_limited_guest with check (false);
policy team to sitewatch_user using ((team_id = ( SELECT current_team_id() AS current_team_id)));
policy worker_deletes_closed as restrictive for delete to sitewatch_worker using (is_closed_team(team_id));
policy worker_deletion to sitewatch_worker using (is_closed_team(team_id));
policy worker_imports for update to sitewatch_worker using (true);
policy worker_retention for select to sitewatch_worker using (true);
policy worker_status_pages for select to sitewatch_worker using (true);
policy writers_delete as restrictive for delete to sitewatch_user using (( SELECT require_writer() AS require_writer));
policy writers_insert as restrictive for insert to sitewatch_user with check (( SELECT require_writer() AS require_writer));
policy writers_update as restrictive for update to sitewatch_user using (( SELECT require_writer() AS require_writer));
grant select (domain, id, indexable, password_hash, password_version, privacy, team_id, tracking_id) to sitewatch_auth;
grant select (domain, exclude_bots, exclude_ips, exclude_params, first_event_at, honor_dnt, id, retention_days, team_id, tracking_id), update (first_event_at, first_event_origin) to sitewatch_collector;
grant select (created_at, domain, exclude_bots, exclude_ips, exclude_params, first_event_at, first_event_origin, has_password, honor_dnt, id, indexable, password_version, privacy, retention_days, tags, team_id, timezone, tracking_id, traffic_alerts, updated_at) to sitewatch_guest;
grant delete, insert, select (created_at, domain, exclude_bots, exclude_ips, exclude_params, first_event_at, first_event_origin, has_password, honor_dnt, id, indexable, password_version, privacy, retention_days, tags, team_id, timezone, tracking_id, traffic_alerts, updated_at), update (exclude_bots, exclude_ips, exclude_params, honor_dnt, indexable, password_hash, password_version, privacy, retention_days, tags, timezone, traffic_alerts) to sitewatch_user;
grant delete, select (domain, exclude_bots, exclude_params, first_event_at, first_event_origin, id, privacy, retention_days, tags, team_id, timezone, tracking_id, traffic_alerts), update (first_event_at) to sitewatch_worker;

create table worker_liveness (
  pool_id text not null,
  worker_ids text[] not null,
  seen_at timestamp with time zone not null default clock_timestamp(),
  constraint worker_liveness_pkey PRIMARY KEY (pool_id)
);
grant select (seen_at) to sitewatch_admin;
grant delete, insert, select, update to sitewatch_jobs;

grant usage on schema to public
grant usage on schema to sitewatch_backup
grant usage on sequence monitors_id_seq to sitewatch_user
grant usage on sequence providers_id_seq to sitewatch_user
grant usage on sequence users_id_seq to sitewatch_auth

add_address_verification_job(p_user_id bigint) returns void security definer owner sitewatch_jobs execute sitewatch_auth
add_canary_job() returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_deliver_job(p_provider_id bigint, p_run_at timestamp with time zone DEFAULT now()) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_email_change_job(p_user_id bigint, p_email text, p_kind text) returns void security definer owner sitewatch_jobs execute sitewatch_auth
add_escalate_job(p_run_at timestamp with time zone) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_evaluate_objectives_job() returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_invitation_job(p_invitation_id bigint) returns void security definer owner sitewatch_jobs execute sitewatch_admin
add_password_reset_job(p_user_id bigint, p_address text DEFAULT NULL::text) returns void security definer owner sitewatch_jobs execute sitewatch_auth
add_release_alerts_job(p_run_at timestamp with time zone) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_report_jobs(p_report_ids bigint[], p_run_at timestamp with time zone DEFAULT now()) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_second_factor_warning_job(p_user_id bigint) returns void security definer owner sitewatch_jobs execute sitewatch_auth
add_security_notice_job(p_user_id bigint, p_action text, p_address text, p_browser text) returns void security definer owner sitewatch_jobs execute sitewatch_auth, sitewatch_guest, sitewatch_user
add_statistics_import_job(p_import_id bigint, p_website_id bigint) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_subscription_job(p_subscriber_id bigint) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_team_deletion_job(p_team_id bigint) returns void security definer owner sitewatch_jobs execute sitewatch_auth, sitewatch_worker
add_team_invitation_job(p_invitation_id bigint) returns void security definer owner sitewatch_jobs execute sitewatch_user
add_tell_job(p_status_page_id bigint, p_incident_id bigint, p_kind text, p_run_at timestamp with time zone DEFAULT now()) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_tell_update_job(p_team_id bigint, p_update_id bigint, p_status_page_id bigint, p_run_at timestamp with time zone DEFAULT now()) returns void security definer owner sitewatch_jobs execute sitewatch_worker
add_uptime_report_jobs(p_send_ids bigint[], p_run_at timestamp with time zone DEFAULT now()) returns void security definer owner sitewatch_jobs execute sitewatch_worker
advance_checks(p_prober integer, p_location text, p_monitor_ids bigint[], p_seen bigint[], p_due bigint[], p_checked bigint[], p_response real[]) returns integer execute sitewatch_worker
announce_acknowledgement(p_incident_id bigint, p_provider_id bigint, p_person text, p_silent_types text[] DEFAULT '{sms}'::text[]) returns void security definer owner sitewatch_worker execute sitewatch_user
announce_burn(p_team_id bigint, p_objective_id bigint, p_burn text, p_burn_rate double precision, p_lookback_seconds integer, p_budget_left_percent double precision, p_happened_at timestamp with time zone) returns void execute sitewatch_worker
announce_expiry() returns integer security definer owner sitewatch_worker execute -
announce_incident(p_incident_id bigint, p_kind text) returns void security definer owner sitewatch_worker execute sitewatch_prober
announce_page_update(p_update_id bigint) returns void security definer owner sitewatch_worker execute sitewatch_user
announce_reminders() returns void security definer owner sitewatch_worker execute -
announce_slow(p_team_id bigint, p_monitor_id bigint, p_is_slow boolean, p_p95_ms real, p_slow_ms integer) returns void execute sitewatch_worker
announce_to_subscribers(p_monitor_id bigint, p_incident_id bigint, p_kind text) returns void security definer owner sitewatch_worker execute -
apply_assignment_rules(p_team_id bigint, p_monitor_ids bigint[]) returns void security definer owner sitewatch_worker execute -
apply_own_assignment_rules() returns void security definer owner sitewatch_worker execute sitewatch_user
apply_suspension() returns trigger security definer owner sitewatch_worker execute -
apply_website_retention() returns trigger security definer owner sitewatch_jobs execute -
ask_subscriber(p_subscriber_id bigint) returns void security definer owner sitewatch_worker execute sitewatch_user
beat_prober(p_id integer, p_name text, p_location text) returns TABLE(prober_id integer, now_ms bigint) security definer owner sitewatch_worker execute sitewatch_prober
beat_receiver(p_is_interrupted boolean, p_max_silence_ms integer) returns void security definer owner sitewatch_worker execute sitewatch_collector
can_administer() returns boolean execute public
checks_clock() returns timestamp with time zone execute public
claim_due_checks(p_prober integer, p_locations text[], p_types text[], p_limits integer[], p_busy jsonb DEFAULT '[]'::jsonb) returns TABLE(location text, type text, monitor_ids bigint[], team_ids bigint[], host_keys integer[], is_more boolean, statuses text[], interval_ms integer[], phase_ms integer[], last_slots bigint[], next_due_at bigint[], incident_floor_at bigint[], tls_expires_at json, unsettled json, urls json, timeout_seconds smallint[], settings json, secrets json) security definer owner sitewatch_worker execute sitewatch_prober
clock_ms() returns bigint execute public
close_account(p_user_id bigint) returns boolean security definer owner sitewatch_auth execute sitewatch_admin
close_team() returns boolean security definer owner sitewatch_auth execute sitewatch_user
close_team_unchecked(p_team_id bigint) returns void security definer owner sitewatch_auth execute -
confirm_provider(p_provider_id bigint) returns void security definer owner sitewatch_worker execute sitewatch_user
copy_suspension() returns trigger security definer owner sitewatch_auth execute -
count_dependents(p_team_id bigint, p_monitor_id bigint) returns bigint execute sitewatch_worker
count_team_keys() returns bigint security definer owner sitewatch_auth execute sitewatch_guest, sitewatch_user
count_team_rows(p_team_id bigint) returns bigint execute sitewatch_worker
create_personal_team() returns trigger security definer owner sitewatch_auth execute -
create_team(p_name text, p_data_key bytea) returns bigint security definer owner sitewatch_auth execute sitewatch_guest, sitewatch_user
current_team_id() returns bigint execute public
current_user_id() returns bigint execute public
delete_objectives_of_monitor() returns trigger execute public
delete_team_step(p_team_id bigint, p_rows integer) returns boolean execute sitewatch_worker
delete_uptime_reports_of_monitor() returns trigger execute public
deploy_concerns_monitor(p_deploy deploys, p_monitor_id bigint) returns boolean execute public
deploy_concerns_website(p_deploy deploys, p_website_id bigint) returns boolean execute public
deploy_verdict(p_deploy deploys) returns jsonb execute public
enter(p_user_id bigint, p_team_id bigint, p_key_id bigint, p_session_id bigint, p_role text) returns void security definer owner sitewatch_auth execute sitewatch_guest, sitewatch_user
escalation_of_monitor(p_team_id bigint, p_policy_id bigint, p_tags text[]) returns json execute sitewatch_guest, sitewatch_user, sitewatch_worker
evaluate_objectives_of_incident() returns trigger execute public
find_next_due(p_locations text[], p_types text[]) returns bigint security definer owner sitewatch_worker execute sitewatch_prober
find_on_call_calendar(p_token_hash bytea) returns TABLE(team_id bigint, id bigint) security definer owner sitewatch_worker execute sitewatch_auth
find_status_page(p_slug text, p_domain text) returns TABLE(team_id bigint, id bigint, visibility text, password_hash text, password_version integer) security definer owner sitewatch_worker execute sitewatch_auth
follow_deleted_rules() returns trigger security definer owner sitewatch_worker execute -
follow_monitors_of_rules() returns trigger security definer owner sitewatch_worker execute -
follow_suspension() returns trigger security definer owner sitewatch_auth execute -
follow_websites_of_rules() returns trigger security definer owner sitewatch_worker execute -
forget_deleted_monitor() returns trigger security definer owner sitewatch_auth execute -
forget_deleted_websites() returns trigger security definer owner sitewatch_auth execute -
forget_objective_state() returns trigger security definer owner sitewatch_worker execute -
forget_removed_assignments() returns trigger security definer owner sitewatch_worker execute -
forget_visitor_key() returns trigger execute public
format_moment(p_at timestamp with time zone) returns text execute public
guard_memberships() returns trigger security definer owner sitewatch_auth execute -
guest_website_ids() returns bigint[] execute public
has_deliver_job(p_provider_id bigint) returns boolean security definer owner sitewatch_jobs execute sitewatch_worker
host_key_of(p_url text) returns integer execute public
is_alive(p_seen_at timestamp with time zone) returns boolean execute public
is_closed_team(p_team_id bigint) returns boolean security definer owner sitewatch_auth execute sitewatch_worker
is_limited() returns boolean execute public
is_open_invitation(i team_invitations) returns boolean execute public
is_owner() returns boolean execute public
keep_remote_secrets() returns trigger security definer owner sitewatch_worker execute -
lacks_two_factor(p_password_hash text, p_enabled_at timestamp with time zone) returns boolean execute public
list_check_pairs(p_locations text[]) returns TABLE(location text, type text) security definer owner sitewatch_worker execute sitewatch_prober
list_ended_remote_alerts() returns SETOF remote_alerts execute sitewatch_worker
list_maintained_monitors(p_at timestamp with time zone) returns TABLE(monitor_id bigint) security definer owner sitewatch_worker execute sitewatch_prober
list_members() returns TABLE(id bigint, email text, role text, created_at timestamp with time zone, updated_at timestamp with time zone) security definer owner sitewatch_auth execute sitewatch_user
locations_due_at(p_team_id bigint, p_monitor_id bigint) returns bigint execute sitewatch_guest, sitewatch_user
lock_assignment_rules(p_team_id bigint, p_is_alone boolean) returns void execute sitewatch_user, sitewatch_worker
lock_membership() returns trigger execute public
maintained_until(p_team_id bigint, p_monitor_id bigint, p_at timestamp with time zone) returns timestamp with time zone execute sitewatch_user, sitewatch_worker
maintenance_next(w maintenance_windows, p_at timestamp with time zone) returns timestamp with time zone execute public
maintenance_spans(w maintenance_windows, p_from timestamp with time zone, p_to timestamp with time zone) returns TABLE(from_at timestamp with time zone, to_at timestamp with time zone) execute public
maintenance_until(w maintenance_windows, p_at timestamp with time zone) returns timestamp with time zone execute public
may_invite(p_role text, p_invited_role text) returns boolean execute public
measure_inbox(p_kind text) returns TABLE(batches bigint, rows bigint, bytes bigint, oldest_seconds double precision) security definer owner sitewatch_worker execute sitewatch_collector
note_prober_online(p_name text, p_is_online boolean) returns void security definer owner sitewatch_worker execute sitewatch_prober
note_response_times(p_monitor_ids bigint[], p_checked bigint[], p_response real[]) returns void execute sitewatch_worker
notify_all_websites() returns trigger execute public
notify_change() returns trigger execute public
notify_first_event() returns trigger execute public
notify_revoked() returns trigger execute public
notify_status_page() returns trigger execute public
notify_website() returns trigger execute public
nudge_heartbeats() returns integer security definer owner sitewatch_worker execute sitewatch_collector
plan_last_impact() returns trigger execute public
provider_flags(p_provider_id bigint) returns text[] security definer owner sitewatch_worker execute sitewatch_jobs
purge_deleted_teams() returns trigger security definer owner sitewatch_jobs execute -
purge_deleted_websites() returns trigger security definer owner sitewatch_jobs execute -
purge_superseded_jobs() returns bigint security definer owner sitewatch_jobs execute sitewatch_worker
read_heartbeats(p_monitor_ids bigint[]) returns TABLE(monitor_id bigint, now_ms bigint, armed_at bigint, last_success_at bigint, is_failed boolean, exit_status smallint, run_ms bigint, body text, received_until bigint, outages jsonb) security definer owner sitewatch_worker execute sitewatch_prober
read_service_health() returns TABLE(late_check_seconds integer, late_teams bigint, watched_teams bigint, late_alert_seconds integer, silent_locations text[], is_offline boolean, canary_seen boolean) security definer owner sitewatch_worker execute -
record_pings(p_pings jsonb, OUT are_known boolean[], OUT wants_check boolean) returns record security definer owner sitewatch_worker execute sitewatch_collector
refuse_dependency_cycle() returns trigger security definer owner sitewatch_worker execute -
refuse_monitor_of_all() returns trigger execute public
refuse_outside_limits() returns trigger execute public
release_checks(p_prober integer, p_monitor_ids bigint[], p_locations text[], p_all_others boolean) returns integer security definer owner sitewatch_worker execute sitewatch_prober
replan_checks() returns integer security definer owner sitewatch_worker execute sitewatch_prober
replan_reports() returns trigger security definer owner sitewatch_worker execute -
requeue_ended_remote_alerts() returns void security definer owner sitewatch_worker execute -
requeue_stranded_deliveries() returns TABLE(provider_id bigint) security definer owner sitewatch_worker execute -
require_writer() returns boolean execute public
resume_provider(p_provider_id bigint) returns void security definer owner sitewatch_worker execute sitewatch_user
retry_delivery(p_delivery_id bigint) returns boolean security definer owner sitewatch_worker execute sitewatch_user
revoke_invitations() returns trigger security definer owner sitewatch_auth execute -
save_checks(p_prober integer, p_results jsonb) returns integer execute sitewatch_worker
schedule_reports() returns trigger security definer owner sitewatch_worker execute -
set_host_key() returns trigger security definer owner sitewatch_worker execute -
set_suspension() returns trigger security definer owner sitewatch_auth execute -
sign_off_prober(p_prober integer) returns void security definer owner sitewatch_worker execute sitewatch_prober
start_deploy_verdicts(p_deploy_id bigint, p_now timestamp with time zone) returns void execute public
start_escalations(p_incident_ids bigint[]) returns integer execute sitewatch_worker
start_statistics_import(p_import_id bigint) returns void security definer owner sitewatch_worker execute sitewatch_user
team_tables() returns text[] execute public
tell_of_announcement() returns trigger security definer owner sitewatch_worker execute -
touch_updated_at() returns trigger execute public
verify_address(p_user_id bigint) returns void security definer owner sitewatch_worker execute sitewatch_auth
website_providers(p_team_id bigint, p_website_id bigint) returns SETOF bigint execute sitewatch_worker
