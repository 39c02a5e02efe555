-- The language of the browser that subscribed, for the mails. Null: English.
alter table status_subscribers add column language text check (language ~ '^[a-z]{2}$');
