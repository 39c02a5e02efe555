-- The language of whoever invites, for the mail. Null: English.
alter table invitations add column language text check (language ~ '^[a-z]{2}$');
grant select (language) on users to sitewatch_admin;
