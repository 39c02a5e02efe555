import { spawn } from 'node:child_process'
import path from 'node:path'
import { MAX_IMPORT_ROWS } from '@sitewatch/contract'
import { createGate } from '../../../platform/gate.ts'
import { parseJson } from '../entry.ts'

const PROCESS = path.join(import.meta.dirname, `database-process${path.extname(import.meta.filename)}`)
/** The largest file takes 0.2 s. */
const TIMEOUT_MS = 5000
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024
/** Tags and notifications have a row for each monitor that uses them. */
const MAX_ROWS = MAX_IMPORT_ROWS * 20

const gate = createGate({ at_once: 2, max_waiting: 10 })

/** It may read files, such as its own source, but write none and start nothing. */
const FLAGS = ['--permission', '--allow-fs-read=*', '--max-old-space-size=256']

function runReader(bytes: Uint8Array): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...FLAGS, PROCESS, String(MAX_ROWS)], {
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
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString() : null))
    // A reader that was killed stops reading, which is an error on the pipe.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })
}

/** The tables of a database, or null when it cannot be read. */
export async function readDatabase(bytes: Uint8Array): Promise<unknown> {
  const output = await gate.pass(() => runReader(bytes))
  return output === null ? null : parseJson(output)
}
