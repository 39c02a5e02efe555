-- Destroys the key of an import with its end, whatever ends it: its file read, refused, or the import undone.
create or replace function forget_visitor_key() returns trigger
  language plpgsql
  as $$ begin
    new.visitor_key := null;
    return new;
  end $$;
create or replace trigger statistics_imports_forget_key before update on statistics_imports for each row
  when (new.visitor_key is not null and new.status not in ('queued', 'running')) execute function forget_visitor_key();
