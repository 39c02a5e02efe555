import { NewWebsite } from '@sitewatch/contract'
import { normaliseDomain } from '../../../analytics/websites/index.ts'
import { HIDDEN } from '../../../platform/mask.ts'
import { type Entry, type Kind, pick, without } from '../kind.ts'
import type { Fields } from '../operations.ts'

/** In the form that is stored. A text that is not a domain is left as it is: the operation refuses it. */
export function readDomain(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const normalised = normaliseDomain(text, { allowSingleLabel: true })
  return normalised.ok ? normalised.domain : text
}

const { domain: _domain, email: _email, ...DEFAULTS } = NewWebsite.parse({ domain: 'example.com' })

const listFile = (file: Fields): Entry[] | undefined =>
  (file['websites'] as Entry[] | undefined)?.map((entry) => ({ ...entry, domain: readDomain(entry['domain']) }))

/** Favourites and reports by e-mail belong to a person and are not in the file. */
export const websites: Kind = {
  kind: 'website',
  section: 'websites',
  group: 'websites',
  key: ['domain'],
  nameOf: ({ domain }) => String(domain),
  readFile: (file) => listFile(file)?.map((entry) => without(entry, ['goals'])),
  list: (operations) => operations.list('websites.list', { query: { sort: 'asc' } }),
  toEntry: (record) => ({
    ...pick(record, ['domain', ...Object.keys(DEFAULTS)]),
    password: record['has_password'] === true ? HIDDEN : null,
  }),
  complete: (entry) => ({ ...DEFAULTS, ...entry }),
  secrets: () => ['password'],
  isHashed: true,
  toBody: (entry) => entry,
}

export const goals: Kind = {
  kind: 'goal',
  section: 'websites',
  group: 'goals',
  key: ['website', 'name'],
  nameOf: ({ website, name }) => `${String(website)}: ${String(name)}`,
  readFile: (file) =>
    listFile(file)?.flatMap(({ domain, goals: found }) =>
      ((found ?? []) as Entry[]).map((goal) => ({ website: domain, ...goal })),
    ),
  async list(operations) {
    const all: Fields[] = []
    for (const { id } of await operations.list('websites.list', { query: { sort: 'asc' } }))
      all.push(...(await operations.list('goals.list', { params: { id: id as number } })))
    return all
  },
  toEntry: (record, registry) => ({
    website: registry.nameOf('website', record['website_id']),
    ...pick(record, ['name', 'kind', 'value']),
  }),
  complete: (entry) => entry,
  secrets: () => [],
  toBody: (entry) => without(entry, ['website']),
  paramsOf: ({ website }, registry) => ({ id: registry.idOf('website', website, 'website') }),
}
