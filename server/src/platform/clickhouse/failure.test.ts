import { describe, expect, it } from 'vitest'
import { ClickHouseUnavailable, toClickHouseFailure } from './failure.ts'

const fromEngine = (code: string) => Object.assign(new Error('it says\nmore'), { code, type: 'SOME_ERROR' })

describe('toClickHouseFailure', () => {
  it.each([
    ['60', 'not_migrated'],
    ['159', 'timeout'],
    ['202', 'busy'],
    ['241', 'memory'],
    ['516', 'away'],
  ])('maps ClickHouse error code %s to %s', (code, reason) => {
    const error = fromEngine(code)
    expect(toClickHouseFailure(error)).toMatchObject({
      name: 'ClickHouseUnavailable',
      reason,
      message: 'ClickHouse: it says',
      cause: error,
    })
  })

  it('returns an error caused by a Sitewatch bug unchanged', () => {
    const error = fromEngine('62')
    expect(toClickHouseFailure(error)).toBe(error)
  })

  it('reports any other error as a connection failure', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:8123'), { code: 'ECONNREFUSED' })
    expect(toClickHouseFailure(refused)).toMatchObject({ reason: 'away' })
    expect(toClickHouseFailure('502 Bad Gateway')).toMatchObject({ reason: 'away' })
  })

  it('does not wrap a ClickHouseUnavailable again', () => {
    const error = new ClickHouseUnavailable('busy', 'x')
    expect(toClickHouseFailure(error)).toBe(error)
  })
})
