import { z } from 'zod'
import { defineMonitorType } from '../monitor-type.ts'
import { field } from '../../core/settings-field.ts'
import { Assertion, assertionFields, AssertionRecord } from './assertion.ts'
import { expiry_notice_days } from './expiry-fields.ts'
import { verify_tls } from './tls-fields.ts'

const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const StatusRange = z
  .union([z.int().min(100).max(599).transform(String), z.string().regex(/^[1-5]\d\d(-[1-5]\d\d)?$/, { abort: true })], {
    error: 'must be a status code or a range such as 200-399',
  })
  .refine((text) => Number(text.split('-')[1] ?? text.slice(0, 3)) >= Number(text.slice(0, 3)), {
    error: 'must not end before it starts',
  })

const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'is not a header name' })
/** Printable ASCII, as allowed in a header, or the mask of a stored value, which keeps that value. */
const HeaderValue = z
  .string()
  .trim()
  .max(4000)
  .regex(/^(…?[ -~]*)$/, { error: 'must be printable ASCII' })

/** Host is set from the URL, and hop-by-hop headers by the connection. */
const FORBIDDEN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const RequestHeaders = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= 20, {
    error: 'must have at most 20 entries',
    params: { code: 'too_many' },
  })
  .refine((headers) => Object.keys(headers).every((name) => !FORBIDDEN_HEADERS.has(name.toLowerCase())), {
    error: 'must not include Host or a hop-by-hop header',
  })
  .refine(
    (headers) => new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
    {
      error: 'must not contain the same header twice',
    },
  )

const MAX_BODY_BYTES = 8192
const RequestBody = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= MAX_BODY_BYTES, {
    error: `must be at most ${MAX_BODY_BYTES} bytes`,
    params: { code: 'too_long' },
  })
  .nullable()

const Credential = z.string().min(1).max(500).nullable()

export const http = defineMonitorType({
  label: 'HTTP(S)',
  description: 'Requests a URL and checks the response.',
  url: { label: 'URL', placeholder: 'https://example.com/' },
  example: { interval: 60, keyword: 'Add to cart' },
  settings: {
    method: field(z.enum(HTTP_METHODS), { label: 'Method', default: 'GET' }),
    request_headers: field(RequestHeaders, {
      label: 'Request headers',
      help: 'Values are write-only: they are returned masked',
      default: {},
      secret: true,
    }),
    request_body: field(RequestBody, {
      label: 'Request body',
      help: 'For POST, PUT, PATCH and DELETE; at most 8 KiB',
      default: null,
      multiline: true,
      when: { field: 'method', is: METHODS_WITH_BODY },
    }),
    expected_status: field(z.array(StatusRange).min(1).max(20), {
      label: 'Expected status',
      help: 'Status codes and ranges that count as up, such as 200-299',
      default: ['200-399'],
    }),
    follow_redirects: field(z.boolean(), {
      label: 'Follow redirects',
      help: 'Up to 5; the last response is checked',
      default: true,
    }),
    keyword: field(z.string().min(1).max(500).nullable(), {
      label: 'Keyword',
      help: 'Text to search for in the first 1 MiB of the response; not with HEAD',
      default: null,
    }),
    keyword_mode: field(z.enum(['present', 'absent']), { label: 'Keyword must be', default: 'present' }),
    verify_tls,
    expiry_notice_days,
    auth_method: field(z.enum(['none', 'basic', 'bearer']), {
      label: 'Authentication',
      default: 'none',
      choices: { none: 'None', basic: 'User name and password (Basic)', bearer: 'Token (Bearer)' },
    }),
    auth_username: field(Credential, {
      label: 'User name',
      default: null,
      when: { field: 'auth_method', is: ['basic'] },
    }),
    auth_password: field(Credential, {
      label: 'Password',
      default: null,
      secret: true,
      when: { field: 'auth_method', is: ['basic'] },
    }),
    auth_token: field(HeaderValue.min(1).nullable(), {
      label: 'Token',
      default: null,
      secret: true,
      when: { field: 'auth_method', is: ['bearer'] },
    }),
    ip_version: field(z.enum(['any', 'ipv4', 'ipv6']), {
      label: 'IP version',
      default: 'any',
      choices: { any: 'Any', ipv4: 'IPv4 only', ipv6: 'IPv6 only' },
    }),
    assertions: field(z.array(Assertion).max(20), {
      label: 'Assertions',
      help: 'Conditions that the response must meet; up to 20',
      default: [],
      rows: assertionFields,
    }),
  },
  record: { expected_status: z.array(z.string()), assertions: z.array(AssertionRecord) },
})
