import { readFile } from 'node:fs/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildTracker } from '../build.ts'

const readDist = (name: string) => readFile(new URL(`../dist/${name}`, import.meta.url), 'utf8')

function measureBrotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length
}

describe('dist/', () => {
  it('is up to date with the sources', async () => {
    expect(await buildTracker()).toEqual({ tracker: await readDist('tracker.js'), vitals: await readDist('vitals.js') })
  })

  it('keeps the tracker below 1,500 bytes and the vitals below 700, compressed with brotli', async () => {
    expect(measureBrotli(await readDist('tracker.js'))).toBeLessThanOrEqual(1_500)
    expect(measureBrotli(await readDist('vitals.js'))).toBeLessThanOrEqual(700)
  })

  it('contains __HONOR_DNT__ once, for the server to replace, and uses neither cookies nor storage', async () => {
    const [tracker, vitals] = [await readDist('tracker.js'), await readDist('vitals.js')]
    expect(tracker.split('__HONOR_DNT__')).toHaveLength(2)
    expect(vitals).not.toContain('__HONOR_DNT__')
    expect(tracker + vitals).not.toMatch(/cookie|Storage|indexedDB|eval|Function\(/)
  })
})
