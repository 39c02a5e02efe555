import { describe, expect, it } from 'vitest'
import { escapeHtml } from './escape.ts'

describe('escapeHtml', () => {
  it('escapes the five characters that could end a text or an attribute', () => {
    expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;')
  })

  it('does not change any other character', () => {
    expect(escapeHtml('Zoë — 100 % `ok`\n')).toBe('Zoë — 100 % `ok`\n')
  })
})
