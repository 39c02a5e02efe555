import { useId } from 'react'

interface ProgressProps {
  label: string
  /** From 0 to `max`; absent if the progress is unknown. */
  value?: number | undefined
  max?: number | undefined
}

export function Progress({ label, value, max = 100 }: ProgressProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-4 text-sm">
        <span id={id} className="min-w-0 wrap-anywhere">
          {label}
        </span>
        {value !== undefined && <span className="figures">{Math.floor((100 * value) / max)} %</span>}
      </div>
      <progress aria-labelledby={id} value={value} max={max} className="meter" />
    </div>
  )
}
