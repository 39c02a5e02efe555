import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { findComplaint, heartbeatTasks, takePulse } from '../../src/notifications/heartbeat.ts'
import { startApp } from '../support/app.ts'

const app = await startApp()
let beats = 0
const watcher = createServer((_request, response) => {
  beats++
  response.end()
})
await new Promise<void>((resolve) => watcher.listen(0, '127.0.0.1', resolve))
afterAll(() => void watcher.close())
const { port } = watcher.address() as AddressInfo
const { postgres, log } = app.parts
const tasks = heartbeatTasks({ config: { SITEWATCH_HEARTBEAT_URL: `http://127.0.0.1:${port}/` }, postgres, log })
const run = async (name: string): Promise<void> => {
  await tasks.find((task) => task.name === name)?.run({} as never)
}
const isWell = async (): Promise<boolean> => findComplaint(await takePulse(postgres)) === null

describe('the heartbeat', () => {
  it('is sent while all is well and the last canary arrived, and is silent otherwise', async () => {
    await run('heartbeat')
    expect(beats).toBe(1)
    // The canary of that minute never came.
    await run('heartbeat')
    expect(beats).toBe(1)
    await run('canary')
    await run('heartbeat')
    expect(beats).toBe(2)
  })

  it('puts the canary into the queue in the same transaction', async () => {
    await takePulse(postgres)
    const { rows } = await app.database.admin.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'canary'`,
    )
    expect(rows).toHaveLength(1)
  })

  it('stops when checks are late or an alert waits', async () => {
    await run('canary')
    expect(await isWell()).toBe(true)
    const { key } = await app.makeUser()
    await app.call('POST', '/api/monitors', { key, json: { friendly_name: 'm', url: 'https://example.com/' } })
    await run('canary')
    expect(await isWell()).toBe(true)
    await app.database.admin.query('update monitor_state set next_due_at = clock_ms() - 90000')
    await run('canary')
    expect(await isWell()).toBe(false)
    expect(findComplaint({ late_check_seconds: null, late_alert_seconds: 301, canary_seen: true })).toContain('alert')
  })
})
