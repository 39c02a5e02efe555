-- Whether people could read it before: publishing it again does not change the times of its updates.
alter table status_page_incidents add column was_published boolean not null default false;

-- Subscribers get the incidents of a website only when the page shows them: when its statistics are public.
grant select (privacy) on websites to sitewatch_worker;

-- Reports stop when their recipient becomes a guest of other websites.
create policy worker on guest_websites for select to sitewatch_worker using (true);
grant select on guest_websites to sitewatch_worker;
