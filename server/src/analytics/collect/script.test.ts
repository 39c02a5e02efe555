import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadScripts } from './script.ts'

describe('the script', () => {
  const scripts = loadScripts()

  it('is the same text in every encoding, and contains whether Do Not Track is respected', () => {
    const { bodies, etags } = scripts.tracker(false)
    const text = bodies.identity.toString()
    expect(brotliDecompressSync(bodies.br).toString()).toBe(text)
    expect(gunzipSync(bodies.gzip).toString()).toBe(text)
    expect(bodies.br.length).toBeLessThan(1500)
    expect(new Set(Object.values(etags)).size).toBe(3)
    expect(scripts.tracker(true).etags.br).not.toBe(etags.br)
    expect(text).not.toContain('__HONOR_DNT__')
    expect(scripts.isTracker(text)).toBe(true)
    expect(scripts.isTracker(scripts.vitals.bodies.identity.toString())).toBe(false)
  })
})
