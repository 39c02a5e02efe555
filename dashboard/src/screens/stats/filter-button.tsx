import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button } from '../../ui/index.ts'
import { useView } from './use-view.ts'
import { FilterDialog } from './website-parts.ts'

/** For filters that the lists below do not offer: several values, part of a path, a pattern. */
export function FilterButton() {
  const { terms, setTerms } = useView()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button className="px-3" onClick={() => setAdding(true)}>
        {t`Add filter`}
      </Button>
      {isAdding && (
        <FilterDialog
          title={t`Add filter`}
          otherTerms={terms}
          onApply={(term) => setTerms([...terms, term])}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
