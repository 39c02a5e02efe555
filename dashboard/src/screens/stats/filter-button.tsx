import { t } from '@lingui/core/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/index.ts'
import { useView } from './use-view.ts'

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))

/** For filters that the lists below do not offer: several values, part of a path, a pattern. */
export function FilterButton() {
  const { terms, setTerms } = useView()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button className="px-3" onClick={() => setAdding(true)}>
        {t`Add filter`}
      </Button>
      <Suspense fallback={null}>
        {isAdding && (
          <FilterDialog
            title={t`Add filter`}
            otherTerms={terms}
            onApply={(term) => setTerms([...terms, term])}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  )
}
