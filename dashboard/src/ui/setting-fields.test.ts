import type { FormField } from '@sitewatch/contract/form-field'
import { describe, expect, it } from 'vitest'
import { readForm } from './form-values.ts'
import { readSettingFields } from './setting-fields.tsx'

const FIELDS: readonly FormField[] = [
  { name: 'method', label: 'Method', kind: 'choice', choices: [{ value: 'GET', label: 'GET' }] },
  { name: 'body', label: 'Body', kind: 'text', optional: true, when: { field: 'method', is: ['POST'] } },
  { name: 'tries', label: 'Tries', kind: 'number', default: 3 },
  { name: 'codes', label: 'Codes', kind: 'list' },
  { name: 'values', label: 'Values', kind: 'list', multiline: true },
  { name: 'headers', label: 'Headers', kind: 'map' },
  { name: 'strict', label: 'Strict', kind: 'flag', default: true },
]

function read(values: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return readSettingFields(readForm(data), FIELDS)
}

describe('readSettingFields', () => {
  it('reads each field in the type of the API', () => {
    const typed = {
      method: 'POST',
      body: 'a=1',
      tries: '5',
      codes: '200, 204',
      headers: 'X-One: 1',
      strict: 'on',
      values: '10 a.test\r\n\n v=spf1 a, b ',
    }
    expect(read(typed)).toEqual({
      method: 'POST',
      body: 'a=1',
      tries: 5,
      codes: ['200', '204'],
      values: ['10 a.test', 'v=spf1 a, b'],
      headers: { 'X-One': '1' },
      strict: true,
    })
  })

  it('clears a field that another one hides, and falls back to the default of a number left empty', () => {
    expect(read({ method: 'GET', body: 'left over', tries: '', codes: '', headers: '' })).toEqual({
      method: 'GET',
      body: null,
      tries: 3,
      codes: [],
      values: [],
      headers: {},
      strict: false,
    })
  })
})

describe('rows of readSettingFields', () => {
  const field: FormField = {
    name: 'rules',
    label: 'Rules',
    kind: 'rows',
    columns: [
      { name: 'source', label: 'Source', kind: 'choice', choices: [{ value: 'a', label: 'a' }] },
      { name: 'path', label: 'Path', kind: 'text', optional: true, when: { field: 'source', is: ['a'] } },
      { name: 'value', label: 'Value', kind: 'scalar', optional: true },
    ],
  }

  it('are read in order, each with its own conditions', () => {
    const data = new FormData()
    const typed = { 'rules.count': '2', 'rules.0.source': 'a', 'rules.0.path': '$.ok', 'rules.0.value': 'true' }
    const second = { 'rules.1.source': 'b', 'rules.1.path': 'left over', 'rules.1.value': 'text' }
    for (const [name, value] of Object.entries({ ...typed, ...second })) data.set(name, value)
    expect(readSettingFields(readForm(data), [field])).toEqual({
      rules: [
        { source: 'a', path: '$.ok', value: true },
        { source: 'b', path: null, value: 'text' },
      ],
    })
    expect(readSettingFields(readForm(new FormData()), [field])).toEqual({ rules: [] })
  })
})
