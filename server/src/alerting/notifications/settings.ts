import { changesOf, findDestinationChange, type ProviderType } from '@sitewatch/contract'
import { invalid, problem } from '../../http/problem.ts'
import { requireSecretsAgain } from '../../http/secrets-again.ts'
import { validate } from '../../http/validate.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { isMasked, maskSecret } from '../../platform/mask.ts'
import type { ProviderSettings } from './channel.ts'
import { isSecretField, listFields, listSecretFields, listUrlFields, readDestination } from './fields.ts'

/** Checks every changed URL. A stored one was checked before, and egress checks the target of every request. */
export function vetUrls(
  egress: Egress,
  type: ProviderType,
  { settings, before = {} }: { settings: ProviderSettings; before?: ProviderSettings },
): void {
  for (const field of listUrlFields(type)) {
    const url = settings[field]
    if (url !== null && url !== undefined && url !== before[field]) vetUrl(egress, field, url)
  }
}

function vetUrl(egress: Egress, field: string, url: string): void {
  const vetted = egress.vetUrl(url)
  if (vetted.ok) return
  if (vetted.reason === 'target_not_allowed') {
    throw problem('target_not_allowed', { detail: 'Sitewatch does not connect to this address.' })
  }
  const expected = 'an http or https URL without user name or password'
  throw invalid(field, 'invalid_format', `${field} must be ${expected}.`)
}

/** The contract accepts the fields of all types; here they are validated against the provider's own type. */
function readChanges(type: ProviderType, changes: ProviderSettings): ProviderSettings {
  const known = listFields(type)
  const unknownFields = Object.keys(changes).filter((field) => !known.includes(field))
  if (unknownFields.length === 0)
    return validate(changesOf(type), changes, { unknown: 'unknown_field' }) as ProviderSettings
  const errors = unknownFields.map((field) => ({
    field,
    code: 'unknown_field',
    message: `${field} is not a field of provider type ${type}.`,
  }))
  throw problem('validation_failed', { detail: errors.map((error) => error.message).join(' '), errors })
}

/** A masked secret sent back keeps the stored value. */
function mergeSettings(type: ProviderType, before: ProviderSettings, sent: ProviderSettings): ProviderSettings {
  const settings = { ...before }
  for (const [field, value] of Object.entries(sent)) {
    const kept = isSecretField(type, field) && value !== null && isMasked(value)
    if (kept && value !== maskSecret(before[field] ?? '')) {
      throw invalid(
        field,
        'invalid_format',
        `${field} looks masked but does not match the stored value. Send the full value.`,
      )
    }
    if (!kept) settings[field] = value
  }
  return settings
}

/** The settings after a change. Throws a problem for the caller if they are not valid. */
export function changeSettings(
  egress: Egress,
  type: ProviderType,
  { before, sent }: { before: ProviderSettings; sent: ProviderSettings },
): ProviderSettings {
  const changes = readChanges(type, sent)
  const settings = mergeSettings(type, before, changes)
  vetUrls(egress, type, { settings, before })
  const change = findDestinationChange(readDestination(type, before), readDestination(type, settings))
  requireSecretsAgain(change, { names: listSecretFields(type), sent: changes, next: settings })
  return settings
}
