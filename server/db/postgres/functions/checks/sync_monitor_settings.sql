-- During a rolling upgrade, processes of the previous release read and write one column per setting of an http check. So those columns
-- follow "settings" and "secrets", and these follow a write to the columns. The next release drops this function, the columns and
-- claim_checks.
create or replace function sync_monitor_settings() returns trigger
  language plpgsql
  as $$ begin
    if new.settings is null or (tg_op = 'UPDATE' and (new.settings, new.secrets) is not distinct from (old.settings, old.secrets)
        and (new.method, new.request_headers, new.request_headers_sealed, new.request_body, new.expected_status, new.follow_redirects,
            new.keyword, new.keyword_mode, new.verify_tls)
          is distinct from (old.method, old.request_headers, old.request_headers_sealed, old.request_body, old.expected_status,
            old.follow_redirects, old.keyword, old.keyword_mode, old.verify_tls)) then
      new.settings := jsonb_strip_nulls(jsonb_build_object('method', new.method, 'request_headers', new.request_headers,
        'request_body', new.request_body, 'expected_status', new.expected_status, 'follow_redirects', new.follow_redirects,
        'keyword', new.keyword, 'keyword_mode', new.keyword_mode, 'verify_tls', new.verify_tls));
      new.secrets := case when new.request_headers_sealed is not null
        then jsonb_build_object('request_headers', translate(encode(new.request_headers_sealed, 'base64'), E'\n', '')) end;
    else
      new.method := new.settings ->> 'method';
      new.request_headers := new.settings -> 'request_headers';
      new.request_headers_sealed := decode(new.secrets ->> 'request_headers', 'base64');
      new.request_body := new.settings ->> 'request_body';
      new.expected_status := case when new.settings ? 'expected_status'
        then array(select jsonb_array_elements_text(new.settings -> 'expected_status')) end;
      new.follow_redirects := (new.settings ->> 'follow_redirects')::boolean;
      new.keyword := new.settings ->> 'keyword';
      new.keyword_mode := new.settings ->> 'keyword_mode';
      new.verify_tls := (new.settings ->> 'verify_tls')::boolean;
    end if;
    return new;
  end $$;
