-- Of messages to subscribers: an attempt whose outcome is not known. The next one is marked, and the last.
alter table status_mails add column possible_repeat boolean not null default false;
alter table status_update_messages add column possible_repeat boolean not null default false;
