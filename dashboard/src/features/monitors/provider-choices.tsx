import type { Provider } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { Checkbox, CheckboxGroup, Notice } from '../../ui/index.ts'
import { AlertsNobodyMark } from './alerts-nobody.tsx'

interface ProviderChoicesProps {
  providers: readonly Provider[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Whom a new monitor alerts. */
export function ProviderChoices({ providers, chosen, onChange }: ProviderChoicesProps) {
  if (providers.length === 0) {
    return (
      <Notice kind="warning" title="This monitor will alert nobody.">
        <p className="text-soft">
          No notification provider yet.{' '}
          <Link to="/notifications" className="link">
            Add a provider
          </Link>
        </p>
      </Notice>
    )
  }
  function turn(id: number, isChosen: boolean): void {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <CheckboxGroup name="provider_ids" legend="Send alerts to">
      {providers.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<span className="wrap-anywhere">{name}</span>}
          checked={chosen.has(id)}
          onChange={(event) => turn(id, event.currentTarget.checked)}
        />
      ))}
      {chosen.size === 0 && (
        <p role="status" className="text-sm">
          <AlertsNobodyMark />
        </p>
      )}
    </CheckboxGroup>
  )
}
