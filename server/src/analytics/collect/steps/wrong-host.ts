import { isHostOf } from '../address.ts'
import type { EventStep } from '../visit.ts'

export const wrongHost: EventStep = {
  reason: 'wrong_host',
  description:
    "The page is not on the website's domain nor on a name below it: a copy of the page, a preview, or another site's snippet.",
  drops: (event, { site }) => !isHostOf(site.domain, event.page.host),
}
