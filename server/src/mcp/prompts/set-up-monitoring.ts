import { toolName } from '../tools.ts'
import type { PromptPlan } from './plan.ts'

export function planSetUp({ url, name }: { url: URL; name: string | undefined }): PromptPlan {
  const domain = url.hostname.replace(/^www\./, '')
  return {
    goal: `Set up monitoring of ${url.href}.`,
    steps: [
      {
        tool: toolName('monitors.list'),
        arguments: { search: domain, pageSize: 10 },
        why: 'whether the URL is monitored already.',
        as: 'monitor',
        choose: { rule: 'equal', field: 'url', value: url.href },
      },
      {
        tool: toolName('providers.list'),
        arguments: { pageSize: 25 },
        why: 'who can be alerted. New monitors alert the default providers.',
      },
      {
        tool: toolName('websites.list'),
        arguments: { search: domain, per_page: 10 },
        why: 'whether its visits are counted.',
        as: 'website',
        choose: { rule: 'equal', field: 'domain', value: domain },
      },
      {
        tool: toolName('websites.create'),
        arguments: { domain, idempotency_key: `set-up-website-${domain}` },
        why: 'count its visits and estimate how many visitors an outage affects.',
        as: 'website',
        unless: 'website',
      },
      {
        tool: toolName('monitors.create'),
        arguments: { friendly_name: name ?? domain, url: url.href, interval: 60, website_id: '$website.id' },
        why: 'a check every minute; it also watches the certificate and the domain.',
        as: 'monitor',
        unless: 'monitor',
      },
      {
        tool: toolName('monitors.show'),
        arguments: { id: '$monitor.id' },
        why: 'the result of the first check, about ten seconds later. If status is pending, wait and call it again.',
      },
    ],
    report:
      'Ask before you create anything that the plan does not name. In the end, say what exists now with ids and dashboard_urls, whether it is up, and who is alerted; if alerts_nobody is true, say that a notification provider has to be added in the dashboard. The tracking script is on the page of the website.',
  }
}
