import { type Entry, type Kind, pick, sorted, translate } from '../kind.ts'
import { readDomain } from './websites.ts'

/** A rule needs no name in the dashboard; in a file it is then named after what it applies to. */
const describe = ({ applies_to, tag, website }: Entry): string =>
  applies_to === 'tag' ? `tag ${String(tag)}` : applies_to === 'website' ? `website ${String(website)}` : 'all monitors'

export const assignmentRules: Kind = {
  kind: 'assignment_rule',
  section: 'assignment_rules',
  group: 'assignmentRules',
  key: ['name'],
  nameOf: ({ name }) => String(name),
  list: (operations) => operations.list('assignmentRules.list'),
  toEntry(record, registry) {
    const { website_id, provider_ids } = record
    // Its last provider was deleted: the rule does nothing, and could not be created.
    if ((provider_ids as number[]).length === 0) return null
    const website = website_id === null ? null : registry.nameOf('website', website_id)
    const entry = { ...pick(record, ['applies_to']), tag: record['tag'], website }
    return {
      name: record['name'] ?? describe(entry),
      ...entry,
      providers: registry.namesOf('provider', provider_ids),
    }
  },
  complete: ({ providers, ...entry }) => ({
    tag: null,
    ...entry,
    website: readDomain(entry['website'] ?? null),
    ...(providers !== undefined && { providers: sorted(providers) }),
  }),
  secrets: () => [],
  toBody: (entry, registry) =>
    translate(entry, {
      website: (domain) => ({
        website_id: domain === null ? null : registry.idOf('website', readDomain(domain), 'website'),
      }),
      providers: (names) => ({ provider_ids: registry.idsOf('provider', names, 'providers') }),
    }),
  isDeletedFirst: true,
}
