import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useShortcutGroups } from '../platform/shortcuts.ts'
import { matchEntries, type PaletteEntry } from './palette-match.ts'
import { websiteListQuery } from '../data/websites/queries.ts'
import { monitorListQuery } from '../data/monitors/queries.ts'

function useEntries(search: string): PaletteEntry[] {
  const navigate = useNavigate()
  const groups = useShortcutGroups()
  const query = search === '' ? {} : { search }
  const websites = useQuery(websiteListQuery({ ...query, per_page: 10 }))
  const monitors = useQuery(monitorListQuery({ ...query, pageSize: 10 }))
  const actions = groups.flatMap(({ name, shortcuts }) =>
    shortcuts.map(({ label, keys, run }) => ({ id: `${name} ${label}`, group: name, label, note: keys ?? '', run })),
  )
  const parts = [
    { label: t`Escalation policies`, run: () => void navigate({ to: '/notifications/escalation' }) },
    { label: t`On-call schedules`, run: () => void navigate({ to: '/notifications/on-call' }) },
  ].map((part) => ({ id: `part ${part.label}`, group: t`Go to`, note: '', ...part }))
  return [
    ...matchEntries([...actions, ...parts], search),
    ...(websites.data?.data ?? []).map(({ id, domain }) => ({
      id: `website ${id}`,
      group: t`Website`,
      label: domain,
      note: '',
      run: () => void navigate({ to: '/websites/$websiteId', params: { websiteId: String(id) } }),
    })),
    ...(monitors.data?.data ?? []).map(({ id, friendly_name, url }) => ({
      id: `monitor ${id}`,
      group: t`Monitor`,
      label: friendly_name,
      note: url,
      run: () => void navigate({ to: '/monitors/$monitorId', params: { monitorId: String(id) } }),
    })),
  ]
}

/** A modal dialog that is open while it is mounted. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return dialog
}

interface ResultProps {
  id: string
  entry: PaletteEntry
  isChosen: boolean
  onRun: () => void
  onPoint: () => void
}

function Result({ id, entry, isChosen, onRun, onPoint }: ResultProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onRun}
      onMouseMove={onPoint}
      className="flex cursor-pointer items-baseline gap-3 px-5 py-2 aria-selected:bg-raised"
    >
      <span className="w-20 flex-none text-sm text-soft">{entry.group}</span>
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      <span className="figures max-w-40 truncate text-sm text-soft">{entry.note}</span>
    </li>
  )
}

interface ResultListProps {
  id: string
  search: string
  entries: readonly PaletteEntry[]
  chosen: number
  run: (entry: PaletteEntry) => void
  point: (index: number) => void
}

function ResultList({ id, search, entries, chosen, run, point }: ResultListProps) {
  return (
    <>
      <ul id={`${id}-list`} role="listbox" aria-label={t`Results`} className="max-h-[50vh] overflow-y-auto py-2">
        {entries.map((entry, index) => (
          <Result
            key={entry.id}
            id={`${id}-${index}`}
            entry={entry}
            isChosen={index === chosen}
            onRun={() => run(entry)}
            onPoint={() => point(index)}
          />
        ))}
      </ul>
      {entries.length === 0 && (
        <p className="px-5 pb-4 text-soft">
          <Trans>No results for “{search}”.</Trans>
        </p>
      )}
    </>
  )
}

/** Searches screens, actions, websites and monitors. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(useDeferredValue(search.trim()))
  const dialog = useModal()
  const id = useId()
  const chosen = Math.min(at, entries.length - 1)

  useEffect(() => {
    document.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])

  const run = (entry: PaletteEntry | undefined): void => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    if (step === undefined || entries.length > 0) event.preventDefault()
    if (step === undefined) run(entries[chosen])
    else if (entries.length > 0) setAt((chosen + step + entries.length) % entries.length)
  }

  return (
    <dialog
      ref={dialog}
      aria-label={t`Search`}
      // React's double mounting in development closes and opens it again.
      onClose={(event) => event.currentTarget.open || onClose()}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] w-[min(600px,calc(100vw-32px))] rounded border border-line-strong bg-paper text-ink"
    >
      <input
        role="combobox"
        aria-label={t`Search for a page, website, monitor or action`}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={t`Search for a page, website, monitor or action`}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setAt(0)
        }}
        onKeyDown={move}
        className="w-full border-b border-line bg-transparent px-5 py-4 outline-none"
      />
      <ResultList {...{ id, search, entries, chosen, run }} point={setAt} />
    </dialog>
  )
}
