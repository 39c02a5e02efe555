import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeText } from './form.ts'
import { ProblemError } from './problem.ts'
import { validate } from './validate.ts'

const Schema = z.strictObject({
  name: z.string().min(1).max(3).optional(),
  password: z.string().min(10).optional(),
  one: z.string().max(1).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  pair: z.array(z.string()).min(2).optional(),
  page: z.int().min(1).max(9).default(1),
  amount: z.number().optional(),
  size: z.literal([10, 25, 50]).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  only: z.enum(['domain']).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  headers: z.record(z.string().regex(/^[a-z]+$/, { error: 'is not a header name' }), z.string()).optional(),
})

function listErrors(run: () => unknown): string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof ProblemError)
      return error.details.errors?.map(({ code, message }) => `${code}: ${message}`) ?? []
    throw error
  }
  return []
}

describe('the message for an invalid value', () => {
  it.each([
    [{ name: '' }, 'too_short: name must not be empty.'],
    [{ name: 'abcd' }, 'too_long: name must have at most 3 characters.'],
    [{ one: 'ab' }, 'too_long: one must have at most 1 character.'],
    [{ password: 'short' }, 'too_short: password must have at least 10 characters.'],
    [{ tags: [] }, 'too_few: tags must not be empty.'],
    [{ tags: ['a', 'b', 'c'] }, 'too_many: tags must have at most 2 entries.'],
    [{ pair: ['a'] }, 'too_few: pair must have at least 2 entries.'],
    [{ page: 0 }, 'too_small: page must be at least 1.'],
    [{ page: 10 }, 'too_big: page must be at most 9.'],
    [{ page: 1.5 }, 'invalid_type: page must be an integer.'],
    [{ page: '1' }, 'invalid_type: page must be an integer.'],
    [{ page: 1e20 }, 'too_big: page must be at most 9.'],
    [{ headers: [] }, 'invalid_type: headers must be an object.'],
    [{ headers: { 'a b': 'c' } }, 'invalid_format: headers.a b is not a header name.'],
    [{ tags: 'a text' }, 'invalid_type: tags must be an array.'],
    [{ name: [] }, 'invalid_type: name must be a string.'],
    [{ at: 'tomorrow' }, 'invalid_format: at must be a time with a time zone, such as 2030-01-31T12:00:00Z.'],
    [{ amount: '1' }, 'invalid_type: amount must be a number.'],
    [{ size: 11 }, 'invalid_value: size must be 10, 25 or 50.'],
    [{ sort: 'up' }, 'invalid_value: sort must be asc or desc.'],
    [{ only: 'id' }, 'invalid_value: only must be domain.'],
    [{ '': 1 }, 'unknown_field: "" is not a known field.'],
  ])('names the field and the rule for %j', (input, expected) => {
    expect(listErrors(() => validate(Schema, input, { unknown: 'unknown_field' }))).toEqual([expected])
  })
})

describe('an invalid value in a form or a query', () => {
  const read = (text: string) => validate(Schema, decodeText(Schema, text), { unknown: 'unknown_parameter' })

  it('is reported as not an integer when it is 1.5', () => {
    expect(listErrors(() => read('page=1.5'))).toEqual(['invalid_type: page must be an integer.'])
  })

  it('is reported as repeated when its name is given twice, whatever the values', () => {
    expect(listErrors(() => read('sort=asc&page=2&sort=asc&page=3'))).toEqual([
      'repeated: sort must not be sent more than once.',
      'repeated: page must not be sent more than once.',
    ])
  })

  it('is reported as unknown when its name is unknown, however often it is given', () => {
    expect(listErrors(() => read('x=1&x=2'))).toEqual(['unknown_parameter: x is not a known parameter.'])
  })
})
