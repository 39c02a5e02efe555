import { describe, expect, it } from 'vitest'
import { parseManifest } from './manifest.ts'

describe('parseManifest', () => {
  it.each(['', '{"format": 1, "postg', '{}', '[]'])('returns undefined for %j', (text) => {
    expect(parseManifest(text)).toBeUndefined()
  })
})
