import { z } from 'zod'

/** How a value of a form or query string is converted before it is validated; see decodeText in the server. */
export type TextKind = 'integer' | 'number' | 'boolean' | 'string'

export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ description: 'RFC 3339, UTC, milliseconds' })

/** In UTC. NaN for an invalid time, which is refused for its format. */
const yearOf = (text: string): number => new Date(text).getUTCFullYear()

/** A time that a caller sends, with any offset. In UTC it has a year of four digits, too: 9999-12-31T23:59:59-01:00 has not. */
export const MomentText = z.iso
  .datetime({ offset: true })
  .refine((text) => !(yearOf(text) > 9999), {
    error: 'must be before the year 10000, in UTC',
    params: { code: 'too_big' },
  })
  .refine((text) => !(yearOf(text) < 0), {
    error: 'must not be before the year 0, in UTC',
    params: { code: 'too_small' },
  })
export const Moment = MomentText.transform((text) => new Date(text))

/**
 * For names, which are used in headings, in the subject of mails and in feeds. Patterns appear in openapi.json, so they use only what
 * the regular expressions of JavaScript, Python, Go and Rust have in common.
 */
export const OneLine = z
  .string()
  .trim()
  .regex(/^[^\x00-\x1f\x7f-\x9f]*$/, 'must be one line without control characters')

const MAX_TAG_BYTES = 1000

export const TagName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(50)
  .regex(/^[^,\x00-\x1f\x7f-\x9f]*$/, { error: 'must not contain a comma or a control character' })
/** Unique and sorted. Their total size is limited because they are stored in an index. */
export const Tags = z
  .array(TagName)
  .max(20)
  .transform((tags) => [...new Set(tags)].sort())
  .refine((tags) => new TextEncoder().encode(tags.join('')).length <= MAX_TAG_BYTES, {
    error: `must have at most ${MAX_TAG_BYTES} bytes in total`,
  })
  .meta({ description: 'Labels to filter by: at most 20, in lower case' })

/** The input is true, false, 1 or 0. The output is a boolean. */
export const Flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)], { error: 'must be true, false, 1 or 0' })
  .transform((value) => value === true || value === 1)

/** Only http and https, because it is opened in a browser. */
export const Link = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2048)

export const Page = z.int().min(1).default(1).meta({ description: 'Page number, starting at 1' })
/** Named `pageSize` under /api/, and `per_page` under /api/v1/. */
export const PageSize = z.int().min(1).max(100).default(25).meta({ description: 'Records per page' })

/** For lists that grow without bound, the newest first. */
export const After = Id.optional().meta({
  description:
    'Cursor from links.next: the ID of the last record of the page before. Paging with it never repeats or skips a record, even if records are created in between',
})

/** The query of every list under /api/. */
export function pagedQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ ...shape, page: Page, pageSize: PageSize })
}

export const PageMeta = z
  .strictObject({
    current_page: z.int(),
    per_page: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    last_page: z.int(),
    total: z.int(),
  })
  .meta({ id: 'PageMeta' })

export const PageLinks = z
  .strictObject({
    first: z.string(),
    last: z.string(),
    prev: z.string().nullable(),
    next: z.string().nullable(),
  })
  .meta({ id: 'PageLinks' })
