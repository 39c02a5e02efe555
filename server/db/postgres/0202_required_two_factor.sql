alter table teams add column requires_two_factor boolean not null default false;
grant select (requires_two_factor), update (requires_two_factor) on teams to sitewatch_user;
grant select (requires_two_factor) on teams to sitewatch_guest, sitewatch_auth;
drop trigger teams_touch on teams;
create trigger teams_touch before update of name, requires_two_factor on teams for each row
  when ((old.name, old.requires_two_factor) is distinct from (new.name, new.requires_two_factor)) execute function touch_updated_at();
