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
    ['40', 'damaged'],
    // A history folder that cannot be written: the folder, a file, the file system (EROFS, EACCES, EPERM), EIO, a full disk.
    ['172', 'away'],
    ['75', 'away'],
    ['76', 'away'],
    ['204', 'away'],
    ['243', 'away'],
    ['425', 'away'],
    ['1001', 'away'],
    ['1002', 'away'],
    // A code that does not exist yet.
    ['9999', 'away'],
  ])('maps ClickHouse error code %s to %s', (code, reason) => {
    const error = fromEngine(code)
    expect(toClickHouseFailure(error)).toMatchObject({
      name: 'ClickHouseUnavailable',
      reason,
      message: 'ClickHouse: it says',
      cause: error,
    })
  })

  it.each([
    ['of the statement', '62'],
    ['of the statement', '47'],
    ['of the rows', '27'],
    ['of the rows', '117'],
  ])('returns an error %s (%s) unchanged', (_what, code) => {
    const error = fromEngine(code)
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
