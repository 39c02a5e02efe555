import { expect, it } from 'vitest'
import { readScope, writeScope } from './scopes.ts'

it('reads back each scope that it writes', () => {
  for (const scope of [{ tag: 'a b: c' }, { monitor_id: 7 }, { status_page_id: 3 }, {}])
    expect(readScope(writeScope(scope))).toEqual(scope)
})
