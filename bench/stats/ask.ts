import http from 'node:http'
import { insertUserUnscoped } from '../../server/src/identity/accounts/index.ts'
import { insertSession } from '../../server/src/identity/accounts/sessions.ts'
import { sessionCookie } from '../../server/src/http/cookie.ts'
import type { ClickHouse } from '../../server/src/platform/clickhouse/index.ts'
import type { ProcessParts } from '../../server/src/roles/parts.ts'

export function openApi(port: number, cookie: string, website_id: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  const options = { agent, port, host: '127.0.0.1', headers: { cookie } }
  return {
    get: (question: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const target = { ...options, path: `/api/v1/websites/${website_id}/stats/${question}` }
        const request = http.get(target, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            if (response.statusCode === 200) resolve()
            else reject(new Error(`${question} answered ${response.statusCode}: ${Buffer.concat(chunks).toString()}`))
          })
        })
        request.on('error', reject)
      }),
    end: () => agent.destroy(),
  }
}

export type Read = () => Promise<unknown>

/** Records the queries of the API, so that they can be repeated without it. */
export function recordReads<Store extends ClickHouse>(
  clickhouse: Store,
): { clickhouse: Store; takeReads: () => Read[] } {
  let reads: Read[] = []
  const recorder = Object.create(clickhouse, {
    read: {
      value: (...args: Parameters<ClickHouse['read']>) => {
        reads.push(() => clickhouse.read(...args))
        return clickhouse.read(...args)
      },
    },
    readInto: {
      value: (...args: Parameters<ClickHouse['readInto']>) => {
        reads.push(() => clickhouse.readInto(...args))
        return clickhouse.readInto(...args)
      },
    },
  }) as Store
  return {
    clickhouse: recorder,
    takeReads: () => {
      const taken = reads
      reads = []
      return taken
    },
  }
}

export async function makeOwner({
  config,
  postgres,
  vault,
}: ProcessParts): Promise<{ user_id: number; cookie: string }> {
  const account = { email: 'owner@example.com', password_hash: '-', is_administrator: false, is_verified: true }
  return postgres.asRole('auth', async (tx) => {
    const user = await insertUserUnscoped(tx, vault, account)
    const { token } = await insertSession(tx, user.id, { user_agent: 'bench', address: '127.0.0.1' })
    return { user_id: user.id, cookie: `${sessionCookie(config.BASE_URL).name}=${token}` }
  })
}

export type Api = ReturnType<typeof openApi>
