import { describe, expect, it } from 'vitest'
import {
  changeOf,
  countOf,
  formatChange,
  formatCount,
  formatDuration,
  formatMs,
  formatPercent,
  formatFigure,
  formatShort,
  formatUptime,
  pointsOf,
} from './format.ts'

describe('a count', () => {
  it('is written in full, and shortened only on an axis', () => {
    expect([0, 999, 1234, 123_456, 12_345_678].map((value) => formatCount(value))).toEqual([
      '0',
      '999',
      '1,234',
      '123,456',
      '12,345,678',
    ])
    expect([0, 950, 1234, 3_000_000].map((value) => formatShort(value))).toEqual(['0', '950', '1.2k', '3M'])
  })

  it('has the plural of everything but one', () => {
    expect([0, 1, 2, 1234].map((count) => countOf(count, 'monitor'))).toEqual([
      '0 monitors',
      '1 monitor',
      '2 monitors',
      '1,234 monitors',
    ])
    expect(countOf(2, 'is', 'are')).toBe('2 are')
  })
})

describe('a share', () => {
  it('has one decimal, and is not rounded to 0 % or 100 %', () => {
    expect([50.7, 50.65, 50, 33.333, 0.04, 99.97, 0, 100, null].map((value) => formatPercent(value))).toEqual([
      '50.7 %',
      '50.7 %',
      '50.0 %',
      '33.3 %',
      '<0.1 %',
      '99.9 %',
      '0 %',
      '100 %',
      '–',
    ])
  })
})

describe('uptime', () => {
  it('has two decimals and is truncated, so that an outage stays visible', () => {
    expect([99.907, 99.9, 99.999, 100, 0, 12.5, null].map((value) => formatUptime(value))).toEqual([
      '99.90 %',
      '99.90 %',
      '99.99 %',
      '100 %',
      '0 %',
      '12.50 %',
      '–',
    ])
  })

  it('is never written higher than it is', () => {
    const all = Array.from({ length: 100_001 }, (_, thousandths) => thousandths / 1000)
    expect(all.filter((percent) => Number.parseFloat(formatUptime(percent)) > percent)).toEqual([])
  })
})

describe('a time', () => {
  it('is in milliseconds, then in seconds', () => {
    expect([0, 4.24, 9.96, 18.4, 999.4, 999.6, 1250, 9994, 9996, 12_540, null].map((value) => formatMs(value))).toEqual(
      ['0 ms', '4.2 ms', '10 ms', '18 ms', '999 ms', '1.00 s', '1.25 s', '9.99 s', '10.0 s', '12.5 s', '–'],
    )
  })

  it('is written in its two largest units if it is a duration', () => {
    expect(
      [-3, 0, 12.4, 60, 200, 3600, 3900, 90_000, 187_200, 86_430, null].map((value) => formatDuration(value)),
    ).toEqual(['0 s', '0 s', '12 s', '1 min', '3 min 20 s', '1 h', '1 h 5 min', '1 d 1 h', '2 d 4 h', '1 d', '–'])
  })
})

describe('a change', () => {
  it('is in whole percent, and not zero if there was a change', () => {
    expect([changeOf(112, 100), changeOf(1001, 1000), changeOf(999, 1000), changeOf(5, 5)]).toEqual([12, 1, -1, 0])
    expect([changeOf(5, 0), changeOf(null, 5), changeOf(5, null), changeOf(5, undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is written with its sign', () => {
    expect(
      [
        [112, 100],
        [90, 100],
        [100, 100],
        [0, 10],
        [30_000, 10],
        [5, 0],
      ].map(([now = 0, before]) => formatChange(now, before)),
    ).toEqual(['+12 %', '−10 %', '±0 %', '−100 %', '+299,900 %', undefined])
  })

  it('of a share is the difference of the displayed values', () => {
    expect(pointsOf(50.74, 50.66)).toBe(0)
    expect(pointsOf(50.7, 48.2)).toBe(2.5)
  })
})

describe('a figure in German', () => {
  it('has a decimal comma and points between thousands', () => {
    expect(formatCount(1_234_567, 'de')).toBe('1.234.567')
    expect(formatShort(119_900, 'de')).toBe('119,9k')
    expect([99_999, 119_900].map((value) => formatFigure(value, 'de'))).toEqual(['99.999', '119,9k'])
    expect(formatPercent(50.65, 'de')).toBe('50,7 %')
    expect(formatUptime(99.907, 'de')).toBe('99,90 %')
    expect(formatMs(1250, 'de')).toBe('1,25 s')
    expect(formatChange(1300, 100, 'de')).toBe('+1.200 %')
  })
})
