import { HIDDEN } from '../../../platform/mask.ts'
import { type Kind, pick, translate } from '../kind.ts'
import type { Fields } from '../operations.ts'
import { readDomain } from './websites.ts'

/** The logo and the subscribers are not in the file. */
export const statusPages: Kind = {
  kind: 'status_page',
  section: 'status_pages',
  group: 'statusPages',
  key: ['name'],
  nameOf: ({ name }) => String(name),
  list: (operations) => operations.list('statusPages.list'),
  toEntry: (record, registry) => ({
    ...pick(record, ['name', 'slug', 'domain', 'description', 'visibility', 'accent_color', 'show_response_times']),
    password: record['has_password'] === true ? HIDDEN : null,
    monitors: (record['monitors'] as Fields[]).map(({ monitor_id, label, group }) => ({
      monitor: registry.nameOf('monitor', monitor_id),
      label,
      group,
    })),
    websites: (record['websites'] as Fields[]).map(({ website_id, label, group }) => ({
      website: registry.nameOf('website', website_id),
      label,
      group,
    })),
  }),
  complete: ({ websites = [], ...entry }) => ({
    domain: null,
    description: null,
    visibility: 'public',
    accent_color: null,
    show_response_times: true,
    monitors: [],
    ...entry,
    websites: (websites as Fields[]).map((each) => ({ ...each, website: readDomain(each['website']) })),
  }),
  secrets: () => ['password'],
  isHashed: true,
  toBody: (entry, registry) =>
    translate(entry, {
      monitors: (shown) => ({
        monitors: (shown as Fields[]).map(({ monitor, ...rest }) => ({
          monitor_id: registry.idOf('monitor', monitor, 'monitors'),
          ...rest,
        })),
      }),
      websites: (shown) => ({
        websites: (shown as Fields[]).map(({ website, ...rest }) => ({
          website_id: registry.idOf('website', readDomain(website), 'websites'),
          ...rest,
        })),
      }),
    }),
  isDeletedFirst: true,
}
