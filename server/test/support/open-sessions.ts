import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'

const DESCRIPTORS = '/proc/self/fd'

function readLink(name: string): string {
  try {
    return readlinkSync(path.join(DESCRIPTORS, name))
  } catch {
    // Closed since the folder was listed.
    return ''
  }
}

/**
 * The folders of the embedded ClickHouse that this process has open, by its lock file in each. It allows one folder a process, so that
 * one left open fails all later files of the worker.
 */
export function listOpenSessions(): string[] {
  const names = existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS) : []
  const locks = names.map(readLink).filter((file) => path.basename(file) === 'status')
  return [...new Set(locks.map((file) => path.dirname(file)))].filter((folder) =>
    existsSync(path.join(folder, 'metadata')),
  )
}

const reported = new Set<string>()

/** Those that no earlier file of this worker has left open. */
export function listLeftOpen(): string[] {
  const left = listOpenSessions().filter((folder) => !reported.has(folder))
  for (const folder of left) reported.add(folder)
  return left
}
