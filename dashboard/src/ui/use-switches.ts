import { startTransition, useOptimistic, useState } from 'react'

interface Change<Id> {
  ids: readonly Id[]
  isOn: boolean
}

/** Optimistic switches: they change at once, and change back if saving fails, with the reason in `error`. */
export function useSwitches<Id extends number | string>(
  on: ReadonlySet<Id>,
  save: (id: Id, isOn: boolean) => Promise<unknown>,
) {
  const [error, setError] = useState<unknown>()
  const [shown, show] = useOptimistic(on, (before, { ids, isOn }: Change<Id>) => {
    const after = new Set(before)
    for (const id of ids) {
      if (isOn) after.add(id)
      else after.delete(id)
    }
    return after
  })
  const turn = (ids: readonly Id[], isOn: boolean, refresh: () => Promise<unknown>): void =>
    startTransition(async () => {
      show({ ids, isOn })
      setError(undefined)
      try {
        for (const id of ids) await save(id, isOn)
      } catch (caught) {
        setError(caught)
      }
      await refresh()
    })
  return { shown, turn, error }
}
