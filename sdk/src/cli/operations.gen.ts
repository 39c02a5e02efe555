// Made from the OpenAPI document by "npm run generate". Do not edit.
import type { OperationFields } from './fields.ts'

export const OPERATIONS = {
  'deliveries.list': {
    summary: 'What was told to whom, newest first; status=failed are the dead letters',
    params: [],
    list: true,
    fields: {
      status: { type: 'string', values: ['pending', 'sent', 'failed'] },
      provider_id: { type: 'integer' },
      incident_id: { type: 'integer' },
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'deliveries.retry': {
    summary: 'Try a failed delivery again',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'events.send': {
    summary: 'Send events from a server. Answered once they are stored; what the website\'s settings drop is listed',
    params: [],
    list: false,
    fields: {
      website_id: { type: 'integer' },
      tracking_id: { type: 'string' },
      domain: { type: 'string' },
      ip_address: { type: 'string', required: true, help: 'The visitor\'s address. Used for country, exclusions and the daily visitor hash; never stored' },
      user_agent: { type: 'string', required: true, help: 'The visitor\'s User-Agent' },
      language: { type: 'string', help: 'The visitor\'s Accept-Language' },
      events: { type: 'json', required: true },
    },
  },
  'incidents.acknowledge': {
    summary: 'Say that somebody is on it: reminders stop',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'incidents.list': {
    summary: 'All incidents, newest first',
    params: [],
    list: true,
    fields: {
      status: { type: 'string', values: ['open', 'acknowledged', 'resolved'] },
      monitor_id: { type: 'integer' },
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'incidents.show': {
    summary: 'Show an incident',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'keys.create': {
    summary: 'Create an API key. A key can mint keys with no more scopes than its own; they die with it',
    params: [],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      scopes: { type: 'string', values: ['monitors:read', 'monitors:write', 'providers:read', 'providers:write', 'websites:read', 'websites:write', 'stats:read', 'events:write'], many: 'list', required: true },
      expires_at: { type: 'string', nullable: true },
    },
  },
  'keys.list': {
    summary: 'List API keys: all for a session, for a key those with no more scopes than its own',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'keys.remove': {
    summary: 'Revoke an API key and all that it minted',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'keys.show': {
    summary: 'Show an API key',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'maintenance.create': {
    summary: 'Announce work, once or repeated: checks go on, no incident opens in the window',
    params: [],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      starts_at: { type: 'string', required: true },
      ends_at: { type: 'string', required: true },
      monitor_ids: { type: 'integer', many: 'list', help: 'Which monitors; none for all of them' },
      timezone: { type: 'string', help: 'IANA name: repeats go by its wall clock' },
      repeat: { type: 'string', values: ['none', 'daily', 'weekly'] },
    },
  },
  'maintenance.list': {
    summary: 'List maintenance windows',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'maintenance.remove': {
    summary: 'Delete a maintenance window; what fails then counts again at once',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'maintenance.show': {
    summary: 'Show a maintenance window',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'maintenance.update': {
    summary: 'Change a maintenance window: only the fields sent',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string' },
      monitor_ids: { type: 'integer', many: 'list', help: 'Which monitors; none for all of them' },
      timezone: { type: 'string', help: 'IANA name: repeats go by its wall clock' },
      starts_at: { type: 'string' },
      ends_at: { type: 'string' },
      repeat: { type: 'string', values: ['none', 'daily', 'weekly'] },
    },
  },
  'monitors.assign': {
    summary: 'Assign a provider to a monitor, or switch an assignment on or off',
    params: ['id'],
    list: false,
    fields: {
      provider_id: { type: 'integer', required: true },
      enabled: { type: 'boolean' },
    },
  },
  'monitors.checks': {
    summary: 'Recent checks of a monitor, newest first; kept for 30 days',
    params: ['id'],
    list: true,
    fields: {
      status: { type: 'string', values: ['up', 'down', 'unknown'] },
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'monitors.create': {
    summary: 'Create a monitor. Its first check runs within 5 seconds',
    params: [],
    list: false,
    fields: {
      friendly_name: { type: 'string', required: true },
      url: { type: 'string', required: true },
      type: { type: 'string', values: ['http', 'ping'] },
      interval: { type: 'integer', help: 'Seconds between checks; at least 30 unless the operator allows less' },
      is_active: { type: 'boolean' },
      timeout_seconds: { type: 'integer' },
      method: { type: 'string', values: ['GET', 'HEAD', 'POST'] },
      request_headers: { type: 'string', many: 'map', help: 'Values are write-only: they come back masked' },
      request_body: { type: 'string', nullable: true, help: 'For POST only; at most 8 KiB' },
      expected_status: { type: 'string', many: 'list' },
      follow_redirects: { type: 'boolean' },
      keyword: { type: 'string', nullable: true },
      keyword_mode: { type: 'string', values: ['present', 'absent'] },
      verify_tls: { type: 'boolean' },
      website_id: { type: 'integer', nullable: true },
      locations: { type: 'string', many: 'list' },
      quorum: { type: 'integer' },
    },
  },
  'monitors.incidents': {
    summary: 'Incidents of a monitor that overlap the window, newest first, with its uptime',
    params: ['id'],
    list: true,
    fields: {
      window: { type: 'string', values: ['24h', '30d', '6mo', '1y'] },
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'monitors.list': {
    summary: 'List monitors',
    params: [],
    list: true,
    fields: {
      status: { type: 'string', values: ['up', 'down'] },
      type: { type: 'string', values: ['http', 'ping'] },
      search: { type: 'string', help: 'Part of the name or of the URL' },
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'monitors.notifications': {
    summary: 'Which providers a monitor tells',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'monitors.remove': {
    summary: 'Delete a monitor. Its incidents stay readable under /api/incidents',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'monitors.responseTimes': {
    summary: 'Response times of a monitor over a window, by phase',
    params: ['id'],
    list: false,
    fields: {
      window: { type: 'string', values: ['24h', '30d', '6mo', '1y'] },
    },
  },
  'monitors.show': {
    summary: 'Show a monitor',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'monitors.unassign': {
    summary: 'Take a provider off a monitor; provider_id in the JSON body or in the query',
    params: ['id'],
    list: false,
    fields: {
      provider_id: { type: 'integer', required: true },
    },
  },
  'monitors.update': {
    summary: 'Change a monitor: only the fields sent. is_active false pauses it',
    params: ['id'],
    list: false,
    fields: {
      friendly_name: { type: 'string' },
      url: { type: 'string' },
      type: { type: 'string', values: ['http', 'ping'] },
      interval: { type: 'integer', help: 'Seconds between checks; at least 30 unless the operator allows less' },
      is_active: { type: 'boolean' },
      timeout_seconds: { type: 'integer' },
      method: { type: 'string', values: ['GET', 'HEAD', 'POST'] },
      request_headers: { type: 'string', many: 'map', help: 'Values are write-only: they come back masked' },
      request_body: { type: 'string', nullable: true, help: 'For POST only; at most 8 KiB' },
      expected_status: { type: 'string', many: 'list' },
      follow_redirects: { type: 'boolean' },
      keyword: { type: 'string', nullable: true },
      keyword_mode: { type: 'string', values: ['present', 'absent'] },
      verify_tls: { type: 'boolean' },
      website_id: { type: 'integer', nullable: true },
      locations: { type: 'string', many: 'list' },
      quorum: { type: 'integer' },
    },
  },
  'providers.create': {
    summary: 'Create a notification provider: email, slack, telegram or sms',
    params: [],
    list: false,
    fields: {
      provider_type: { type: 'string', required: true, values: ['email', 'slack', 'telegram', 'sms'] },
      recipient_email: { type: 'string' },
      name: { type: 'string', nullable: true },
      webhook_url: { type: 'string' },
      channel: { type: 'string', nullable: true },
      username: { type: 'string', nullable: true },
      chat_id: { type: 'string' },
      token: { type: 'string' },
      phone_number: { type: 'string' },
    },
  },
  'providers.list': {
    summary: 'List notification providers',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'providers.remove': {
    summary: 'Delete a notification provider; says which monitors now tell nobody',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'providers.show': {
    summary: 'Show a notification provider; its secrets are masked',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'providers.test': {
    summary: 'Send a test notification, for real, and say what came of it',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'providers.update': {
    summary: 'Change a notification provider: only the fields sent. A masked secret sent back changes nothing',
    params: ['id'],
    list: false,
    fields: {
      recipient_email: { type: 'string' },
      webhook_url: { type: 'string' },
      channel: { type: 'string', nullable: true },
      username: { type: 'string', nullable: true },
      chat_id: { type: 'string' },
      token: { type: 'string' },
      phone_number: { type: 'string' },
      name: { type: 'string', nullable: true },
    },
  },
  'websites.create': {
    summary: 'Register a website',
    params: [],
    list: false,
    fields: {
      domain: { type: 'string', required: true, help: 'Domain name; a whole URL is reduced to its host, without www.' },
      privacy: { type: 'integer', values: [0, 1, 2], help: '0 = Public, 1 = Private, 2 = Password' },
      password: { type: 'string', help: 'Asked of visitors of the statistics while privacy is 2. Never returned' },
      email: { type: 'integer', values: [0, 1], help: 'Periodic e-mail reports: 0 = Disabled, 1 = Enabled' },
      exclude_bots: { type: 'integer', values: [0, 1], help: 'Exclude common bots from tracking: 0 = Disabled, 1 = Enabled' },
      exclude_params: { type: 'string', nullable: true, help: 'URL query parameters to exclude, one name a line; * for all. Empty clears' },
      exclude_ips: { type: 'string', nullable: true, help: 'Addresses to exclude, one address or CIDR a line, IPv4 and IPv6. Empty clears' },
      timezone: { type: 'string', help: 'IANA name, such as Europe/Berlin' },
      retention_days: { type: 'integer', nullable: true, help: 'How long events are kept; null: the operator\'s default' },
      honor_dnt: { type: 'boolean', help: 'Do not track visitors who ask for it (DNT, Sec-GPC)' },
    },
  },
  'websites.drops': {
    summary: 'Events that were not counted, by reason and day',
    params: ['id'],
    list: false,
    fields: {
      days: { type: 'integer', help: 'How many days back, today included' },
    },
  },
  'websites.list': {
    summary: 'List websites',
    params: [],
    list: true,
    fields: {
      search: { type: 'string', help: 'Part of the domain, in any case' },
      search_by: { type: 'string', values: ['domain'] },
      favorite: { type: 'boolean' },
      sort_by: { type: 'string', values: ['id', 'domain'], help: 'id: date created' },
      sort: { type: 'string', values: ['desc', 'asc'] },
      per_page: { type: 'integer', values: [10, 25, 50, 100] },
      page: { type: 'integer', help: 'Page, from 1' },
      after: { type: 'string', help: 'What links.next carries: where the page before ended. Following it never repeats or skips a record, whatever is created or deleted meanwhile' },
    },
  },
  'websites.live': {
    summary: 'Whether the first event has arrived. Asked for text/event-stream, tells it the moment it does',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'websites.remove': {
    summary: 'Delete a website. Its events are removed in the background',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'websites.show': {
    summary: 'Show a website',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'websites.update': {
    summary: 'Change a website: only the fields sent',
    params: ['id'],
    list: false,
    fields: {
      privacy: { type: 'integer', values: [0, 1, 2], help: '0 = Public, 1 = Private, 2 = Password' },
      password: { type: 'string', help: 'Asked of visitors of the statistics while privacy is 2. Never returned' },
      email: { type: 'integer', values: [0, 1], help: 'Periodic e-mail reports: 0 = Disabled, 1 = Enabled' },
      exclude_bots: { type: 'integer', values: [0, 1], help: 'Exclude common bots from tracking: 0 = Disabled, 1 = Enabled' },
      exclude_params: { type: 'string', nullable: true, help: 'URL query parameters to exclude, one name a line; * for all. Empty clears' },
      exclude_ips: { type: 'string', nullable: true, help: 'Addresses to exclude, one address or CIDR a line, IPv4 and IPv6. Empty clears' },
      timezone: { type: 'string', help: 'IANA name, such as Europe/Berlin' },
      retention_days: { type: 'integer', nullable: true, help: 'How long events are kept; null: the operator\'s default' },
      honor_dnt: { type: 'boolean', help: 'Do not track visitors who ask for it (DNT, Sec-GPC)' },
      favorite: { type: 'boolean' },
    },
  },
  'websites.verify': {
    summary: 'Fetch a page of the website and say whether its snippet works',
    params: ['id'],
    list: false,
    fields: {
      url: { type: 'string', help: 'Another page of the website than its home page' },
    },
  },
} as const satisfies Record<string, OperationFields>
