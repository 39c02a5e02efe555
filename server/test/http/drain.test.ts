import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startApp } from '../support/app.ts'
import { type Program, startProgram } from '../support/program.ts'
import { reportFigure } from '../support/report.ts'
import { sized } from '../support/size.ts'
import { until } from '../support/until.ts'

const ROUNDS = sized(1, 50)
const AT_ONCE = 3
const CLIENTS = 12

const app = await startApp()
const user = await app.makeUser()

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-drain-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Load {
  answered: number
  /** Requests on a connection that the server had accepted, and never answered. */
  unanswered: string[]
  wrong: number[]
}

const connect = (agent: http.Agent, base: string): Promise<{ status: number; close: boolean }> =>
  new Promise((resolve, reject) => {
    const request = http.get(
      `${base}/api/keys/${user.key_id}`,
      { agent, headers: { authorization: `Bearer ${user.key}` } },
      (response) => {
        response.resume()
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, close: response.headers.connection === 'close' }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
  })

/** One client on one connection: sends requests until a response closes the connection or the server no longer accepts it. */
async function runClient(base: string, load: Load): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    try {
      const { status, close } = await connect(agent, base)
      load.answered++
      if (status !== 200) load.wrong.push(status)
      if (close) break
    } catch (error) {
      load.unanswered.push(String((error as NodeJS.ErrnoException).code ?? error))
      break
    }
  }
  agent.destroy()
}

async function drainOnce(program: Program, n: number): Promise<Load & { code: number | null; took_ms: number }> {
  const load: Load = { answered: 0, unanswered: [], wrong: [] }
  const clients = Array.from({ length: CLIENTS }, () => runClient(program.base, load))
  await until(() => load.answered >= CLIENTS * 2, 'the clients are answered')
  // oxlint-disable-next-line no-restricted-globals -- At another moment of a request in each round.
  await new Promise((resolve) => setTimeout(resolve, (n * 7) % 40))
  const started = performance.now()
  program.kill('SIGTERM')
  const { code } = await program.ended
  const took_ms = performance.now() - started
  await Promise.all(clients)
  return { ...load, code, took_ms }
}

describe('SIGTERM under load', () => {
  it(`leaves no accepted request without an answer, ${ROUNDS} times`, async () => {
    const results: Awaited<ReturnType<typeof drainOnce>>[] = []
    let next = 0
    const work = async (): Promise<void> => {
      for (let n = next++; n < ROUNDS; n = next++) {
        // Only the role that answers requests, so that 50 starts take less time.
        const program = await startProgram(app.database, { roles: ['api'], env: { SITEWATCH_MIGRATE: '0' } })
        results.push(await drainOnce(program, n))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const answered = results.reduce((sum, each) => sum + each.answered, 0)
    const slowest_ms = Math.max(...results.map((each) => each.took_ms))
    reportFigure(`${ROUNDS} × SIGTERM: ${answered} requests answered, slowest exit ${slowest_ms.toFixed(0)} ms`)
    expect(results).toHaveLength(ROUNDS)
    expect(results.flatMap((each) => each.unanswered)).toEqual([])
    expect(results.flatMap((each) => each.wrong)).toEqual([])
    expect(results.filter((each) => each.code !== 0)).toEqual([])
    expect(slowest_ms).toBeLessThan(25_000)
  })

  it('lets a waiting request finish, answers 503 on /readyz, accepts no new connection and closes idle ones', async () => {
    const program = await startProgram(app.database)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const idle = new http.Agent({ keepAlive: true, maxSockets: 1 })
    await connect(idle, program.base)
    const silent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    await connect(silent, program.base)
    const blocker = await app.database.admin.connect()
    await blocker.query('begin; lock table api_keys in access exclusive mode')
    const waiting = connect(agent, program.base)
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query not like 'update %'`
    await expect.poll(async () => (await app.database.admin.query(blocked)).rowCount).toBe(1)
    program.kill('SIGTERM')
    await expect.poll(() => program.lines.some((line) => String(line['msg']).startsWith('stopping'))).toBe(true)
    const ready = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(`${program.base}/readyz`, { agent: idle }, resolve).on('error', reject)
    })
    expect(ready.statusCode).toBe(503)
    expect(ready.headers.connection).toBe('close')
    ready.resume()
    await expect(connect(new http.Agent(), program.base)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await blocker.query('rollback')
    blocker.release()
    expect(await waiting).toEqual({ status: 200, close: true })
    expect(await program.ended).toEqual({ code: 0, signal: null })
    agent.destroy()
    idle.destroy()
    silent.destroy()
  })

  it('answers 503 on /readyz and everything else as before in the drain window, which a second signal ends, and exits with 0 although checks hang and clients never finish their bodies', async () => {
    const silent = net.createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as net.AddressInfo
    const program = await startProgram(app.database, {
      roles: [],
      env: {
        SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
        SITEWATCH_ANCHORS: 'none',
        SITEWATCH_DATA_DIR: makeFolder(),
        // The rolling restart lets it pass.
        SITEWATCH_DRAIN_SECONDS: '300',
      },
    })
    const url = `http://127.0.0.1:${port}/`
    for (let n = 0; n < 5; n++) {
      const made = await fetch(`${program.base}/api/monitors`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ friendly_name: `m${n}`, url, timeout_seconds: 60 }),
      })
      expect(made.status, await made.text()).toBe(201)
    }
    const connections = (): Promise<number> =>
      new Promise((resolve) => silent.getConnections((_error, count) => resolve(count)))
    await expect.poll(connections).toBe(5)
    const { host } = new URL(program.base)
    const [hostname = '', number] = host.split(':')
    const halves = Array.from({ length: 5 }, () => net.connect(Number(number), hostname))
    for (const half of halves) {
      half.on('error', () => undefined)
      half.write(`POST /api/keys HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${user.key}\r\n`)
      half.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
    }
    program.kill('SIGTERM')
    const status = (): Promise<number> => fetch(`${program.base}/readyz`).then((answer) => answer.status)
    await expect.poll(status, { interval: 50 }).toBe(503)
    expect((await connect(new http.Agent(), program.base)).status).toBe(200)
    program.kill('SIGTERM')
    expect(await program.ended).toEqual({ code: 0, signal: null })
    for (const half of halves) half.destroy()
  })
})
