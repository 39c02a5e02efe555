import { WEEK_MS } from '@sitewatch/contract/durations'
import { toolName } from '../tools.ts'
import type { PromptPlan } from './plan.ts'

export function planWhatChanged({ tag, now }: { tag: string | undefined; now: Date }): PromptPlan {
  const from = new Date(now.getTime() - WEEK_MS).toISOString()
  const only = tag === undefined ? {} : { tag }
  return {
    goal: `Report what changed in the seven days since ${from}${tag === undefined ? '' : `, for the tag ${tag}`}.`,
    steps: [
      {
        tool: toolName('incidents.list'),
        arguments: { from, pageSize: 50, ...only },
        why: 'outages of the week, with causes and visitors affected.',
      },
      {
        tool: toolName('deploys.list'),
        arguments: { from, pageSize: 50, ...only },
        why: 'what was deployed, and what it changed: verdict compares web vitals, goals, 404 pages and response times with before.',
      },
      {
        tool: toolName('auditLog.list'),
        arguments: { from, pageSize: 50 },
        why: 'who changed what in the settings.',
      },
      {
        tool: toolName('overview.show'),
        arguments: { ...only },
        why: 'what is down now and what needs attention: certificates, domains, failing providers.',
      },
      {
        tool: toolName('websites.list'),
        arguments: { per_page: 25, ...only },
        why: 'the websites whose visitors are compared.',
        as: 'websites',
      },
      {
        tool: toolName('stats.summary'),
        arguments: { id: '$websites.id', period: '7d', compare: 'previous' },
        why: 'visitors, compared with the week before.',
        for_each: 'websites',
      },
    ],
    report:
      'Then write a short report: outages first, then deploys whose verdict is worse or better, with the metrics that decided (effect, low and high), then changes of visitors beyond 10 %, then changes of settings and deploys that may explain them (same website or monitor, shortly before), then what needs attention. Give each record its id and dashboard_url.',
  }
}
