import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseCidr } from './platform/egress/address.ts'

export interface Setting {
  schema: z.ZodType
  help: string
  /** May also be given as NAME_FILE, the path of a file that holds it. */
  secret?: true
  /** The default as the docs show it. */
  shown?: string
}

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)
export const zeroOrOne = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
export const quota = integer(0, 1_000_000).optional()
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
/** A URL to append paths to: without a trailing slash. */
export const httpBaseUrl = httpUrl
  .refine((text) => !/[?#]/.test(text), 'must not contain ? or #')
  .transform((text) => text.replace(/\/+$/, ''))
export const hasHost = (text: string): boolean => URL.canParse(text) && new URL(text).hostname !== ''
/** A single address becomes a /32 or /128 range. */
const toRange = (text: string): string =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ? `${text}/32` : ipaddr.IPv6.isValid(text) ? `${text}/128` : text

export const cidrList = z
  .string()
  .transform((text) =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(toRange),
  )
  .refine(
    (all) => all.every((cidr) => parseCidr(cidr) !== null),
    'must be IP addresses or CIDR ranges such as 10.0.0.0/8, comma-separated',
  )

export class ConfigError extends Error {
  override name = 'ConfigError'
}
