-- Whether a member with this role may invite to that role. Owners are made by owners only.
create or replace function may_invite(p_role text, p_invited_role text) returns boolean
  language sql immutable parallel safe
  as $$ select p_role = 'owner' or p_role = 'admin' and p_invited_role <> 'owner' $$;
