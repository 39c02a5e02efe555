import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineMonitorType, mergeRecords, mergeSettings } from './monitor-type.ts'
import { MONITOR_TYPES } from './monitor-type-list.ts'
import { Monitor, MonitorChanges } from './monitors.ts'
import { describeForm, field } from '../core/settings-field.ts'

const base = { label: 'A', description: 'does it', url: { label: 'URL', placeholder: 'a' } }
const port = field(z.int().min(1).max(65_535), { label: 'Port', unit: 'TCP', default: 443 })

describe('the settings of check types', () => {
  it('are flat fields of a monitor, in requests and in responses', () => {
    for (const { settings } of Object.values(MONITOR_TYPES)) {
      expect(Object.keys(MonitorChanges.shape)).toEqual(expect.arrayContaining(Object.keys(settings)))
      expect(Object.keys(Monitor.shape)).toEqual(expect.arrayContaining(Object.keys(settings)))
    }
  })

  it('with the same name have the same schema in all types', () => {
    const one = defineMonitorType({ ...base, settings: { port } })
    const same = defineMonitorType({ ...base, settings: { port } })
    const other = defineMonitorType({ ...base, settings: { port: field(z.string(), { label: 'Port' }) } })
    expect(mergeSettings({ one, same })).toEqual({ port })
    expect(() => mergeSettings({ one, other })).toThrow('other: port means something else in another type')
  })

  it('are returned with their plain type, or as null if the type does not have them', () => {
    const shape = z.object(mergeRecords({ one: defineMonitorType({ ...base, settings: { port } }) }))
    expect(shape.parse({ port: null })).toEqual({ port: null })
    expect(shape.parse({ port: 70_000 })).toEqual({ port: 70_000 })
    const odd = defineMonitorType({
      ...base,
      settings: { odd: field(z.union([z.int(), z.string()]), { label: 'Odd' }) },
    })
    expect(() => mergeRecords({ odd })).toThrow('odd: say in "record" how it is shown')
  })
})

describe('describeForm', () => {
  it('describes the fields of a form', () => {
    const shape = {
      port,
      mode: field(z.enum(['a', 'b']), { label: 'Mode', default: 'a', choices: { b: 'Bee' } }),
      note: field(z.string().nullable(), { label: 'Note', help: 'Anything.', default: null, multiline: true }),
    }
    expect(describeForm(shape)).toEqual([
      { name: 'port', label: 'Port', kind: 'number', unit: 'TCP', default: 443 },
      {
        name: 'mode',
        label: 'Mode',
        kind: 'choice',
        default: 'a',
        choices: [
          { value: 'a', label: 'a' },
          { value: 'b', label: 'Bee' },
        ],
      },
      { name: 'note', label: 'Note', kind: 'text', help: 'Anything.', default: null, multiline: true, optional: true },
    ])
  })

  it('covers every setting of every type', () => {
    for (const { settings } of Object.values(MONITOR_TYPES)) {
      expect(describeForm(settings).map(({ name }) => name)).toEqual(Object.keys(settings))
    }
  })

  it('refuses a setting without a label', () => {
    expect(() => describeForm({ bare: z.string() })).toThrow('bare has no label')
  })
})
