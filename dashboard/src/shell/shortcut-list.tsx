import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useShortcutGroups } from '../platform/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The symbols on the keys. */
const KEY_SYMBOLS: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' }

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const groups = useShortcutGroups()
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose} width_px={640}>
      <div className="grid gap-6 sm:grid-cols-2">
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3 className="mb-2 text-sm text-soft">{name}</h3>
            <dl className="grid gap-1">
              {shortcuts
                .filter(({ keys }) => keys !== undefined)
                .map(({ keys, label }) => (
                  <div key={label} className="flex items-baseline justify-between gap-4 border-b border-line py-1">
                    <dt>{label}</dt>
                    <dd className="figures text-sm">{KEY_SYMBOLS[keys ?? ''] ?? keys}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="text-sm text-soft">
        <Trans>
          <kbd>⌘K</kbd> or <kbd>Ctrl K</kbd> opens the search, also from inside a field; <kbd>Esc</kbd> leaves the
          field. You can turn off single-key shortcuts in Settings.
        </Trans>
      </p>
    </Dialog>
  )
}
