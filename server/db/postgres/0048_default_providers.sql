-- A default provider is assigned to each monitor that is created without naming its providers. The assignment is an ordinary
-- row, written once: changing this column later touches no monitor.
alter table providers add column is_default boolean not null default false;

drop trigger providers_touch on providers;
create trigger providers_touch before update on providers for each row
  when ((old.name, old.settings, old.secrets, old.is_default) is distinct from (new.name, new.settings, new.secrets, new.is_default))
  execute function touch_updated_at();
