import type { NewWebsite, WebsiteChanges } from '@sitewatch/contract'
import { hashPassword } from '../../identity/accounts/index.ts'
import { createGate } from '../../platform/gate.ts'
import { type FieldError, problem } from '../../http/problem.ts'
import { normaliseDomain } from './domain.ts'
import { type BadLine, parseIpRules, parseParamRules } from './exclusions.ts'
import { readTimezone } from '../../platform/time/timezone-name.ts'

type Checked = Partial<Pick<NewWebsite, 'exclude_params' | 'exclude_ips' | 'timezone'>>

export type PreparedWebsite = Omit<NewWebsite, 'password'> & { password_hash: string | null }
/** With the hash when a password was sent. */
export type PreparedChanges = Omit<WebsiteChanges, 'password'> & { password_hash?: string }

const MAX_SHOWN_LENGTH = 40
const MAX_LISTED_PROBLEMS = 3

function lineErrors(field: string, bad: readonly BadLine[]): FieldError[] {
  return bad.map(({ line, text, why }) => {
    const shown = text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text
    return { field, code: 'invalid_line', message: `${field} line ${line} ("${shown.toWellFormed()}") ${why}.` }
  })
}

function refuseAll(errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  const messages = errors.slice(0, MAX_LISTED_PROBLEMS).map((error) => error.message)
  if (errors.length > MAX_LISTED_PROBLEMS) messages.push(`${errors.length - MAX_LISTED_PROBLEMS} more errors.`)
  throw problem('validation_failed', { detail: messages.join(' '), errors: [...errors] })
}

/** Validates what the schema cannot. Reports all problems at once. */
function checkSettings(body: WebsiteChanges, errors: FieldError[]): Checked {
  const checked: Checked = {}
  if (body.exclude_params !== undefined) {
    const { text, bad } = parseParamRules(body.exclude_params)
    errors.push(...lineErrors('exclude_params', bad))
    checked.exclude_params = text
  }
  if (body.exclude_ips !== undefined) {
    const { text, bad } = parseIpRules(body.exclude_ips)
    errors.push(...lineErrors('exclude_ips', bad))
    checked.exclude_ips = text
  }
  if (body.timezone !== undefined) {
    const timezone = readTimezone(body.timezone)
    if (timezone === null) {
      const message = 'timezone must be an IANA name, such as Europe/Berlin.'
      errors.push({ field: 'timezone', code: 'invalid_value', message })
    } else checked.timezone = timezone
  }
  return checked
}

export const passwordMissing = (): FieldError => ({
  field: 'password',
  code: 'required',
  message: 'password is required when privacy is 2.',
})

/** One hash at a time, so that many requests do not keep people from signing in. */
const gate = createGate({ at_once: 1, max_waiting: 20 })

/** Runs before the transaction, so that no connection is held while a password is hashed. */
export async function prepareWebsite(body: NewWebsite, rules: { allowSingleLabel: boolean }): Promise<PreparedWebsite> {
  const errors: FieldError[] = []
  const normalised = normaliseDomain(body.domain, rules)
  if (!normalised.ok) {
    const code = normalised.why === 'is required' ? 'required' : 'invalid_format'
    errors.push({ field: 'domain', code, message: `domain ${normalised.why}.` })
  }
  const checked = checkSettings(body, errors)
  if (body.privacy === 2 && body.password === undefined) errors.push(passwordMissing())
  refuseAll(errors)
  const { password, ...rest } = body
  const password_hash = password === undefined ? null : await gate.pass(() => hashPassword(password))
  return { ...rest, ...checked, password_hash, domain: normalised.ok ? normalised.domain : '' }
}

export async function prepareChanges(body: WebsiteChanges): Promise<PreparedChanges> {
  const errors: FieldError[] = []
  const checked = checkSettings(body, errors)
  refuseAll(errors)
  const { password, ...rest } = body
  return {
    ...rest,
    ...checked,
    ...(password !== undefined && { password_hash: await gate.pass(() => hashPassword(password)) }),
  }
}
