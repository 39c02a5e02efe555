import { z } from 'zod'
import { PageLinks, PageMeta } from './fields.ts'
import type { Route } from './route.ts'

/** Schema of the complete response of a route: the record in `data`, and for a list `meta` and `links`. */
export function responseSchema(definition: Route): z.ZodType {
  const { returns } = definition
  switch (returns.kind) {
    case 'list': {
      const meta = Object.keys(returns.meta).length === 0 ? PageMeta : PageMeta.extend(returns.meta)
      return z.strictObject({ data: z.array(returns.schema), meta, links: PageLinks })
    }
    case 'deleted':
      return z.strictObject({
        data: z.strictObject({
          object: z.literal(returns.object),
          id: z.int(),
          deleted: z.literal(true),
          ...returns.extra,
        }),
      })
    default:
      return z.strictObject({ data: returns.schema })
  }
}
