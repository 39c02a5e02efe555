import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { until } from '../../support/until.ts'
import { CHROME, startCollecting } from './collecting.ts'

const { app, makeSite, post, pageview, rows, drops } = await startCollecting()
const SPOOFED = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-forwarded',
  'forwarded-for',
  'x-forwarded-host',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'x-remote-ip',
  'x-remote-addr',
  'remote-addr',
  'client-ip',
  'x-host',
  'x-originating-ip',
  'via',
  'x-proxyuser-ip',
  'wl-proxy-client-ip',
  'proxy-client-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'x-nf-client-connection-ip',
  'x-vercel-forwarded-for',
  'cf-ipcountry',
]

describe('the IP address of a visitor', () => {
  it('is that of the connection, whatever 30 forwarding headers claim', async () => {
    const site = await makeSite({ exclude_ips: '8.8.8.8' })
    await post(site, [pageview(site, '/plain')])
    for (const name of SPOOFED) {
      const value = name === 'forwarded' ? 'for=8.8.8.8' : name === 'cf-ipcountry' ? 'US' : '8.8.8.8'
      await post(site, [pageview(site, `/${name}`)], { headers: { [name]: value } })
    }
    const stored = await rows(site, SPOOFED.length + 1)
    expect(SPOOFED.length).toBeGreaterThanOrEqual(30)
    expect(stored).toHaveLength(SPOOFED.length + 1)
    expect(new Set(stored.map((row) => row.visitor_id)).size).toBe(1)
    expect(new Set(stored.map((row) => row['country']))).toEqual(new Set(['']))
    expect(await drops(site, {})).toEqual({})
  })

  it('is that of the connection, although it was closed while the request waited', async () => {
    const site = await makeSite()
    const locker = new pg.Client({ connectionString: app.database.url, options: '-c search_path=sitewatch' })
    await locker.connect()
    onTestFinished(() => locker.end())
    await locker.query('begin; lock table websites in access exclusive mode')
    const body = JSON.stringify([pageview(site, '/closed')])
    const { port } = new URL(app.base)
    const browser = net.connect(Number(port), '127.0.0.1')
    browser.write(
      `POST /t/${site.tracking_id} HTTP/1.1\r\nhost: x\r\nuser-agent: ${CHROME}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    const countWaiting = async () =>
      (
        await locker.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    await until(async () => (await countWaiting()) !== 0, 'the request waits for the website')
    browser.end().resume()
    await once(browser, 'close')
    await locker.query('rollback')
    await rows(site, 1)
    await post(site, [pageview(site, '/open')])
    expect(new Set((await rows(site, 2)).map((row) => row.visitor_id)).size).toBe(1)
  })

  it('is stored in no table', async () => {
    const site = await makeSite()
    // The audit log has the IP address of the person who created the website, which is the same here.
    await app.database.admin.query('delete from audit_log')
    await post(site, [pageview(site)])
    const { rows: tables } = await app.database.admin.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('sitewatch', 'graphile_worker')`,
    )
    for (const { name } of tables) {
      const { rows: found } = await app.database.admin.query(
        `select 1 from ${name} as t where t::text like '%127.0.0.1%' limit 1`,
      )
      expect([name, found.length]).toEqual([name, 0])
    }
  })
})
