-- Destroys the key of an import with its end, whatever ends it: its file read, refused, or the import undone.
create or replace function forget_visitor_key() returns trigger
  language plpgsql
  as $$ begin
    new.visitor_key := null;
    return new;
  end $$;
