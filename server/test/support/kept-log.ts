import { pino } from 'pino'
import { type Log, logOptions } from '../../src/platform/log.ts'

const MAX_LINES = 40

/** A log of which the last lines stay in memory, to be printed when a test fails. */
export function createKeptLog(): { log: Log; read(): string } {
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line)
    if (lines.length > MAX_LINES) lines.shift()
  }
  return { log: pino(logOptions('info'), { write }), read: () => lines.join('') }
}
