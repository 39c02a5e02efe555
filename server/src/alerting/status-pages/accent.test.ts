import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DARK, LIGHT } from '../../platform/html/look.gen.ts'
import { contrastOf, planAccent, renderAccent } from './accent.ts'

describe('the accent colour of a status page', () => {
  it('gives text a contrast of at least 4.5 in both themes, whatever the colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const { light, dark } = planAccent(`#${value.toString(16).padStart(6, '0')}`)
        for (const background of [LIGHT.paper, LIGHT['paper-raised'], LIGHT['on-accent']])
          expect(contrastOf(light, background)).toBeGreaterThanOrEqual(4.5)
        for (const background of [DARK.paper, DARK['paper-raised'], DARK['on-accent']])
          expect(contrastOf(dark, background)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('stays unchanged if it is readable', () => {
    expect(planAccent('#1f4fd8').light).toBe('#1f4fd8')
    expect(planAccent('#8fb0ff').dark).toBe('#8fb0ff')
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  })

  it('adds no style if it is not set', () => {
    expect(renderAccent(null)).toBe('')
    expect(renderAccent('#ff0000')).toMatch(/^:root\{--accent:#[0-9a-f]{6}\}/)
  })
})
