import { findSettingFacts, type MonitorType } from '@sitewatch/contract'
import { isDeepStrictEqual } from 'node:util'
import { readDataKey, type Vault } from '../../identity/accounts/index.ts'
import { bindSecret } from '../checks/index.ts'
import { invalid } from '../../http/problem.ts'
import { isMasked, maskSecret } from '../../platform/mask.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { open, seal } from '../../platform/secrets.ts'

/** A secret setting is a text, or an object whose values are the secrets. */
type Secret = string | Readonly<Record<string, string>> | null | undefined
type Settings = Readonly<Record<string, unknown>>
/** Each secret by its name, encrypted and in base64; null if there is none. */
export type SealedSettings = Readonly<Record<string, string>> | null

const isEmpty = (secret: Secret): boolean =>
  secret == null || (typeof secret === 'object' && Object.keys(secret).length === 0)

function keepText(field: string, sent: string, before: string | undefined): string {
  if (!isMasked(sent)) return sent
  if (before !== undefined && maskSecret(before) === sent) return before
  throw invalid(
    field,
    'invalid_value',
    `${field} looks masked but does not match the stored value. Send the full value.`,
  )
}

/** A secret that is sent back masked keeps its stored value. In an object, it is found by its name in upper or lower case. */
export function keepMasked(field: string, given: unknown, stored: unknown): unknown {
  const [sent, before] = [given as Secret, stored as Secret]
  if (sent == null) return sent
  if (typeof sent === 'string') return keepText(field, sent, typeof before === 'string' ? before : undefined)
  const entries = before !== null && typeof before === 'object' ? Object.entries(before) : []
  const byName = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]))
  const kept = Object.entries(sent).map(([name, value]) => [
    name,
    keepText(`${field}.${name}`, value, byName.get(name.toLowerCase())),
  ])
  return Object.fromEntries(kept) as Settings
}

function mask(secret: Secret): Secret {
  if (secret == null) return secret
  if (typeof secret === 'string') return maskSecret(secret)
  return Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, maskSecret(value)]))
}

/** The column "settings": secrets masked, and without nulls that are the default, because every claim carries it. */
export function toStored(type: MonitorType, settings: Settings): Settings {
  const { secrets, defaults } = findSettingFacts(type)
  const shown = Object.entries(settings).map(([name, value]) =>
    secrets.includes(name) ? ([name, mask(value as Secret)] as const) : ([name, value] as const),
  )
  return Object.fromEntries(shown.filter(([name, value]) => value !== null || defaults[name] !== null))
}

interface Before {
  settings: Settings
  sealed: SealedSettings
}

/** The encrypted value of an unchanged secret stays the same, byte for byte: encrypting it again would look like a change. */
export async function sealSettings(
  tx: UserTx,
  vault: Vault,
  { id, type, settings, before }: { id: number; type: MonitorType; settings: Settings; before?: Before },
): Promise<SealedSettings> {
  const names = findSettingFacts(type).secrets.filter((name) => !isEmpty(settings[name] as Secret))
  if (names.length === 0) return null
  const sealed: Record<string, string> = {}
  for (const name of names) {
    const kept = isDeepStrictEqual(before?.settings[name], settings[name]) ? before?.sealed?.[name] : undefined
    sealed[name] =
      kept ??
      seal(await readDataKey(tx, vault, tx.team_id), JSON.stringify(settings[name]), bindSecret(name, id)).toString(
        'base64',
      )
  }
  return sealed
}

export async function openSettings(
  tx: UserTx,
  vault: Vault,
  { id, sealed }: { id: number; sealed: SealedSettings },
): Promise<Settings> {
  if (!sealed) return {}
  const key = await readDataKey(tx, vault, tx.team_id)
  const opened = Object.entries(sealed).map(([name, secret]) => {
    const plain = open(key, Buffer.from(secret, 'base64'), bindSecret(name, id))
    if (!plain) throw new Error(`${name} of monitor ${id} does not open`)
    return [name, JSON.parse(plain.toString())] as const
  })
  return Object.fromEntries(opened)
}
