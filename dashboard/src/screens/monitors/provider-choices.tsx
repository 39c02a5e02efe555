import { Trans } from '@lingui/react/macro'
import type { Provider } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { Checkbox, CheckboxGroup, Notice } from '../../ui/index.ts'
import { AlertsNobodyMark } from '../../parts/monitors/alerts-nobody-mark.tsx'

interface ProviderChoicesProps {
  providers: readonly Provider[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** The providers that monitors alert, as checkboxes. */
export function ProviderChoices({ providers, chosen, onChange }: ProviderChoicesProps) {
  if (providers.length === 0) {
    return (
      <Notice kind="warning" title={<Trans>This monitor will alert nobody.</Trans>}>
        <p className="text-soft">
          <Trans>
            No notification provider yet.{' '}
            <Link to="/notifications" className="link">
              Add a provider
            </Link>
          </Trans>
        </p>
      </Notice>
    )
  }
  function toggle(id: number, isChosen: boolean): void {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <CheckboxGroup name="provider_ids" legend={<Trans>Send alerts to</Trans>}>
      {providers.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<span className="wrap-anywhere">{name}</span>}
          checked={chosen.has(id)}
          onChange={(event) => toggle(id, event.currentTarget.checked)}
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
