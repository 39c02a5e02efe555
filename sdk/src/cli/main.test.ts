import { describe, expect, it } from 'vitest'
import { RESOURCES } from './main.ts'
import { OPERATIONS } from './operations.gen.ts'

/** Streams and files: none is one line of JSON. A configuration file has commands of its own, and an import is one command of several calls. */
const WITHOUT_COMMAND = [
  'auditLog.export',
  'config.apply',
  'config.export',
  'live.show',
  'metrics.show',
  'statisticsImports.create',
  'statisticsImports.start',
  'statisticsImports.upload',
  'stats.export',
  'websites.live',
]

describe('swctl', () => {
  it('has a command for every operation that a key may call', () => {
    const covered = RESOURCES.flatMap(({ commands }) => Object.values(commands).map(({ operation }) => operation))
    const missing = Object.keys(OPERATIONS).filter((operation) => !(covered as string[]).includes(operation))
    expect(missing.sort()).toEqual(WITHOUT_COMMAND)
  })
})
