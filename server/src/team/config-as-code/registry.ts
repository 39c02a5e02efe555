import type { ConfigKind } from '@sitewatch/contract'
import { invalid, problem } from '../../http/problem.ts'

/** What a file refers to by name. A user is a member of the team, named by e-mail address. */
type Referable = ConfigKind | 'user'

const KIND_NAMES: Readonly<Partial<Record<Referable, string>>> = {
  on_call_schedule: 'on-call schedule',
  escalation_policy: 'escalation policy',
  status_page: 'status page',
  user: 'member',
}

export const nameOfKind = (kind: Referable): string => KIND_NAMES[kind] ?? kind.replaceAll('_', ' ')
export const pluralNameOf = (kind: Referable): string => `${nameOfKind(kind)}s`.replace(/ys$/, 'ies')

/** The ids of names and the names of ids: records have ids in the database and names in a file. */
export class Registry {
  private readonly ids = new Map<string, number>()
  private readonly names = new Map<string, string>()

  add(kind: Referable, name: string, id: number): void {
    this.ids.set(`${kind}\n${name}`, id)
    this.names.set(`${kind}\n${id}`, name)
  }

  /** From now on, no record may refer to it. */
  remove(kind: Referable, name: string): void {
    this.ids.delete(`${kind}\n${name}`)
  }

  has(kind: Referable, name: string): boolean {
    return this.ids.has(`${kind}\n${name}`)
  }

  nameOf(kind: Referable, id: unknown): string {
    const name = this.names.get(`${kind}\n${String(id)}`)
    if (name !== undefined) return name
    throw problem('not_possible', { detail: 'The team was changed during the export. Try again.' })
  }

  idOf(kind: Referable, name: unknown, field: string): number {
    const id = this.ids.get(`${kind}\n${String(name)}`)
    if (id !== undefined) return id
    const hint =
      kind === 'user'
        ? 'Invite the person to the team first, or remove the address.'
        : 'Add it to the file, or correct the name.'
    throw invalid(field, 'not_found', `${field}: there is no ${nameOfKind(kind)} "${String(name)}". ${hint}`)
  }

  /** In alphabetical order, as in a file. */
  namesOf(kind: Referable, ids: unknown): string[] {
    return (ids as unknown[]).map((id) => this.nameOf(kind, id)).sort()
  }

  idsOf(kind: Referable, names: unknown, field: string): number[] {
    return (names as unknown[]).map((name) => this.idOf(kind, name, field))
  }
}
