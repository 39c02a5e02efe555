import { exampleOf } from '../../../contract/src/examples/example.ts'
import { type Route, ROUTES } from '../../../contract/src/index.ts'
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

  const lists = RESOURCES.flatMap(({ name, columns, commands }) =>
    Object.entries(commands)
      .filter(([, { operation }]) => OPERATIONS[operation].list)
      .map(([command, spec]) => [`${name} ${command}`, spec.operation, spec.columns ?? columns] as const),
  )
  it.each(lists)('shows fields that the records of %s have', (_command, operation, columns) => {
    const { returns } = ROUTES.find(({ id }) => id === operation) as Route
    const record = 'schema' in returns ? exampleOf(returns.schema) : {}
    expect(columns.length).toBeGreaterThan(0)
    const names = columns.map((column) => column.split('=').at(-1)?.split('.')[0])
    expect(names.filter((name) => !Object.hasOwn(record as object, name ?? ''))).toEqual([])
  })
})
