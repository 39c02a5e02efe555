import { once } from 'node:events'
import net from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startApp } from '../../support/app.ts'
import { startTarget } from './target.ts'
import { until } from '../../support/until.ts'

const MONITORS = 12

/** A relay that can refuse connections, or accept them and pass nothing, always on the same port. */
async function startRelay(to?: number) {
  const sockets = new Set<net.Socket>()
  let isSilent = false
  const server = net.createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined).on('close', () => sockets.delete(near))
    if (isSilent || to === undefined) return
    const far = net.connect(to, '127.0.0.1')
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  const open = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as net.AddressInfo).port
  }
  const port = await open(0)
  const close = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  afterAll(() => (server.listening ? close() : undefined))
  return { port, close, open: () => open(port), setSilent: (on: boolean) => void (isSilent = on) }
}

const target = await startTarget()
const toTarget = await startRelay(target.port)
const toAnchor = await startRelay()
const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: `127.0.0.1:${toAnchor.port}`,
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
  SITEWATCH_LOG_LEVEL: 'silent',
})
const { admin } = app.database
const { key } = await app.makeUser()
for (let n = 0; n < MONITORS; n++) {
  const json = {
    friendly_name: `m${n}`,
    url: `http://127.0.0.1:${toTarget.port}/${n}`,
    interval: 1,
    timeout_seconds: 1,
  }
  await app.call('POST', '/api/monitors', { key, json })
}

const { egress } = app.parts
// As if the targets were public: only for these are anchors asked.
const publicEgress = {
  ...egress,
  request: async (...args: Parameters<typeof egress.request>) => ({
    ...(await egress.request(...args)),
    private_target: false,
  }),
}
const prober = await startProberRole({ ...app.parts, egress: publicEgress })
afterAll(() => prober.stop())

async function countWhere(condition: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${condition}`)
  return rows[0]?.n ?? 0
}
const listStates = async () =>
  (await admin.query('select status, unknown, count(*)::int as monitors from monitor_state group by 1, 2')).rows
const untilAll = (condition: string, what: string) =>
  until(async () => (await countWhere(`monitor_state where ${condition}`)) === MONITORS, what, listStates)

/** The same with a cut network between two namespaces: `npm run torture -- blackout`. */
it('no monitor is reported down while the prober is offline, and a real outage afterwards is', async () => {
  await untilAll(`status = 'up' and unknown is null`, 'all are up')
  for (const isSilent of [false, true]) {
    await toAnchor.close()
    if (isSilent) toTarget.setSilent(true)
    else await toTarget.close()
    await untilAll('unknown is not null', `all are unknown, targets ${isSilent ? 'silent' : 'refusing'}`)
    expect(await countWhere('incidents')).toBe(0)
    await toAnchor.open()
    if (isSilent) toTarget.setSilent(false)
    else await toTarget.open()
    await untilAll(`status = 'up' and unknown is null`, 'all are up again')
  }
  expect(await countWhere('incidents')).toBe(0)
  target.set('/0', { status: 500 })
  target.set('/1', { drop: true })
  await until(async () => (await countWhere('incidents')) >= 2, 'the outages are found')
  const { rows } = await admin.query<{ friendly_name: string }>(
    'select friendly_name from incidents i join monitors m on m.id = i.monitor_id order by 1',
  )
  expect(rows.map(({ friendly_name }) => friendly_name)).toEqual(['m0', 'm1'])
})
