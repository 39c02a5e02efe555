import { t } from '@lingui/core/macro'
import type { Overview } from '@sitewatch/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { toast } from '../../ui/index.ts'

interface StarredWebsite {
  id: number
  domain: string
  favorite: boolean
}

/** Updates the overview at once. The order follows with the next response. */
function markInOverview(client: QueryClient, { id }: StarredWebsite, favorite: boolean): void {
  client.setQueriesData<Overview>(
    { queryKey: ['overview'] },
    (old) => old && { ...old, websites: old.websites.map((each) => (each.id === id ? { ...each, favorite } : each)) },
  )
}

export function FavoriteStar({ website }: { website: StarredWebsite }) {
  const client = useQueryClient()
  const [pendingFavorite, setPendingFavorite] = useState<boolean>()
  const { id, domain, favorite } = website
  const isFavorite = pendingFavorite ?? favorite

  async function toggle(): Promise<void> {
    setPendingFavorite(!isFavorite)
    markInOverview(client, website, !isFavorite)
    try {
      await api.websites.update(id, { favorite: !isFavorite })
    } catch {
      markInOverview(client, website, isFavorite)
      toast(t`${domain} could not be changed. Try again.`)
    }
    await Promise.all(['overview', 'websites'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    setPendingFavorite(undefined)
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
