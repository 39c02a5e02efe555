import type { ProviderTypeField, ProviderTypeInfo } from '../src/provider-type.ts'
import { renderValue } from './fields.ts'

type Definition = Omit<ProviderTypeInfo, 'fields'> & {
  fields: Readonly<
    Record<string, Omit<ProviderTypeField, 'name' | 'input'> & Partial<Pick<ProviderTypeField, 'input'>>>
  >
}

function describeField(name: string, field: Definition['fields'][string]): ProviderTypeField {
  const { label, hint, input = 'text', choices, optional, secret, prefill } = field
  return {
    name,
    label,
    input,
    ...(hint !== undefined && { hint }),
    ...(choices && { choices }),
    ...(optional && { optional }),
    ...(secret && { secret }),
    ...(prefill && { prefill }),
  }
}

/** Labels, hints and kinds of fields of every provider type, from the contract's definitions: what a form is made of. */
export function renderProviderTypes(definitions: Readonly<Record<string, Definition>>): string {
  const lines = Object.entries(definitions).flatMap(([type, { fields, ...info }]) => [
    `  ${type}: {`,
    `    label: ${renderValue(info.label)},`,
    `    description: ${renderValue(info.description)},`,
    `    destination: ${renderValue(info.destination)},`,
    ...(info.subscribes_browser ? ['    subscribes_browser: true,'] : []),
    '    fields: [',
    ...Object.entries(fields).map(([name, field]) => `      ${renderValue(describeField(name, field))},`),
    '    ],',
    '  },',
  ])
  return [
    '// Made from the contract by "npm run generate". Do not edit.',
    "import type { ProviderTypeInfo } from './provider-type.ts'",
    '',
    `export type ProviderType = ${Object.keys(definitions).map(renderValue).join(' | ')}`,
    '',
    '/** Every kind of notification provider, in the order in which they are offered. */',
    'export const PROVIDER_TYPES: Readonly<Record<ProviderType, ProviderTypeInfo>> = {',
    ...lines,
    '}',
    '',
  ].join('\n')
}
