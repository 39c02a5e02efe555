// Made from the OpenAPI document by "npm run generate". Do not edit.
import type { OperationFields } from './fields.ts'

export const OPERATIONS = {
  'deliveries.list': {
    summary: 'List deliveries, newest first. Filter with status=failed for those that can be retried',
    params: [],
    list: true,
    fields: {
      status: { type: 'string', values: ['pending', 'sent', 'failed'] },
      provider_id: { type: 'integer' },
      incident_id: { type: 'integer' },
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'deliveries.retry': {
    summary: 'Retry a failed delivery',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'events.send': {
    summary: 'Send events from a server. Responds after they are stored and lists the events dropped by the website\'s settings',
    params: [],
    list: false,
    fields: {
      website_id: { type: 'integer' },
      tracking_id: { type: 'string' },
      domain: { type: 'string' },
      ip_address: { type: 'string', required: true, help: 'IP address of the visitor. Used for the country, exclusions and the daily visitor hash; never stored' },
      user_agent: { type: 'string', required: true, help: 'The visitor\'s User-Agent' },
      language: { type: 'string', help: 'The visitor\'s Accept-Language' },
      events: { type: 'json', required: true },
    },
  },
  'goals.create': {
    summary: 'Create a goal: a page view or an event. It also applies to past data',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      kind: { type: 'string', values: ['page', 'event'], required: true },
      value: { type: 'string', required: true, help: 'A path, where * matches any characters, or the name of an event' },
    },
  },
  'goals.list': {
    summary: 'List the goals of a website',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      per_page: { type: 'integer', help: 'Records per page' },
    },
  },
  'goals.remove': {
    summary: 'Delete a goal',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'goals.show': {
    summary: 'Show a goal',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'goals.update': {
    summary: 'Update a goal; only the fields sent change',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string' },
      kind: { type: 'string', values: ['page', 'event'] },
      value: { type: 'string', help: 'A path, where * matches any characters, or the name of an event' },
    },
  },
  'incidents.acknowledge': {
    summary: 'Acknowledge an incident: reminders stop. The first acknowledgement stands',
    params: ['id'],
    list: false,
    fields: {
      by: { type: 'string', help: 'Your name. Omitted: the e-mail address of the account, or the name of the API key' },
      note: { type: 'string', help: 'Shown with the incident' },
    },
  },
  'incidents.evidence': {
    summary: 'Show the response of the target when the check failed, if there was one',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'incidents.list': {
    summary: 'List incidents, newest first',
    params: [],
    list: true,
    fields: {
      status: { type: 'string', values: ['open', 'acknowledged', 'resolved'] },
      monitor_id: { type: 'integer' },
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
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
    summary: 'Create an API key. A key can create keys with a subset of its own scopes; they are revoked with it',
    params: [],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      scopes: { type: 'string', values: ['monitors:read', 'monitors:write', 'providers:read', 'providers:write', 'websites:read', 'websites:write', 'stats:read', 'events:write', 'team:read', 'team:write'], many: 'list', required: true },
      expires_at: { type: 'string', nullable: true },
    },
  },
  'keys.list': {
    summary: 'List API keys. A session sees all; a key sees those with a subset of its own scopes',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'keys.remove': {
    summary: 'Revoke an API key and all keys created with it',
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
  'live.show': {
    summary: 'Stream changes (Accept: text/event-stream): "ready", then a "change" for each record that changes, and "resync" when changes may have been missed',
    params: [],
    list: false,
    fields: {
    },
  },
  'maintenance.create': {
    summary: 'Schedule maintenance, once or repeating: checks continue, but no incident opens during the window',
    params: [],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      starts_at: { type: 'string', required: true },
      ends_at: { type: 'string', required: true },
      all_monitors: { type: 'boolean', help: 'true: all monitors, including future ones. false: only those in monitor_ids, at least one. If omitted, an empty monitor_ids means all' },
      monitor_ids: { type: 'integer', many: 'list', help: 'IDs of the monitors. Empty without all_monitors: all monitors. Send all_monitors to be explicit' },
      timezone: { type: 'string', help: 'IANA time zone name. Repetitions follow its local time' },
      repeat: { type: 'string', values: ['none', 'daily', 'weekly'] },
    },
  },
  'maintenance.list': {
    summary: 'List maintenance windows',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'maintenance.remove': {
    summary: 'Delete a maintenance window. Failures count again immediately',
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
    summary: 'Update a maintenance window; only the fields sent change',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string' },
      all_monitors: { type: 'boolean', help: 'true: all monitors, including future ones. false: only those in monitor_ids, at least one. If omitted, an empty monitor_ids means all' },
      monitor_ids: { type: 'integer', many: 'list', help: 'IDs of the monitors. Empty without all_monitors: all monitors. Send all_monitors to be explicit' },
      timezone: { type: 'string', help: 'IANA time zone name. Repetitions follow its local time' },
      starts_at: { type: 'string' },
      ends_at: { type: 'string' },
      repeat: { type: 'string', values: ['none', 'daily', 'weekly'] },
    },
  },
  'monitors.assign': {
    summary: 'Assign a provider to a monitor, or enable or disable an assignment',
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
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
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
      interval: { type: 'integer', help: 'Seconds between checks; at least 30, unless the server allows less' },
      is_active: { type: 'boolean' },
      timeout_seconds: { type: 'integer' },
      method: { type: 'string', values: ['GET', 'HEAD', 'POST'] },
      request_headers: { type: 'string', many: 'map', help: 'Values are write-only: they are returned masked' },
      request_body: { type: 'string', nullable: true, help: 'For POST only; at most 8 KiB' },
      expected_status: { type: 'string', many: 'list', help: 'Status codes and ranges that count as up, such as 200-299' },
      follow_redirects: { type: 'boolean', help: 'Up to 5; the last response is checked' },
      keyword: { type: 'string', nullable: true, help: 'Text to search for in the first 1 MiB of the response; not with HEAD' },
      keyword_mode: { type: 'string', values: ['present', 'absent'] },
      verify_tls: { type: 'boolean', help: 'An invalid or expired certificate counts as down' },
      website_id: { type: 'integer', nullable: true },
      locations: { type: 'string', many: 'list' },
      quorum: { type: 'integer' },
      provider_ids: { type: 'integer', many: 'list', help: 'Providers to alert; needs the scope providers:read. Omitted: your default providers' },
    },
  },
  'monitors.incidents': {
    summary: 'List the incidents of a monitor in a time window, newest first, with its uptime',
    params: ['id'],
    list: true,
    fields: {
      window: { type: 'string', values: ['24h', '30d', '6mo', '1y'] },
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'monitors.list': {
    summary: 'List monitors',
    params: [],
    list: true,
    fields: {
      status: { type: 'string', values: ['up', 'down'] },
      state: { type: 'string', values: ['down', 'pending', 'up', 'paused'], help: 'As `status`, with pending and paused as well' },
      type: { type: 'string', values: ['http', 'ping'] },
      search: { type: 'string', help: 'Text contained in the name or the URL' },
      alerts_nobody: { type: 'boolean', help: 'true: only monitors without alerts. false: only monitors with alerts' },
      sort: { type: 'string', values: ['newest', 'status'], help: 'status: down first, then pending, up and paused, each by name' },
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'monitors.notifications': {
    summary: 'List the providers assigned to a monitor',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'monitors.recentChecks': {
    summary: 'The latest checks of many monitors in one answer',
    params: [],
    list: true,
    fields: {
      monitor_ids: { type: 'string', help: 'Ids with commas between them, at most 100. Omitted: all monitors, newest first' },
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'monitors.remove': {
    summary: 'Delete a monitor. Its incidents remain available under /api/incidents',
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
    summary: 'Unassign a provider from a monitor; send provider_id in the JSON body or the query',
    params: ['id'],
    list: false,
    fields: {
      provider_id: { type: 'integer', required: true },
    },
  },
  'monitors.update': {
    summary: 'Update a monitor; only the fields sent change. is_active: false pauses it',
    params: ['id'],
    list: false,
    fields: {
      friendly_name: { type: 'string' },
      url: { type: 'string' },
      type: { type: 'string', values: ['http', 'ping'] },
      interval: { type: 'integer', help: 'Seconds between checks; at least 30, unless the server allows less' },
      is_active: { type: 'boolean' },
      timeout_seconds: { type: 'integer' },
      method: { type: 'string', values: ['GET', 'HEAD', 'POST'] },
      request_headers: { type: 'string', many: 'map', help: 'Values are write-only: they are returned masked' },
      request_body: { type: 'string', nullable: true, help: 'For POST only; at most 8 KiB' },
      expected_status: { type: 'string', many: 'list', help: 'Status codes and ranges that count as up, such as 200-299' },
      follow_redirects: { type: 'boolean', help: 'Up to 5; the last response is checked' },
      keyword: { type: 'string', nullable: true, help: 'Text to search for in the first 1 MiB of the response; not with HEAD' },
      keyword_mode: { type: 'string', values: ['present', 'absent'] },
      verify_tls: { type: 'boolean', help: 'An invalid or expired certificate counts as down' },
      website_id: { type: 'integer', nullable: true },
      locations: { type: 'string', many: 'list' },
      quorum: { type: 'integer' },
    },
  },
  'monitors.uptime': {
    summary: 'Show when a monitor was down or not observed in a time window',
    params: ['id'],
    list: false,
    fields: {
      window: { type: 'string', values: ['24h', '30d', '6mo', '1y'] },
    },
  },
  'overview.show': {
    summary: 'Show all websites and monitors with their last 24 hours, what is down, and what needs attention',
    params: [],
    list: false,
    fields: {
    },
  },
  'providers.create': {
    summary: 'Create a notification provider: provider_type and the fields of that type',
    params: [],
    list: false,
    fields: {
      provider_type: { type: 'string', required: true, values: ['email', 'slack', 'telegram', 'sms', 'webhook', 'discord', 'pagerduty'] },
      recipient_email: { type: 'string', help: 'E-mail address' },
      name: { type: 'string', nullable: true },
      is_default: { type: 'boolean', help: 'Whether it is assigned to new monitors created without provider_ids' },
      webhook_url: { type: 'string' },
      channel: { type: 'string', nullable: true, help: 'Channel. Overrides the default channel, if the webhook allows it.' },
      username: { type: 'string', nullable: true, help: 'Display name' },
      chat_id: { type: 'string', help: 'Chat ID. A chat ID or an @name.' },
      token: { type: 'string', help: 'Bot token. From @BotFather: 123456:ABC…' },
      phone_number: { type: 'string', help: 'Phone number. With country code: +15551234567' },
      signing_secret: { type: 'string', help: 'Signing secret. Your server uses it to verify messages. Copy it now: it will be masked later.' },
      routing_key: { type: 'string', help: 'Integration key. 32 characters, from an Events API v2 integration.' },
    },
  },
  'providers.list': {
    summary: 'List notification providers',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'providers.remove': {
    summary: 'Delete a notification provider. Returns the monitors left without a provider',
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
    summary: 'Send a real test notification and return the result',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'providers.try': {
    summary: 'Send a real test notification with unsaved provider settings and return the result',
    params: [],
    list: false,
    fields: {
      provider_type: { type: 'string', required: true, values: ['email', 'slack', 'telegram', 'sms', 'webhook', 'discord', 'pagerduty'] },
      recipient_email: { type: 'string', help: 'E-mail address' },
      name: { type: 'string', nullable: true },
      is_default: { type: 'boolean', help: 'Whether it is assigned to new monitors created without provider_ids' },
      webhook_url: { type: 'string' },
      channel: { type: 'string', nullable: true, help: 'Channel. Overrides the default channel, if the webhook allows it.' },
      username: { type: 'string', nullable: true, help: 'Display name' },
      chat_id: { type: 'string', help: 'Chat ID. A chat ID or an @name.' },
      token: { type: 'string', help: 'Bot token. From @BotFather: 123456:ABC…' },
      phone_number: { type: 'string', help: 'Phone number. With country code: +15551234567' },
      signing_secret: { type: 'string', help: 'Signing secret. Your server uses it to verify messages. Copy it now: it will be masked later.' },
      routing_key: { type: 'string', help: 'Integration key. 32 characters, from an Events API v2 integration.' },
    },
  },
  'providers.update': {
    summary: 'Update a notification provider; only the fields sent change. A masked secret sent back is ignored',
    params: ['id'],
    list: false,
    fields: {
      recipient_email: { type: 'string', help: 'E-mail address' },
      webhook_url: { type: 'string' },
      channel: { type: 'string', nullable: true, help: 'Channel. Overrides the default channel, if the webhook allows it.' },
      username: { type: 'string', nullable: true, help: 'Display name' },
      chat_id: { type: 'string', help: 'Chat ID. A chat ID or an @name.' },
      token: { type: 'string', help: 'Bot token. From @BotFather: 123456:ABC…' },
      phone_number: { type: 'string', help: 'Phone number. With country code: +15551234567' },
      signing_secret: { type: 'string', help: 'Signing secret. Your server uses it to verify messages. Copy it now: it will be masked later.' },
      routing_key: { type: 'string', help: 'Integration key. 32 characters, from an Events API v2 integration.' },
      name: { type: 'string', nullable: true },
      is_default: { type: 'boolean', help: 'Whether it is assigned to new monitors created without provider_ids' },
    },
  },
  'reports.preview': {
    summary: 'Preview the next e-mail report. Includes uptime and incidents with the scope monitors:read',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['weekly', 'monthly'], help: 'The last complete week (Monday to Sunday) or calendar month, in the website\'s time zone' },
      format: { type: 'string', values: ['html'], help: 'text/html: only the e-mail, as a page without scripts that this site can embed' },
    },
  },
  'reports.send': {
    summary: 'Send a report to your e-mail address now',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['weekly', 'monthly'], help: 'The last complete week (Monday to Sunday) or calendar month, in the website\'s time zone' },
    },
  },
  'reports.sends': {
    summary: 'List past reports and their delivery status, newest first',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      per_page: { type: 'integer', help: 'Records per page' },
    },
  },
  'stats.breakdown': {
    summary: 'Break down by page, source, country, goal, …; most visitors first',
    params: ['id'],
    list: true,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', 'yesterday', '7d', '30d', 'month', 'last_month', '12mo', 'all', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, inclusive' },
      filters: { type: 'string', help: 'Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      dimension: { type: 'string', values: ['page', 'entry', 'exit', 'source', 'channel', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'country', 'language', 'device', 'browser', 'system', 'event', 'property', 'goal'] },
      property: { type: 'string', help: 'Only with dimension=property: the property whose values to list. If omitted, lists the names of the properties' },
      search: { type: 'string', help: 'Text contained in the value' },
      include: { type: 'string', values: ['bounce_percent'], help: 'Only with dimension=page: adds the bounce rate of the visits that started on each page' },
      page: { type: 'integer', help: 'Page number, starting at 1' },
      per_page: { type: 'integer', help: 'Records per page' },
    },
  },
  'stats.export': {
    summary: 'Export raw events as a file. Without a format, returns the number of events',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', 'yesterday', '7d', '30d', 'month', 'last_month', '12mo', 'all', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, inclusive' },
      format: { type: 'string', values: ['csv', 'ndjson'], help: 'text/csv or application/x-ndjson, streamed by UTC day. X-Total-Events contains the number of lines' },
    },
  },
  'stats.funnel': {
    summary: 'Show a funnel: how many visits reached each step in order',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', 'yesterday', '7d', '30d', 'month', 'last_month', '12mo', 'all', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, inclusive' },
      filters: { type: 'string', help: 'Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      steps: { type: 'string', help: 'JSON array of 2 to 8 steps: "page:/pricing*", "event:signup", "goal:12"' },
    },
  },
  'stats.realtime': {
    summary: 'Show current visitors: the last 30 minutes by minute',
    params: ['id'],
    list: false,
    fields: {
      filters: { type: 'string', help: 'Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
    },
  },
  'stats.series': {
    summary: 'Show the figures over time, in the website\'s time zone',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', 'yesterday', '7d', '30d', 'month', 'last_month', '12mo', 'all', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, inclusive' },
      filters: { type: 'string', help: 'Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      interval: { type: 'string', values: ['minute', 'hour', 'day', 'week', 'month'], help: 'Default depends on the period. At most 1,500 points' },
    },
  },
  'stats.summary': {
    summary: 'Show visitors, visits, views and derived figures, optionally with a comparison',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', 'yesterday', '7d', '30d', 'month', 'last_month', '12mo', 'all', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, inclusive' },
      filters: { type: 'string', help: 'Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      compare: { type: 'string', values: ['none', 'previous', 'year', 'custom'], help: 'previous: the previous period. year: the same period in the previous year. Both up to the same time of day. custom: the days from compare_from to compare_to. With period=all there is no previous period' },
      compare_from: { type: 'string', help: 'First day, only with compare=custom' },
      compare_to: { type: 'string', help: 'Last day, included, only with compare=custom' },
    },
  },
  'stats.vitals': {
    summary: 'Show web vitals: the 75th percentile',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', 'yesterday', '7d', '30d', 'month', 'last_month', '12mo', 'all', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: including today. month: the current month up to now. last_month: the previous month. 12mo: including the current month. all: since the first visit. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, inclusive' },
      filters: { type: 'string', help: 'Filter for visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      path: { type: 'string', help: 'Only for this page' },
    },
  },
  'statusPages.create': {
    summary: 'Create a public status page for selected monitors and websites',
    params: [],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      slug: { type: 'string', help: 'The page is at /s/<slug>. Default: generated from the name' },
      domain: { type: 'string', nullable: true, help: 'Custom domain that serves the page at its root, or null' },
      description: { type: 'string', nullable: true },
      monitors: { type: 'json', help: 'Monitors to show, in this order' },
      website_ids: { type: 'integer', many: 'list', help: 'Websites to show, one row each with the combined status of its monitors' },
      is_public: { type: 'boolean' },
      show_response_times: { type: 'boolean' },
    },
  },
  'statusPages.list': {
    summary: 'List status pages',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'statusPages.remove': {
    summary: 'Delete a status page and its subscribers',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'statusPages.show': {
    summary: 'Show a status page',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'statusPages.update': {
    summary: 'Update a status page; only the fields sent change',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string' },
      slug: { type: 'string', help: 'The page is at /s/<slug>. Default: generated from the name' },
      domain: { type: 'string', nullable: true, help: 'Custom domain that serves the page at its root, or null' },
      description: { type: 'string', nullable: true },
      monitors: { type: 'json', help: 'Monitors to show, in this order' },
      website_ids: { type: 'integer', many: 'list', help: 'Websites to show, one row each with the combined status of its monitors' },
      is_public: { type: 'boolean' },
      show_response_times: { type: 'boolean' },
    },
  },
  'teams.create': {
    summary: 'Create a team. You become its owner',
    params: [],
    list: false,
    fields: {
      name: { type: 'string', required: true },
    },
  },
  'teams.invitations': {
    summary: 'List the invitations of a team, pending and accepted',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'teams.invite': {
    summary: 'Invite a person to a team by e-mail. The link is valid for seven days',
    params: ['id'],
    list: false,
    fields: {
      email: { type: 'string', required: true },
      role: { type: 'string', values: ['owner', 'admin', 'editor', 'viewer', 'guest'], required: true },
      website_ids: { type: 'integer', many: 'list', help: 'The websites that a guest sees. Required for a guest, not allowed for other roles' },
    },
  },
  'teams.keys': {
    summary: 'List the API keys of all members in a team',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'teams.list': {
    summary: 'List your teams, the personal one first. A key sees its own team only',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'teams.members': {
    summary: 'List the members of a team, owners first',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page number, starting at 1' },
      pageSize: { type: 'integer', help: 'Records per page' },
    },
  },
  'teams.remove': {
    summary: 'Delete a team and all its data. A personal team is deleted with its account',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'teams.removeMember': {
    summary: 'Remove a member from a team, or leave it yourself. Keys of the member in this team stop working',
    params: ['id', 'member_id'],
    list: false,
    fields: {
    },
  },
  'teams.revokeInvitation': {
    summary: 'Revoke an invitation. Its link stops working',
    params: ['id', 'invitation_id'],
    list: false,
    fields: {
    },
  },
  'teams.revokeKey': {
    summary: 'Revoke an API key of any member in a team, and the keys it created',
    params: ['id', 'key_id'],
    list: false,
    fields: {
    },
  },
  'teams.show': {
    summary: 'One team',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'teams.update': {
    summary: 'Rename a team',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string' },
    },
  },
  'teams.updateMember': {
    summary: 'Change the role of a member. Only an owner makes and changes owners',
    params: ['id', 'member_id'],
    list: false,
    fields: {
      role: { type: 'string', values: ['owner', 'admin', 'editor', 'viewer', 'guest'], required: true },
      website_ids: { type: 'integer', many: 'list', help: 'The websites that a guest sees. Required for a guest, not allowed for other roles' },
    },
  },
  'websites.create': {
    summary: 'Create a website',
    params: [],
    list: false,
    fields: {
      domain: { type: 'string', required: true, help: 'Domain name; a full URL is reduced to its host without www.' },
      privacy: { type: 'integer', values: [0, 1, 2], help: '0 = Public, 1 = Private, 2 = Password' },
      password: { type: 'string', help: 'Password of the public statistics page when privacy is 2. Never returned' },
      email: { type: 'integer', values: [0, 1], help: 'Periodic e-mail reports: 0 = Disabled, 1 = Enabled' },
      exclude_bots: { type: 'integer', values: [0, 1], help: 'Exclude common bots from tracking: 0 = Disabled, 1 = Enabled' },
      exclude_params: { type: 'string', nullable: true, help: 'URL query parameters to exclude, one per line; * for all. An empty string clears the list' },
      exclude_ips: { type: 'string', nullable: true, help: 'IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list' },
      timezone: { type: 'string', help: 'IANA name, such as Europe/Berlin' },
      retention_days: { type: 'integer', nullable: true, help: 'Data retention in days; null: the server default' },
      honor_dnt: { type: 'boolean', help: 'Respect Do Not Track (DNT, Sec-GPC)' },
      indexable: { type: 'boolean', help: 'Allow search engines to index the public page; only when privacy is 0' },
    },
  },
  'websites.drops': {
    summary: 'Events that were not counted, by reason and day',
    params: ['id'],
    list: false,
    fields: {
      days: { type: 'integer', help: 'Number of days, including today' },
    },
  },
  'websites.list': {
    summary: 'List websites',
    params: [],
    list: true,
    fields: {
      search: { type: 'string', help: 'Text contained in the domain, case-insensitive' },
      search_by: { type: 'string', values: ['domain'] },
      favorite: { type: 'boolean' },
      sort_by: { type: 'string', values: ['id', 'domain'], help: 'id: date created' },
      sort: { type: 'string', values: ['desc', 'asc'] },
      per_page: { type: 'integer', values: [10, 25, 50, 100] },
      page: { type: 'integer', help: 'Page number, starting at 1' },
      after: { type: 'string', help: 'Cursor from links.next. Paging with it never repeats or skips a record, even if records are created or deleted in between' },
    },
  },
  'websites.live': {
    summary: 'Whether the first event was received. With Accept: text/event-stream, sends an event as soon as it is',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'websites.remove': {
    summary: 'Delete a website. Its events are deleted in the background',
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
    summary: 'Update a website; only the fields sent change',
    params: ['id'],
    list: false,
    fields: {
      privacy: { type: 'integer', values: [0, 1, 2], help: '0 = Public, 1 = Private, 2 = Password' },
      password: { type: 'string', help: 'Password of the public statistics page when privacy is 2. Never returned' },
      email: { type: 'integer', values: [0, 1], help: 'Periodic e-mail reports: 0 = Disabled, 1 = Enabled' },
      exclude_bots: { type: 'integer', values: [0, 1], help: 'Exclude common bots from tracking: 0 = Disabled, 1 = Enabled' },
      exclude_params: { type: 'string', nullable: true, help: 'URL query parameters to exclude, one per line; * for all. An empty string clears the list' },
      exclude_ips: { type: 'string', nullable: true, help: 'IP addresses to exclude, one IPv4 or IPv6 address or CIDR range per line. An empty string clears the list' },
      timezone: { type: 'string', help: 'IANA name, such as Europe/Berlin' },
      retention_days: { type: 'integer', nullable: true, help: 'Data retention in days; null: the server default' },
      honor_dnt: { type: 'boolean', help: 'Respect Do Not Track (DNT, Sec-GPC)' },
      indexable: { type: 'boolean', help: 'Allow search engines to index the public page; only when privacy is 0' },
      favorite: { type: 'boolean' },
    },
  },
  'websites.verify': {
    summary: 'Check the installation: fetch a page of the website and verify its tracking script',
    params: ['id'],
    list: false,
    fields: {
      url: { type: 'string', help: 'URL of the page to check. Default: the home page' },
    },
  },
} as const satisfies Record<string, OperationFields>
