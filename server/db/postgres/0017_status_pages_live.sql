-- Status pages are told like everything else that is looked at: made, changed, deleted, what they show, and who subscribed.
create trigger status_pages_live_made after insert or delete on status_pages for each row
  execute function notify_change('status_page');
create trigger status_pages_live after update on status_pages for each row when (old.* is distinct from new.*)
  execute function notify_change('status_page');
create trigger status_page_monitors_live after insert or update or delete on status_page_monitors for each row
  execute function notify_change('status_page', 'status_page_id');
create trigger status_page_websites_live after insert or update or delete on status_page_websites for each row
  execute function notify_change('status_page', 'status_page_id');
-- Who has only been asked is not counted yet, so nothing shows it.
create trigger status_subscribers_live after update of confirmed_at on status_subscribers for each row
  when (old.confirmed_at is distinct from new.confirmed_at) execute function notify_change('status_page', 'status_page_id');
create trigger status_subscribers_live_gone after delete on status_subscribers for each row
  when (old.confirmed_at is not null) execute function notify_change('status_page', 'status_page_id');
