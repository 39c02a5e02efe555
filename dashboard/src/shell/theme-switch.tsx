import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { setTheme, type Theme, THEMES, useTheme } from '../platform/theme.ts'

const THEME_LABELS: Record<Theme, MessageDescriptor> = { system: msg`System`, light: msg`Light`, dark: msg`Dark` }

export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <label className="inline-flex items-center gap-2 text-sm text-soft">
      {t`Theme`}
      <select
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
        className="min-h-8 rounded border border-line-strong bg-paper px-2 text-ink"
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {t(THEME_LABELS[each])}
          </option>
        ))}
      </select>
    </label>
  )
}
