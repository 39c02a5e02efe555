-- Limits on sign-in that hold across processes, that do not lock the owner out, and that end guessing of second-factor codes.

-- Fixed windows, one row for each counted key. Keys are hashed: what people typed as their address is kept nowhere.
create table rate_counters (
  policy text not null,
  key_hash bytea not null,
  used integer not null check (used > 0),
  resets_at timestamptz(3) not null,
  primary key (policy, key_hash)
);
create index rate_counters_resets_at on rate_counters (resets_at);
grant select, insert, update on rate_counters to sitewatch_auth;
grant select (resets_at), delete on rate_counters to sitewatch_worker;

-- Networks (IPv4 addresses, IPv6 /64) that an account signed in from: guesses made elsewhere do not lock these out.
create table sign_in_networks (
  user_id bigint not null references users on delete cascade,
  network cidr not null,
  last_signed_in_at timestamptz(3) not null default now(),
  primary key (user_id, network)
);

-- Wrong codes in a row. A known network has a row of its own; all others together have the one without a network.
create table second_factor_failures (
  user_id bigint not null references users on delete cascade,
  network cidr,
  failures integer not null check (failures > 0),
  blocked_until timestamptz(3),
  notified_at timestamptz(3),
  unique nulls not distinct (user_id, network)
);

do $$
declare t text;
begin
  foreach t in array array['sign_in_networks', 'second_factor_failures'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner on %I to sitewatch_user using (user_id = (select current_user_id()))', t);
    execute format('create policy auth on %I to sitewatch_auth using (true)', t);
    execute format('grant select, insert, update, delete on %I to sitewatch_auth', t);
  end loop;
end $$;
create policy worker on sign_in_networks to sitewatch_worker using (true);
grant select (last_signed_in_at), delete on sign_in_networks to sitewatch_worker;

-- Whoever is signed in today stays known. Addresses are text from before; what cannot be read is left out.
do $$
declare s record;
begin
  for s in select user_id, ip_address, max(created_at) as at from sessions where ip_address <> '' group by 1, 2 loop
    begin
      insert into sign_in_networks (user_id, network, last_signed_in_at)
      values (s.user_id,
        network(set_masklen(s.ip_address::inet, case family(s.ip_address::inet) when 4 then 32 else 64 end)), s.at)
      on conflict do nothing;
    exception when invalid_text_representation then null;
    end;
  end loop;
end $$;

create function add_second_factor_warning_job(p_user_id bigint) returns void
  language sql security definer set search_path = sitewatch, pg_temp
  as $$ select graphile_worker.add_job('send_second_factor_warning', json_build_object('user_id', p_user_id), max_attempts := 10) $$;
alter function add_second_factor_warning_job owner to sitewatch_jobs;
revoke all on function add_second_factor_warning_job from public;
grant execute on function add_second_factor_warning_job to sitewatch_auth;
