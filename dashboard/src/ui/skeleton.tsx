import { t } from '@lingui/core/macro'
interface SkeletonProps {
  /** Name of what is loading, for screen readers. */
  label?: string
  rows?: number
}

/** Placeholder with the height of the content, so that nothing moves when it is loaded. */
export function Skeleton({ label = t`Loading`, rows = 3 }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className="grid animate-[appear_600ms_ease-in-out_infinite_alternate]">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-12 items-center border-b border-line">
          <div className="h-2.5 rounded bg-line" style={{ width: `${68 - ((index * 17) % 40)}%` }} />
        </div>
      ))}
    </div>
  )
}
