import { describe, expect, it } from 'vitest'
import { startJourney } from './journey.ts'
import type { Visit } from './visit.ts'

const journey = await startJourney()
const { app } = journey
const user = await app.makeUser()
const cookie = await app.makeSession(user.id)

const SLOWDOWN = 4
const TRIES = 4
/** A page that the server renders: how long it takes on this machine, at this moment, is what our figures are compared with. */
const PLAIN_PAGE = '/docs/problems/not_found'

async function openSlowed(at: string): Promise<Visit> {
  const visit = await journey.open({ at: PLAIN_PAGE, cookie })
  const devtools = await visit.context.newCDPSession(visit.page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await visit.page.goto(app.base + at)
  return visit
}

const LARGEST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`
const WATCH_INTERACTIONS = `globalThis.interactions = [];
  new PerformanceObserver((list) => interactions.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'event', durationThreshold: 16 })`
/** The longest interaction since the last call, from the event to the next paint. The browser reports it some frames later. */
const TAKE_LONGEST = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
  .then(() => Math.max(0, ...interactions.splice(0)))`

describe.each(['/sign-in', '/monitors', '/settings/keys'])('the performance budget of %s', (at) => {
  it('is a largest contentful paint within 1.2 s on a CPU slowed four times, or eight times that of a plain page', async () => {
    let paint_ms = Infinity
    let plain_ms = Infinity
    const isWithin = (): boolean => paint_ms <= Math.max(1200, 8 * plain_ms)
    for (let tries = 0; tries < 2 || (tries < 2 * TRIES && !isWithin()); tries++) {
      const { page, close } = await openSlowed(at)
      await page.getByRole('heading', { level: 1 }).waitFor()
      paint_ms = Math.min(paint_ms, await page.evaluate<number>(LARGEST_PAINT))
      await page.goto(app.base + PLAIN_PAGE)
      plain_ms = Math.min(plain_ms, await page.evaluate<number>(LARGEST_PAINT))
      await close()
    }
    expect(isWithin(), `${paint_ms} ms beside ${plain_ms} ms`).toBe(true)
  })
})

const INTERACTIONS: readonly ((visit: Visit) => Promise<unknown>)[] = [
  ({ page }) => page.getByRole('button', { name: 'Create API key' }).click(),
  ({ page }) => page.getByLabel('Name').pressSequentially('abc'),
  ({ page }) => page.getByLabel(/Read statistics/).click(),
  (visit) => visit.press('Escape'),
  async ({ page }) => {
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('table', { name: 'Sessions' }).waitFor()
  },
]

/** A dialog of a hundred fields without our styles and scripts, to measure the speed of this machine. */
const PLAIN_DIALOG = `<!doctype html><title>Plain</title><button>Open</button><script>
  document.querySelector('button').onclick = () => {
    const dialog = document.createElement('dialog')
    for (let at = 0; at < 100; at++) {
      const label = document.createElement('label')
      label.append('Field ' + at, document.createElement('input'))
      dialog.append(label)
    }
    document.body.append(dialog)
    dialog.showModal()
  }
</script>`

async function measurePlainDialog({ page }: Visit): Promise<number> {
  await page.goto('about:blank')
  await page.setContent(PLAIN_DIALOG)
  await page.evaluate(WATCH_INTERACTIONS)
  await page.getByRole('button').click()
  return page.evaluate<number>(TAKE_LONGEST)
}

describe('an interaction in the dashboard', () => {
  it('takes at most 100 ms on a CPU slowed four times, or twice as long as a plain dialog', async () => {
    let best: number[] = []
    let plain_ms = Infinity
    const isWithin = (): boolean => Math.max(...best) <= Math.max(104, 2 * plain_ms) // the browser rounds to 8 ms
    for (let tries = 0; tries < 2 || (tries < 2 * TRIES && !isWithin()); tries++) {
      const visit = await openSlowed('/settings/keys')
      await visit.page.getByRole('table').waitFor()
      await visit.page.evaluate(WATCH_INTERACTIONS)
      const durations: number[] = []
      for (const interact of INTERACTIONS) {
        await interact(visit)
        durations.push(await visit.page.evaluate<number>(TAKE_LONGEST))
      }
      best = durations.map((each, index) => Math.min(best[index] ?? Infinity, each))
      plain_ms = Math.min(plain_ms, await measurePlainDialog(visit))
      await visit.close()
    }
    expect(isWithin(), `${best.join(', ')} ms beside ${plain_ms} ms`).toBe(true)
  })
})
