import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderPageText } from './page-text.ts'

describe('renderPageText', () => {
  it.each([
    ['one\ntwo\n\nthree', '<p dir="auto">one<br>two</p><p dir="auto">three</p>'],
    ['now:\n- a\n- b', '<p dir="auto">now:</p><ul dir="auto"><li>a</li><li>b</li></ul>'],
    ['**bold** and `a < b`', '<p dir="auto"><strong>bold</strong> and <code>a &lt; b</code></p>'],
    [
      'See [the docs](https://example.com/a?b=1&c=2).',
      '<p dir="auto">See <a href="https://example.com/a?b=1&amp;c=2" rel="nofollow noopener">the docs</a>.</p>',
    ],
    ['2 * 3 ** 4 _ # [x] (y)', '<p dir="auto">2 * 3 ** 4 _ # [x] (y)</p>'],
  ])('renders %j as %j', (text, html) => {
    expect(renderPageText(text)).toBe(html)
  })

  it.each([
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](https://a.example/"onmouseover="alert(1))',
    '[<img src=x onerror=alert(1)>](https://a.example/)',
    '**<img src=x onerror=alert(1)>**',
    '`</code><script>alert(1)</script>`',
    '![x](https://a.example/pixel.png)',
  ])('renders %j as HTML that runs and loads nothing', (text) => {
    const html = renderPageText(text)
    expect(html).not.toMatch(/<(script|img|iframe)|href="(?!https?:)|<[^>]* on\w+=/i)
  })

  it('writes only its own tags, whatever the text contains', () => {
    const mark = fc.constantFrom(
      '**',
      '`',
      '[',
      '](https://a.example/',
      ')',
      '- ',
      '\n',
      '<',
      '>',
      '"',
      "'",
      '&',
      'x',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(mark, fc.string()), { maxLength: 40 }), (parts) => {
        const html = renderPageText(parts.join(''))
        const rest = html.replaceAll(
          /<\/?(?:p|ul|li|code|strong)(?: dir="auto")?>|<br>|<a href="https?:[^"<>]*" rel="nofollow noopener">|<\/a>/g,
          '',
        )
        expect(rest).not.toMatch(/[<>"']/)
      }),
    )
  })
})
