import { pino, type Logger, type LoggerOptions } from 'pino'

export type Log = Logger

const SECRET_FIELDS = ['password', 'token', 'key', 'secret', 'authorization', 'cookie', 'webhook_url', 'code']

export function logOptions(level: string): LoggerOptions {
  return {
    level,
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: null,
  }
}

export const createLog = (level: string): Log => pino(logOptions(level), pino.destination({ fd: 2, sync: true }))

/** For one line per request. Written in chunks of 4 KiB or every half second: a system call per line would cost as much as the line. */
export const createBufferedLog = (level: string): Log =>
  pino(logOptions(level), pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 500 }))

/** For a command: plain messages on standard error instead of JSON, so that a long wait is explained. */
export const createTerminalLog = (stderr: { write(text: string): unknown }): Log =>
  pino(
    { level: 'warn', base: null },
    { write: (line) => void stderr.write(`${(JSON.parse(line) as { msg: string }).msg}\n`) },
  )
