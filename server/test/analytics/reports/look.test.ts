import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { composeNotice } from '../../../src/analytics/reports/compose.ts'
import { periodFrom } from '../../../src/analytics/reports/period.ts'
import { startApp } from '../../support/app.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { makeFolder } from '../stats/context.ts'
import { useChromium } from '../tracker/use-chromium.ts'
import { registryOf } from '../websites/websites.ts'
import { readReport } from './mime.ts'
import { fillWeek, makeWatched } from './week.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_DATA_DIR: makeFolder() })
const { openTab } = useChromium()
const FOLDER = path.resolve(import.meta.dirname, '../../../../.local/reports')
mkdirSync(FOLDER, { recursive: true })

async function sendReport(options: { hostile?: boolean; period?: string }) {
  const user = await app.makeUser()
  const { id } = (await registryOf(app, user).make({ email: '1' })) as { id: number }
  await fillWeek(app, id, options)
  await makeWatched(app, user, id)
  await app.call('POST', `/api/v1/websites/${id}/goals`, {
    key: user.key,
    json: { name: 'Saw the prices', kind: 'page', value: '/pricing' },
  })
  const json = { period: options.period ?? 'weekly' }
  const answer = await app.call('POST', `/api/v1/websites/${id}/report/send`, { key: user.key, json })
  expect(answer.status, answer.text).toBe(200)
  return readReport(sink.mails.find(({ to }) => to.includes(user.email))?.source ?? '')
}

/** Like a mail client: the picture is the attachment of the mail, or is not shown. */
function showMail({ html, picture, cid }: Awaited<ReturnType<typeof sendReport>>, images: boolean): string {
  const url = images ? `data:image/png;base64,${picture?.toString('base64')}` : 'about:invalid'
  // Without a scrollbar, because a full-page screenshot would leave space for it.
  return html.replaceAll(`cid:${cid}`, url).replace('</style>', '::-webkit-scrollbar{display:none}</style>')
}

it.each(['weekly', 'monthly'])('a %s report fits and is readable, light and dark, wide and narrow', async (period) => {
  const mail = await sendReport({ period })
  const page = await openTab()
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [640, 360]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.setContent(showMail(mail, true))
      const rendered = await page.evaluate(`({
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        picture: document.querySelector('img').naturalWidth,
        paper: getComputedStyle(document.body).backgroundColor,
      })`)
      expect(rendered).toEqual({
        overflow: 0,
        picture: 1056,
        paper: colorScheme === 'light' ? 'rgb(250, 248, 243)' : 'rgb(15, 20, 18)',
      })
      await page.screenshot({ path: path.join(FOLDER, `${period}-${colorScheme}-${width}.png`), fullPage: true })
    }
})

it('a notice about a website without visits is readable, light and dark', async () => {
  const website = { id: 7, domain: 'shop.example.com' }
  const { html } = composeNotice(
    { website, period: periodFrom('weekly', '2026-02-02') },
    {
      base_url: 'https://watch.example.com',
      unsubscribe_url: 'https://watch.example.com/unsubscribe/x',
      possible_repeat: true,
    },
  )
  const page = await openTab()
  await page.setViewportSize({ width: 640, height: 480 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setContent(html)
    const text = await page.evaluate<string>('document.body.innerText')
    for (const words of ['No visits recorded', '2–8 February 2026', 'Possible duplicate', 'Unsubscribe'])
      expect(text).toContain(words)
    await page.screenshot({ path: path.join(FOLDER, `notice-${colorScheme}.png`), fullPage: true })
  }
})

it('a report is readable with images off', async () => {
  const page = await openTab()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 640, height: 900 })
  await page.setContent(showMail(await sendReport({}), false))
  const text = await page.evaluate<string>('document.body.innerText')
  for (const words of [
    'Visitors',
    '70',
    '+25 %, 56 before',
    'Bounce rate',
    'Germany',
    '99.88 %',
    'The server returned status 503.',
  ])
    expect(text).toContain(words)
  const alt = await page.evaluate(`document.querySelector('img').alt`)
  expect(alt).toMatch(/^Visitors by day\. Mon \d+ \w+: 4, Tue \d+ \w+: 6,/)
  await page.screenshot({ path: path.join(FOLDER, 'images-off.png'), fullPage: true })
})

it('a report runs no code that visitors put into paths and referrers', async () => {
  const mail = await sendReport({ hostile: true })
  const page = await openTab()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => requests.push('dialog')))
  await page.setViewportSize({ width: 360, height: 900 })
  await page.setContent(showMail(mail, true))
  const rendered = await page.evaluate<{ text: string }>(`({
    hit: window.hit ?? 'none',
    scripts: document.querySelectorAll('script, iframe, object, [onclick], [onerror]').length,
    images: document.querySelectorAll('img').length,
    links: Array.from(document.querySelectorAll('a'), (link) => link.pathname.replace(/[^/]+$/, '')),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    text: document.body.innerText,
  })`)
  expect(rendered).toMatchObject({
    hit: 'none',
    scripts: 0,
    images: 1,
    links: ['/websites/', '/unsubscribe/'],
    overflow: 0,
  })
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([])
  expect(rendered.text).toContain('<script>')
  expect(rendered.text).not.toMatch(/evil\.example|\u202E/)
  expect(mail.text).not.toMatch(/evil\.example|\u202E/)
  await page.screenshot({ path: path.join(FOLDER, 'hostile.png'), fullPage: true })
})
