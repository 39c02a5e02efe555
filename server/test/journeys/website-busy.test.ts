import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../analytics/stats/context.ts'
import { percentile } from '../support/samples.ts'
import { sized } from '../support/size.ts'
import { startJourney } from './journey.ts'
import { makeBusyWebsite, queryOf, settleStatistics as settle, SOON } from './website-visits.ts'

const EVENTS = sized(20_000, 1_000_000)
const QUESTION_MS = 300
const INTERACTION_MS = 100

const journey = await startJourney({ env: { SITEWATCH_DATA_DIR: makeFolder() } })
const { app } = journey

interface Question {
  name: string
  ms: number
}

/** What the screen asks of the statistics, and how long each answer took. */
function watchQuestions(page: Page): Question[] {
  const questions: Question[] = []
  page.on('requestfinished', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const kind = /\/stats\/(\w+)$/.exec(pathname)?.[1]
    if (kind === undefined) return
    const { requestStart, responseEnd } = request.timing()
    const details = ['dimension', 'period', 'interval', 'compare'].map((each) => searchParams.get(each))
    questions.push({ name: [kind, ...details].filter(Boolean).join(' '), ms: responseEnd - requestStart })
  })
  return questions
}

const PERIODS = sized(['30d'], ['today', '7d', '30d', 'month', '12mo', 'all'])
const FIGURES = ['visits', 'pageviews', 'views_per_visit', 'bounce_percent', 'visit_seconds', 'visitors']
const PANELS = ['source', 'referrer', 'utm', 'entry', 'exit', 'language', 'browser', 'system', 'property']

const WATCH_INTERACTIONS = `globalThis.interactions = [];
  new PerformanceObserver((list) => interactions.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'event', durationThreshold: 16 })`

describe(`the screen of a website with ${EVENTS} events`, () => {
  it('answers every figure, panel and switch within its budget', async () => {
    const user = await app.makeUser()
    const website = await makeBusyWebsite(app, user.id, EVENTS)
    const visit = await journey.open({ at: '/websites', cookie: await app.makeSession(user.id) })
    const { page } = visit
    const questions = watchQuestions(page)
    for (const period of PERIODS) {
      await page.goto(`${app.base}/websites/${website}?period=${period}`)
      await settle(visit)
    }
    await page.evaluate(WATCH_INTERACTIONS)
    for (const figure of FIGURES) {
      await page.locator(`[role=tab][data-tab=${figure}]`).click()
      await expect.poll(() => queryOf(visit)['metric'] ?? 'visitors', SOON).toBe(figure)
    }
    for (const panel of PANELS) {
      await page.locator(`[role=tab][data-tab=${panel}]`).click()
      await settle(visit)
    }
    const switches = await page.evaluate<number[]>('interactions')
    const slowest = questions.toSorted((a, b) => b.ms - a.ms)
    const p95_ms = percentile(
      questions.map(({ ms }) => ms),
      0.95,
    )
    process.stderr.write(
      `${EVENTS} events, ${questions.length} questions: p95 ${Math.round(p95_ms)} ms, a switch at most ${Math.max(0, ...switches)} ms\n${slowest
        .slice(0, 12)
        .map(({ name, ms }) => `  ${Math.round(ms)} ms ${name}\n`)
        .join('')}`,
    )
    expect(questions.length).toBeGreaterThan(PERIODS.length * 8 + PANELS.length)
    expect(p95_ms).toBeLessThan(QUESTION_MS)
    expect(Math.max(0, ...switches)).toBeLessThanOrEqual(INTERACTION_MS)
  }, 400_000)
})
