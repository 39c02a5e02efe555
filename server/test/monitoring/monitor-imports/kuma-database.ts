import { DatabaseSync } from 'node:sqlite'

/** Tables of Uptime Kuma 1.23 and 2.0 that an importer could read, with the types of their columns. */
const SCHEMA = `
  pragma journal_mode = wal;
  create table user (id integer primary key, username varchar(255) not null, password varchar(255));
  create table monitor (
    id integer primary key autoincrement, name varchar(150), active boolean default 1 not null, user_id integer,
    interval integer default 20 not null, url text, type varchar(20), weight integer default 2000, hostname varchar(255), port integer,
    created_date datetime default (datetime('now')) not null, keyword varchar(255), maxretries integer not null default 0,
    ignore_tls boolean default 0 not null, upside_down boolean default 0 not null, maxredirects integer default 10 not null,
    accepted_statuscodes_json text default '["200-299"]' not null, dns_resolve_type varchar(5), dns_resolve_server varchar(255),
    dns_last_result varchar(255), retry_interval integer default 0 not null, push_token varchar(20), method text default 'GET' not null,
    body text, headers text, basic_auth_user text, basic_auth_pass text, docker_container varchar(255), proxy_id integer,
    expiry_notification boolean default 1, mqtt_password varchar(255), database_connection_string varchar(2000), auth_method varchar(250),
    http_body_encoding varchar(25), description text, parent integer, invert_keyword boolean default 0 not null, json_path text,
    expected_value varchar(255), timeout double default 0 not null);
  alter table monitor add json_path_operator varchar(255);
  alter table monitor add ip_family varchar(4);
  create table tag (id integer primary key autoincrement, name varchar(255) not null, color varchar(255) not null);
  create table monitor_tag (id integer primary key autoincrement, monitor_id integer not null, tag_id integer not null, value text);
  create table notification (
    id integer primary key autoincrement, name varchar(255), active boolean default 1 not null, user_id integer, is_default boolean default 0 not null,
    config text);
  create table monitor_notification (id integer primary key autoincrement, monitor_id integer not null, notification_id integer not null);
  create table heartbeat (id integer primary key, monitor_id integer not null, status smallint not null, msg text, time datetime not null);
  insert into user values (1, 'admin', 'hash-of-the-password');`

export type KumaRow = Readonly<Record<string, string | number | null>>

/** One monitor of each kind that the guide mentions. */
export const KUMA_MONITORS: readonly KumaRow[] = [
  { id: 1, name: 'Production', type: 'group' },
  { id: 2, name: 'Shop', type: 'http', url: 'https://shop.example.com/', interval: 60, parent: 1, timeout: 48 },
  {
    id: 3,
    name: 'Checkout',
    type: 'keyword',
    url: 'https://shop.example.com/checkout',
    keyword: 'Pay now',
    interval: 20,
    parent: 1,
    accepted_statuscodes_json: '["200-299","401"]',
    headers: '{"X-Api-Key":"header-secret"}',
    auth_method: 'basic',
    basic_auth_user: 'kim',
    basic_auth_pass: 'basic-secret',
    maxredirects: 0,
    ignore_tls: 1,
  },
  { id: 4, name: 'Mail', type: 'port', hostname: 'mail.example.com', port: 25, interval: 60 },
  {
    id: 5,
    name: 'MX record',
    type: 'dns',
    hostname: 'example.com',
    port: 53,
    dns_resolve_type: 'MX',
    dns_resolve_server: '1.1.1.1',
    interval: 300,
  },
  { id: 6, name: 'Router', type: 'ping', hostname: 'router.example.com', interval: 60, active: 0 },
  { id: 7, name: 'Nightly backup', type: 'push', interval: 86_400, push_token: 'push-secret' },
  {
    id: 8,
    name: 'API health',
    type: 'json-query',
    url: 'https://api.example.com/health',
    json_path: '$.status',
    expected_value: 'ok',
    interval: 60,
    expiry_notification: 0,
  },
  { id: 9, name: 'Web container', type: 'docker', docker_container: 'web', interval: 60 },
  { id: 10, name: 'Old site is gone', type: 'http', url: 'https://old.example.com/', interval: 60, upside_down: 1 },
  { id: 11, name: 'Unfinished', type: 'http', url: 'https://', interval: 60 },
]

interface KumaContents {
  monitors?: readonly KumaRow[]
  heartbeats?: number
}

function insertRow(database: DatabaseSync, table: string, row: KumaRow): void {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  database.prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`).run(...Object.values(row))
}

/** Writes kuma.db in WAL mode, like Uptime Kuma. */
export function writeKumaDatabase(file: string, { monitors = KUMA_MONITORS, heartbeats = 0 }: KumaContents = {}): void {
  const database = new DatabaseSync(file)
  database.exec(SCHEMA)
  database.exec('begin')
  for (const row of monitors) insertRow(database, 'monitor', row)
  insertRow(database, 'tag', { id: 1, name: 'Customer', color: '#059669' })
  insertRow(database, 'monitor_tag', { monitor_id: 2, tag_id: 1, value: 'Harbour Coffee' })
  const telegram = { type: 'telegram', telegramBotToken: 'telegram-secret', telegramChatID: '1' }
  insertRow(database, 'notification', { id: 1, name: 'Operations', config: JSON.stringify(telegram) })
  insertRow(database, 'notification', { id: 2, name: 'Phone', config: '{"type":"gotify","gotifyserverurl":"x"}' })
  insertRow(database, 'monitor_notification', { monitor_id: 2, notification_id: 1 })
  insertRow(database, 'monitor_notification', { monitor_id: 3, notification_id: 1 })
  database.exec(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${heartbeats})
    insert into heartbeat select i, 2, 1, '200 - OK, the answer of this check', '2026-11-16 09:00:00.000' from n where ${heartbeats} > 0`)
  database.exec('commit')
  database.close()
}

/** The JSON backup of Uptime Kuma 1, which has other names for some columns and nested lists. */
export function makeKumaBackup(monitors: readonly KumaRow[] = KUMA_MONITORS): object {
  const rename = ([name, value]: [string, unknown]): [string, unknown] => {
    const kept = ['dns_resolve_type', 'dns_resolve_server', 'basic_auth_user', 'basic_auth_pass'].includes(name)
    return [kept ? name : name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]
  }
  const toBackup = ({ accepted_statuscodes_json = '["200-299"]', ...row }: KumaRow): object => ({
    ...Object.fromEntries(Object.entries(row).map(rename)),
    active: row['active'] !== 0,
    ignoreTls: row['ignore_tls'] === 1,
    upsideDown: row['upside_down'] === 1,
    expiryNotification: row['expiry_notification'] !== 0,
    accepted_statuscodes: JSON.parse(String(accepted_statuscodes_json)) as unknown,
    tags: row['id'] === 2 ? [{ tag_id: 1, name: 'Customer', value: 'Harbour Coffee', color: '#059669' }] : [],
    notificationIDList: row['id'] === 2 || row['id'] === 3 ? { 1: true } : {},
  })
  return {
    version: '1.23.16',
    notificationList: [
      { id: 1, name: 'Operations', config: '{"type":"telegram","telegramBotToken":"telegram-secret"}' },
      { id: 2, name: 'Phone', config: '{"type":"gotify"}' },
    ],
    monitorList: monitors.map(toBackup),
  }
}
