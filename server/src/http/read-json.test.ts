import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readJson } from './read-json.ts'

/** Above 128 KiB, so that a body is read in pieces. */
const PADDING = ' '.repeat(140_000)
const read = (text: string) => readJson(Buffer.from(text + PADDING))

it('reads a body in pieces like the engine reads it at once', async () => {
  const long = fc.array(fc.json({ maxDepth: 3 }), { maxLength: 20 }).map((entries) => {
    const text = entries.map((entry) => `${entry}${' '.repeat(9000)}`).join()
    return `{"a":[${text}],"b":{"c":[1]},"d":[],"e":[ ],"f":"[\\"","__proto__":[[1],[2]]}`
  })
  await fc.assert(
    fc.asyncProperty(fc.oneof(long, fc.json()), async (text) => {
      expect(await read(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 100 },
  )
})

const piece = `"${'a'.repeat(40_000)}"`

it.each([
  ['nothing before a comma', `{"a":[,1]}`],
  ['nothing between two commas', `{"a":[${piece},,1]}`],
  ['a comma at the end', `{"a":[${piece},]}`],
  ['a comma at the end of a short list', '{"a":[1,]}'],
  ['a list that a brace closes', '{"a":[1}}'],
  ['a list that is not closed', '{"a":[1'],
  ['one bracket too many', '{"a":[1]}]'],
  ['a string that is not closed', '{"a":["1]}'],
  ['two bodies', '{"a":[1]}{"a":[1]}'],
])('refuses %s', async (_what, text) => {
  expect(() => JSON.parse(text) as unknown).toThrow()
  await expect(read(text)).rejects.toMatchObject({ code: 'malformed_body' })
})

it.each([
  ['in all lists', `{"a":[${'1,'.repeat(200_000)}1]}`],
  ['in one entry', `{"a":[1,[${'1,'.repeat(15_000)}1]]}`],
  ['outside of lists', `[${'1,'.repeat(15_000)}1]`],
  ['by nesting', '['.repeat(100_000)],
])('refuses too many values %s', async (_what, text) => {
  await expect(read(text)).rejects.toMatchObject({ code: 'body_too_large' })
})
