import type { ReactNode } from 'react'

interface SwitchRowProps {
  isOn: boolean
  disabled?: boolean
  onTurn: (isOn: boolean) => void
  children: ReactNode
}

/** A row of a list with a checkbox that takes effect immediately. */
export function SwitchRow({ isOn, disabled, onTurn, children }: SwitchRowProps) {
  return (
    <li className="border-b border-line">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isOn}
          disabled={disabled}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        {children}
      </label>
    </li>
  )
}
