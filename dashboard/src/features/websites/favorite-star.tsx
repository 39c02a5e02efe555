import { t } from '@lingui/core/macro'
import type { Overview } from '@sitewatch/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { toast } from '../../ui/index.ts'

interface Starred {
  id: number
  domain: string
  favorite: boolean
}

/** At once on the overview; the order follows with the next answer. */
function markInOverview(client: QueryClient, { id }: Starred, favorite: boolean): void {
  client.setQueriesData<Overview>(
    { queryKey: ['overview'] },
    (old) => old && { ...old, websites: old.websites.map((each) => (each.id === id ? { ...each, favorite } : each)) },
  )
}

export function FavoriteStar({ website }: { website: Starred }) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()
  const { id, domain, favorite } = website
  const isFavorite = wanted ?? favorite

  async function toggle(): Promise<void> {
    setWanted(!isFavorite)
    markInOverview(client, website, !isFavorite)
    try {
      await api.websites.update(id, { favorite: !isFavorite })
    } catch {
      markInOverview(client, website, isFavorite)
      toast(t`${domain} could not be changed. Try again.`)
    }
    await Promise.all(['overview', 'websites'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    setWanted(undefined)
  }

  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={t`Favourite: ${domain}`}
      className={`grid size-7 place-items-center rounded text-lg ${isFavorite ? 'text-ink' : 'text-soft'} hover:bg-raised`}
      onClick={() => void toggle()}
    >
      <span aria-hidden>{isFavorite ? '★' : '☆'}</span>
    </button>
  )
}
