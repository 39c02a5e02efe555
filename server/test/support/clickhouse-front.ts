import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createChdbConnection } from 'chdb/connection'

/**
 * The embedded engine behind the part of ClickHouse's HTTP interface that the standard client uses, in its own process: there is
 * no ClickHouse server here to test the network path, and only one engine can run in a process.
 */
export interface ClickHouseFront {
  url: string
  /** SIGSTOP holds everything that runs, and SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** While it is broken, half of all statements meet one of `FAULTS`. */
  setBroken(isBroken: boolean): void
  /** How many statements have met one. */
  readonly faults: number
  /** Makes ClickHouse unavailable: everything that runs is interrupted. */
  kill(): Promise<void>
}

interface FrontOptions {
  folder: string
  /** The port of an earlier server, to restart it. */
  port?: number
}

const HTTP_ONLY = new Set(['query', 'query_id', 'database', 'default_format', 'wait_end_of_query', 'session_id'])

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

type Chdb = ReturnType<typeof createChdbConnection>['chdb']

const NATIVE = ' FORMAT Native'
const INPUT = /SELECT \* FROM input\((.*)\)$/

/** Binary data cannot be part of a statement. */
async function insertNative(chdb: Chdb, folder: string, query: string, body: Buffer): Promise<Uint8Array> {
  const file = path.join(folder, `${randomUUID()}.native`)
  await writeFile(file, body)
  const insert = query.slice(0, -NATIVE.length)
  const structure = INPUT.exec(insert)?.[1]
  const source = `SELECT * FROM file(${[quote(file), `'Native'`, structure].filter(Boolean).join(', ')})`
  try {
    return (await chdb.queryAsync(`${insert.replace(INPUT, '')} ${source}`)).bytes()
  } finally {
    await rm(file)
  }
}

/** The statement is refused; it is executed and an error is answered; it is executed and half of an answer is sent. */
export const FAULTS = ['refused', 'executed', 'half'] as const
/** CANNOT_WRITE_TO_FILE_DESCRIPTOR, READONLY, NOT_ENOUGH_SPACE, SYSTEM_ERROR, STD_EXCEPTION (an I/O error): the rows are not to blame. */
const FAULT_CODES = [75, 164, 243, 425, 1001]

const broken = { isBroken: false, faults: 0 }

function pickFault(): (typeof FAULTS)[number] | undefined {
  if (!broken.isBroken || Math.random() < 0.5) return undefined
  process.send?.({ isFault: true })
  return FAULTS[broken.faults++ % FAULTS.length]
}

function answerFault(response: ServerResponse): void {
  const code = FAULT_CODES[broken.faults % FAULT_CODES.length] ?? 0
  response.writeHead(500, { 'X-ClickHouse-Exception-Code': String(code) })
  response.end(`Code: ${code}. DB::Exception: the disk of this test does not work. (NOT_ENOUGH_SPACE)`)
}

/** One session per request, as over HTTP: settings of one are not visible to the next. Opening a session takes 2 ms. */
async function answerQuery(folder: string, search: URLSearchParams, body: Buffer): Promise<Uint8Array> {
  const connection = createChdbConnection({ path: folder })
  try {
    const { chdb } = connection
    const database = search.get('database')
    if (database !== null) await chdb.queryAsync(`USE \`${database}\``)
    for (const [name, value] of search) {
      if (!HTTP_ONLY.has(name)) await chdb.queryAsync(`SET ${name} = ${quote(value)}`)
    }
    const query = search.get('query') ?? ''
    if (query.endsWith(NATIVE)) return await insertNative(chdb, folder, query, body)
    const sql = [query, body.toString()].filter(Boolean).join('\n')
    const result = await chdb.queryAsync(sql, { format: search.get('default_format') ?? 'TabSeparated' })
    return result.bytes()
  } finally {
    await connection.close()
  }
}

async function handle(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://front')
  if (url.pathname === '/ping') return void response.end('Ok.\n')
  const body = await buffer(request)
  const fault = pickFault()
  if (fault === 'refused') return answerFault(response)
  try {
    const bytes = await answerQuery(folder, url.searchParams, body)
    if (fault === 'executed') return answerFault(response)
    if (fault === undefined) return void response.end(bytes)
    response.writeHead(200, { 'content-length': bytes.length + 1 }).write(bytes)
    response.socket?.end()
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    response.writeHead(500, { 'X-ClickHouse-Exception-Code': /Code: (\d+)/.exec(text)?.[1] ?? '0' })
    response.end(text)
  }
}

async function serve({ folder, port = 0 }: FrontOptions): Promise<number> {
  // Kept open, because the engine lives as long as one connection does.
  createChdbConnection({ path: folder })
  const server = createServer((request, response) => {
    handle(folder, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function awaitPort(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the ClickHouse front ended')))
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number } | { error: string }]
  ended.catch(() => undefined)
  if ('error' in message) throw new Error(message.error)
  return message.port
}

export async function startClickHouseFront(options: FrontOptions): Promise<ClickHouseFront> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], {
    // More than four concurrent queries would block all threads of libuv's pool of four.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    execArgv: [],
  })
  const exited = once(child, 'exit')
  const port = await awaitPort(child)
  let faults = 0
  child.on('message', () => faults++)
  return {
    url: `http://127.0.0.1:${port}`,
    signal: (signal) => void child.kill(signal),
    setBroken: (isBroken) => void (child.connected && child.send({ isBroken })),
    get faults() {
      return faults
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

if (import.meta.main && process.send) {
  const send = process.send.bind(process)
  process.on('disconnect', () => process.exit())
  process.on('message', ({ isBroken }: { isBroken: boolean }) => (broken.isBroken = isBroken))
  serve(JSON.parse(process.argv[2] ?? '{}') as FrontOptions).then(
    (port) => send({ port }),
    (error: unknown) => send({ error: String(error) }, () => process.exit(1)),
  )
}
