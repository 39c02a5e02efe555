import { spawn } from 'node:child_process'
import path from 'node:path'
import { type ImportSource, MAX_IMPORT_ROWS, type MonitorImportProvider } from '@sitewatch/contract'
import { createGate } from '../../platform/gate.ts'
import { createPause } from '../../platform/slices.ts'
import type { Entry, ImportFile, UnreadableFile } from './entry.ts'
import { describeUnreadableKuma } from './kuma/read.ts'
import { describeUnreadableRobot } from './uptimerobot/read.ts'

const PROCESS = path.join(import.meta.dirname, `reader-process${path.extname(import.meta.filename)}`)
/** The largest file takes 1 s of processor time. */
const TIMEOUT_MS = 20_000
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024

const gate = createGate({ at_once: 2, max_waiting: 10 })

/** It may read files, such as its own source, but write none and start nothing. */
const FLAGS = ['--permission', '--allow-fs-read=*', '--max-old-space-size=256']

const DESCRIBE_UNREADABLE: Record<ImportSource, (bytes: Buffer) => UnreadableFile> = {
  kuma: describeUnreadableKuma,
  uptimerobot: describeUnreadableRobot,
}

/** What the process prints, or null if it was ended. */
function runProcess(source: ImportSource, bytes: Buffer): Promise<Buffer[] | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...FLAGS, PROCESS, source, String(MAX_IMPORT_ROWS)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk)
      else child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? chunks : null))
    // A reader that was killed stops reading, which is an error on the pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })
}

type FirstLine = UnreadableFile | { providers: MonitorImportProvider[] }

/** Parses the output line by line, in slices: all of a large file takes 0.2 s. */
async function parseOutput(chunks: readonly Buffer[]): Promise<ImportFile | UnreadableFile> {
  const pause = createPause()
  const records: unknown[] = []
  let rest: Buffer = Buffer.alloc(0)
  for (const chunk of chunks) {
    const text: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (let end = text.indexOf('\n', rest.length); end >= 0; end = text.indexOf('\n', at)) {
      records.push(JSON.parse(text.toString('utf8', at, end)))
      at = end + 1
      await pause()
    }
    rest = text.subarray(at)
    await pause()
  }
  const [first, ...entries] = records as [FirstLine, ...Entry[]]
  return 'fault' in first ? first : { entries, providers: first.providers }
}

/** Reads and translates a file in a process of its own. */
export async function readImportFile(source: ImportSource, bytes: Buffer): Promise<ImportFile | UnreadableFile> {
  const chunks = await gate.pass(() => runProcess(source, bytes))
  return chunks === null ? DESCRIBE_UNREADABLE[source](bytes) : parseOutput(chunks)
}
