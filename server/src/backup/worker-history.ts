import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Config, ConfigError } from '../config.ts'
import { type ClickHouse, cloneTables, dropClones, type HistoryTable } from '../platform/clickhouse/index.ts'
import type { Log } from '../platform/log.ts'
import { type Postgres, sql } from '../platform/postgres/index.ts'
import { exportClone, type HistorySource, readOnce } from './history.ts'

/**
 * Only one process can open the embedded engine. So a backup asks that process with Postgres notifications to copy the tables and to
 * write each to a file in the data folder, which the backup then reads.
 */
const REQUESTS = 'sitewatch_backup_requests'
const REPLIES = 'sitewatch_backup_replies'

const Request = z.object({
  call: z.uuid(),
  action: z.enum(['freeze', 'export', 'release']),
  table: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional(),
})
type Request = z.infer<typeof Request>

/** `file`: the name of the file with the result, in the folder for outgoing files. */
const Reply = z.object({
  call: z.uuid(),
  state: z.enum(['working', 'done', 'failed']),
  file: z.string().default(''),
  error: z.string().default(''),
})
type Reply = z.infer<typeof Reply>

const WORKING_MS = 1000
/** After this time without a request, the backup is considered killed and its copies are dropped. */
const ABANDONED_MS = 10 * 60_000
/** The payload of a notification has at most 8,000 bytes. */
const MAX_ERROR_LENGTH = 1000

const outgoingFile = ({ SITEWATCH_DATA_DIR: folder }: Pick<Config, 'SITEWATCH_DATA_DIR'>, name: string): string =>
  path.join(path.resolve(folder), 'outgoing', path.basename(name))

const notify = (postgres: Postgres, channel: string, message: object): Promise<unknown> =>
  postgres.asRole('worker', (tx) => tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`))

interface ServeParts {
  config: Pick<Config, 'SITEWATCH_DATA_DIR'>
  postgres: Postgres
  clickhouse: ClickHouse
  log: Log
}

/** Returns the name of the file with the result. */
async function answerRequest(
  { config, clickhouse }: ServeParts,
  { action, table = '', call }: Request,
): Promise<string> {
  if (action === 'export') {
    const exported = await exportClone(clickhouse, table)
    return 'file' in exported ? path.basename(exported.file) : ''
  }
  await dropClones(clickhouse)
  if (action === 'release') return ''
  const name = `tables-${call}.json`
  await writeFile(outgoingFile(config, name), JSON.stringify(await cloneTables(clickhouse)), { mode: 0o600 })
  return name
}

/** Runs in the process that has the embedded engine open. */
export async function serveHistoryBackups(parts: ServeParts): Promise<{ stop(): Promise<void> }> {
  const { postgres, clickhouse, log } = parts
  let abandoned: NodeJS.Timeout | undefined
  const drop = (): void =>
    void dropClones(clickhouse).catch((error: unknown) =>
      log.warn({ err: error }, 'dropping the copies of an abandoned backup failed'),
    )
  const reply = (message: Partial<Reply>): void =>
    void notify(postgres, REPLIES, message).catch((error: unknown) =>
      log.warn({ err: error }, 'replying to a backup failed'),
    )

  const handle = async (request: Request): Promise<void> => {
    const { call } = request
    clearTimeout(abandoned)
    reply({ call, state: 'working' })
    const working = setInterval(() => reply({ call, state: 'working' }), WORKING_MS)
    try {
      const file = await answerRequest(parts, request)
      reply({ call, state: 'done', file })
    } catch (error) {
      log.error({ err: error }, 'the history half of a backup failed')
      reply({ call, state: 'failed', error: (error as Error).message.slice(0, MAX_ERROR_LENGTH) })
    }
    clearInterval(working)
    if (request.action !== 'release') abandoned = setTimeout(drop, ABANDONED_MS).unref()
  }
  const unlisten = await postgres.listen(REQUESTS, (payload) => {
    const parsed = payload === null ? undefined : Request.safeParse(JSON.parse(payload))
    if (parsed?.success) void handle(parsed.data)
  })
  return {
    async stop() {
      clearTimeout(abandoned)
      await unlisten()
    },
  }
}

/** The process that has the embedded engine open did not answer, or stopped answering. */
class NoWorker extends Error {
  override name = 'NoWorker'
}

const FIRST_REPLY_MS = 5000
const SILENT_MS = 20_000

interface PendingCall {
  noteWorking(): void
  resolve(file: string): void
  reject(error: Error): void
}

/** Reads a file that the service wrote into its data folder. */
async function readOutgoing(config: Pick<Config, 'SITEWATCH_DATA_DIR'>, name: string): Promise<string> {
  const file = outgoingFile(config, name)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ConfigError(
      `The running service does not keep its history in ${path.resolve(config.SITEWATCH_DATA_DIR)}. ` +
        'Set SITEWATCH_DATA_DIR to the folder of the service.',
    )
  } finally {
    await rm(file, { force: true })
  }
}

/** Undefined if no process answers: the service does not run. */
export async function openWorkerHistory(
  config: Pick<Config, 'SITEWATCH_DATA_DIR'>,
  postgres: Postgres,
): Promise<HistorySource | undefined> {
  const pendingCalls = new Map<string, PendingCall>()
  const unlisten = await postgres.listen(REPLIES, (payload) => {
    const parsed = payload === null ? undefined : Reply.safeParse(JSON.parse(payload))
    if (!parsed?.success) return
    const { call, state, file, error } = parsed.data
    const pendingCall = pendingCalls.get(call)
    if (state === 'working') pendingCall?.noteWorking()
    else if (state === 'done') pendingCall?.resolve(file)
    else pendingCall?.reject(new Error(error))
  })

  const sendRequest = async (request: Omit<Request, 'call'>): Promise<string> => {
    const call = randomUUID()
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise<string>((resolve, reject) => {
      const wait = (ms: number): void => {
        clearTimeout(timer)
        timer = setTimeout(() => reject(new NoWorker(`no process answered for ${ms / 1000} s`)), ms)
      }
      pendingCalls.set(call, { noteWorking: () => wait(SILENT_MS), resolve, reject })
      wait(FIRST_REPLY_MS)
    })
    try {
      await notify(postgres, REQUESTS, { call, ...request })
      return await answer
    } finally {
      clearTimeout(timer)
      pendingCalls.delete(call)
    }
  }

  try {
    await sendRequest({ action: 'release' })
  } catch (error) {
    await unlisten()
    if (error instanceof NoWorker) return undefined
    throw error
  }
  return {
    async freeze() {
      const name = await sendRequest({ action: 'freeze' })
      return JSON.parse(await readOutgoing(config, name)) as HistoryTable[]
    },
    read: async (table) => readOnce(outgoingFile(config, await sendRequest({ action: 'export', table }))),
    async release() {
      await sendRequest({ action: 'release' })
      await unlisten()
    },
  }
}
