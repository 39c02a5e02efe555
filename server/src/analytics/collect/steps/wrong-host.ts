import { isHostOf } from '../address.ts'
import type { EventStep } from '../visit.ts'

export const wrongHost: EventStep = {
  reason: 'wrong_host',
  description:
    "The page is not on the website's domain or a subdomain: a copy of the page, a preview, or the tracking script of another website.",
  drops: (event, { site }) => !isHostOf(site.domain, event.page.host),
}
