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
  'goals.create': {
    summary: 'Add a goal: a page to be seen or an event to happen. It counts for the past as well',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      kind: { type: 'string', values: ['page', 'event'], required: true },
      value: { type: 'string', required: true, help: 'A path, in which * stands for any characters, or the name of an event' },
    },
  },
  'goals.list': {
    summary: 'List the goals of a website',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page, from 1' },
      per_page: { type: 'integer', help: 'Records a page' },
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
    summary: 'Change a goal: only the fields sent',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string' },
      kind: { type: 'string', values: ['page', 'event'] },
      value: { type: 'string', help: 'A path, in which * stands for any characters, or the name of an event' },
    },
  },
  'incidents.acknowledge': {
    summary: 'Say that somebody is on it: reminders stop',
    params: ['id'],
    list: false,
    fields: {
    },
  },
  'incidents.evidence': {
    summary: 'What the target answered when it failed, as far as it answered',
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
  'live.show': {
    summary: 'Asked for text/event-stream: "ready", then a "change" for each record that changes, and "resync" when some may have been missed',
    params: [],
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
  'monitors.uptime': {
    summary: 'When a monitor was down and when nobody could tell, over a window',
    params: ['id'],
    list: false,
    fields: {
      window: { type: 'string', values: ['24h', '30d', '6mo', '1y'] },
    },
  },
  'overview.show': {
    summary: 'All websites and monitors with their last 24 hours, what is down, and what needs a look',
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
      recipient_email: { type: 'string' },
      name: { type: 'string', nullable: true },
      webhook_url: { type: 'string' },
      channel: { type: 'string', nullable: true },
      username: { type: 'string', nullable: true },
      chat_id: { type: 'string' },
      token: { type: 'string' },
      phone_number: { type: 'string' },
      signing_secret: { type: 'string' },
      routing_key: { type: 'string' },
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
  'providers.try': {
    summary: 'Send a test notification through a provider that is not created, for real, and say what came of it',
    params: [],
    list: false,
    fields: {
      provider_type: { type: 'string', required: true, values: ['email', 'slack', 'telegram', 'sms', 'webhook', 'discord', 'pagerduty'] },
      recipient_email: { type: 'string' },
      name: { type: 'string', nullable: true },
      webhook_url: { type: 'string' },
      channel: { type: 'string', nullable: true },
      username: { type: 'string', nullable: true },
      chat_id: { type: 'string' },
      token: { type: 'string' },
      phone_number: { type: 'string' },
      signing_secret: { type: 'string' },
      routing_key: { type: 'string' },
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
      signing_secret: { type: 'string' },
      routing_key: { type: 'string' },
      name: { type: 'string', nullable: true },
    },
  },
  'reports.preview': {
    summary: 'What the next report by e-mail would say today. With the scope monitors:read, uptime and incidents too',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['weekly', 'monthly'], help: 'The last whole week, Monday to Sunday, or calendar month, in the website\'s time zone' },
      format: { type: 'string', values: ['html'], help: 'text/html: the mail alone, as a page that may be framed by this service and runs no script' },
    },
  },
  'reports.send': {
    summary: 'Send a report now, to the account\'s address',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['weekly', 'monthly'], help: 'The last whole week, Monday to Sunday, or calendar month, in the website\'s time zone' },
    },
  },
  'reports.sends': {
    summary: 'What became of the reports that were due, newest first',
    params: ['id'],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page, from 1' },
      per_page: { type: 'integer', help: 'Records a page' },
    },
  },
  'stats.breakdown': {
    summary: 'Pages, sources, countries, goals, …: most visitors first',
    params: ['id'],
    list: true,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', '7d', '30d', '12mo', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: today and the days before it. 12mo: this month and the eleven before it. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, which is part of it' },
      filters: { type: 'string', help: 'Which visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      dimension: { type: 'string', values: ['page', 'entry', 'exit', 'source', 'channel', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'country', 'language', 'device', 'browser', 'system', 'event', 'property', 'goal'] },
      property: { type: 'string', help: 'With dimension=property: whose values; without, the names of the properties' },
      search: { type: 'string', help: 'Part of the value' },
      page: { type: 'integer', help: 'Page, from 1' },
      per_page: { type: 'integer', help: 'Records a page' },
    },
  },
  'stats.export': {
    summary: 'The events themselves as a file. Without a format: how many there are',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', '7d', '30d', '12mo', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: today and the days before it. 12mo: this month and the eleven before it. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, which is part of it' },
      format: { type: 'string', values: ['csv', 'ndjson'], help: 'text/csv or application/x-ndjson, sent as it is read, by UTC day. X-Total-Events says how many lines will come' },
    },
  },
  'stats.funnel': {
    summary: 'How many visits came how far through steps in order',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', '7d', '30d', '12mo', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: today and the days before it. 12mo: this month and the eleven before it. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, which is part of it' },
      filters: { type: 'string', help: 'Which visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      steps: { type: 'string', help: 'JSON array of 2 to 8 steps: "page:/pricing*", "event:signup", "goal:12"' },
    },
  },
  'stats.realtime': {
    summary: 'Who is there now: the last 30 minutes by the minute',
    params: ['id'],
    list: false,
    fields: {
      filters: { type: 'string', help: 'Which visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
    },
  },
  'stats.series': {
    summary: 'The same figures over time, by the clock of the website\'s time zone',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', '7d', '30d', '12mo', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: today and the days before it. 12mo: this month and the eleven before it. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, which is part of it' },
      filters: { type: 'string', help: 'Which visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      interval: { type: 'string', values: ['minute', 'hour', 'day', 'week', 'month'], help: 'What suits the period unless told. At most 1,000 points' },
    },
  },
  'stats.summary': {
    summary: 'Visitors, visits, views and what is made of them, with a comparison',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', '7d', '30d', '12mo', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: today and the days before it. 12mo: this month and the eleven before it. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, which is part of it' },
      filters: { type: 'string', help: 'Which visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      compare: { type: 'string', values: ['none', 'previous', 'year'], help: 'The period just before, or the same a year before, up to the same time of day' },
    },
  },
  'stats.vitals': {
    summary: 'Web vitals: the value that three of four views stay within',
    params: ['id'],
    list: false,
    fields: {
      period: { type: 'string', values: ['realtime', 'today', '7d', '30d', '12mo', 'custom'], help: 'realtime: the last 30 minutes. 7d, 30d: today and the days before it. 12mo: this month and the eleven before it. All in the website\'s time zone' },
      from: { type: 'string', help: 'First day of a custom period' },
      to: { type: 'string', help: 'Last day of a custom period, which is part of it' },
      filters: { type: 'string', help: 'Which visits: JSON such as ["is","country","DE","AT"] or ["and",["contains","page","/blog"],["is_not","source","Google"]]. Operators is, is_not, contains, matches (* for any characters); and, or, not' },
      path: { type: 'string', help: 'Of one page' },
    },
  },
  'statusPages.create': {
    summary: 'Create a page that shows everybody how chosen monitors and websites are',
    params: [],
    list: false,
    fields: {
      name: { type: 'string', required: true },
      slug: { type: 'string', help: 'The page is at /s/<slug>; made from the name when not given' },
      domain: { type: 'string', nullable: true, help: 'Own domain whose / is the page, or null' },
      description: { type: 'string', nullable: true },
      monitors: { type: 'json', help: 'What is shown, in this order' },
      website_ids: { type: 'integer', many: 'list', help: 'One row a website: its domain, and how all of its monitors are' },
      is_public: { type: 'boolean' },
      show_response_times: { type: 'boolean' },
    },
  },
  'statusPages.list': {
    summary: 'List status pages',
    params: [],
    list: true,
    fields: {
      page: { type: 'integer', help: 'Page, from 1' },
      pageSize: { type: 'integer', help: 'Records a page' },
    },
  },
  'statusPages.remove': {
    summary: 'Delete a status page and forget its subscribers',
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
    summary: 'Change a status page: only the fields sent',
    params: ['id'],
    list: false,
    fields: {
      name: { type: 'string' },
      slug: { type: 'string', help: 'The page is at /s/<slug>; made from the name when not given' },
      domain: { type: 'string', nullable: true, help: 'Own domain whose / is the page, or null' },
      description: { type: 'string', nullable: true },
      monitors: { type: 'json', help: 'What is shown, in this order' },
      website_ids: { type: 'integer', many: 'list', help: 'One row a website: its domain, and how all of its monitors are' },
      is_public: { type: 'boolean' },
      show_response_times: { type: 'boolean' },
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
      indexable: { type: 'boolean', help: 'Search engines may list the public page; only while privacy is 0' },
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
      indexable: { type: 'boolean', help: 'Search engines may list the public page; only while privacy is 0' },
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
