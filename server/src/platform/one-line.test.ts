import { describe, expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

describe('oneLine', () => {
  it('turns line ends and control characters into one space each run', () => {
    expect(oneLine(' Shop\r\n\tBcc: a@b.example\u2028next\u0000\u001b[1m ')).toBe('Shop Bcc: a@b.example next [1m')
  })

  it('leaves an ordinary name as it is', () => {
    expect(oneLine('Zoë’s shop · API')).toBe('Zoë’s shop · API')
  })
})
