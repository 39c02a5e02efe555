import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Claims what "npm run dev" keeps, until this process ends. Returns the process that has claimed it already, or null. */
export function claimDevFolder(file: string, pid = process.pid): number | null {
  mkdirSync(path.dirname(file), { recursive: true })
  try {
    writeFileSync(file, String(pid), { flag: 'wx' })
    return null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const owner = Number(readFileSync(file, 'utf8'))
  if (owner > 0 && owner !== pid && isRunning(owner)) return owner
  writeFileSync(file, String(pid))
  return null
}
