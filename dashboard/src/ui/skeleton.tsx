import { t } from '@lingui/core/macro'
interface SkeletonProps {
  /** What is loading, for those who do not see it. */
  label?: string
  rows?: number
}

/** As tall as what will come, so that nothing jumps when it does. */
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
