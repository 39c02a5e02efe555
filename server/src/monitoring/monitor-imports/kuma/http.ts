import { type Fields, isFields, isOn, numberOf, parseJson, skip, textOf, type Translated } from '../entry.ts'
import { readCredentials } from '../url-credentials.ts'
import { translateJsonQuery } from './json-query.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'text/xml; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
}

/** A column that is missing or empty counts as on. */
const isOff = (value: unknown): boolean => value === false || value === 0

const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE']

const unsupported = (note: string): Translated => skip('unsupported_setting', note)

/** Uptime Kuma stores a JSON list such as ["200-299"]; null if it is not one. */
function readStatuses(value: unknown): string[] | null {
  const list = parseJson(textOf(value))
  return Array.isArray(list) && list.length > 0 ? list.map(textOf) : null
}

function readHeaders(row: Fields): Record<string, string> | null {
  const text = textOf(row['headers'])
  if (text === '') return {}
  const parsed = parseJson(text)
  if (!isFields(parsed)) return null
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, textOf(value)]))
}

function readRequest(row: Fields): { fields: Fields } | { fault: string } {
  const method = textOf(row['method']).toUpperCase() || 'GET'
  const headers = readHeaders(row)
  if (headers === null) return { fault: 'The headers are not valid JSON.' }
  const body = textOf(row['body'])
  if (body === '' || !WITH_BODY.includes(method)) return { fields: { method, request_headers: headers } }
  const content_type = CONTENT_TYPES[textOf(row['http_body_encoding']) || 'json']
  const hasContentType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const contentType = content_type === undefined || hasContentType ? {} : { 'Content-Type': content_type }
  return { fields: { method, request_headers: { ...contentType, ...headers }, request_body: body } }
}

/** Old versions had only basic authentication, which was on if there was a user name. */
function readAuth(row: Fields): { fields: Fields } | { fault: string } {
  const username = textOf(row['basic_auth_user'])
  const method = row['auth_method'] === undefined ? (username === '' ? '' : 'basic') : textOf(row['auth_method'])
  if (method === '') return { fields: {} }
  if (method !== 'basic') return { fault: `Authentication "${method}" is not supported.` }
  const password = typeof row['basic_auth_pass'] === 'string' ? row['basic_auth_pass'] : ''
  if (username === '' || password === '') return { fault: 'Basic authentication needs a user name and a password.' }
  return { fields: { auth_method: 'basic', auth_username: username, auth_password: password } }
}

function readMatch(row: Fields, type: string): Translated {
  if (type === 'json-query') return translateJsonQuery(row)
  if (type !== 'keyword') return { monitor: {}, notes: [] }
  const keyword = typeof row['keyword'] === 'string' ? row['keyword'] : ''
  if (keyword === '') return skip('invalid', 'The keyword is missing.')
  return { monitor: { keyword, keyword_mode: isOn(row['invert_keyword']) ? 'absent' : 'present' }, notes: [] }
}

function collectNotes(row: Fields, type: string): string[] {
  const notes: string[] = []
  if (type === 'real-browser') notes.push('Checked with a plain request instead of a browser.')
  if (numberOf(row['proxy_id']) !== undefined) notes.push('Checked directly: a proxy is not supported.')
  return notes
}

/** HTTP(S), keyword and JSON query. A browser monitor becomes a plain request. */
export function translateHttp(row: Fields): Translated {
  const type = textOf(row['type'])
  const found = readCredentials(textOf(row['url']).replace(/^https?:\/\/$/, ''))
  if (found.url === '') return skip('invalid', 'The URL is missing.')
  const request = readRequest(row)
  if ('fault' in request) return unsupported(request.fault)
  const auth = readAuth(row)
  if ('fault' in auth) return unsupported(auth.fault)
  const match = readMatch(row, type)
  if ('skip' in match) return match
  const expected_status = readStatuses(row['accepted_statuscodes_json'])
  const ip = /^ipv[46]$/.exec(textOf(row['ip_family']).toLowerCase())?.[0]
  return {
    monitor: {
      type: 'http',
      url: found.url,
      ...request.fields,
      ...found.auth,
      ...auth.fields,
      ...match.monitor,
      ...(expected_status && { expected_status }),
      ...(numberOf(row['maxredirects']) === 0 && { follow_redirects: false }),
      ...(isOff(row['expiry_notification']) && { expiry_notice_days: [] }),
      ...(isOn(row['ignore_tls']) && { verify_tls: false }),
      ...(ip !== undefined && { ip_version: ip }),
    },
    notes: [...collectNotes(row, type), ...match.notes],
  }
}
