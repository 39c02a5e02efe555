import { describe, expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

describe('oneLine', () => {
  it('replaces each run of line breaks and control characters with one space', () => {
    expect(oneLine(' Shop\r\n\tBcc: a@b.example\u2028next\u0000\u001b[1m ')).toBe('Shop Bcc: a@b.example next [1m')
  })

  it('does not change an ordinary name', () => {
    expect(oneLine('Zoë’s shop · API')).toBe('Zoë’s shop · API')
  })
})
