import { plural, t } from '@lingui/core/macro'
import type { Annotation, Deploy, Website } from '@sitewatch/sdk'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { EventSwatch, formatMoment, type Span } from '../../charts/index.ts'
import { Button } from '../../ui/index.ts'
import { nameDeploy } from '../../parts/deploys/deploy-words.ts'
import { OutsideLink } from '../../parts/deploys/outside-link.tsx'
import { VerdictNote } from '../../parts/deploys/verdict-note.tsx'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { OutagesChoice } from './outages-choice.tsx'
import type { ChartEvents } from './use-chart-events.ts'
import { AnnotationDialog, DeleteAnnotation } from '../../parts/annotations/annotation-dialog.tsx'

type DialogState = { kind: 'new'; at: number } | { kind: 'change' | 'delete'; annotation: Annotation }

interface ChartEventListProps {
  website: Website
  found: ChartEvents
  /** The end of the period that is drawn. */
  until: number
  /** Selected in the chart: the list opens, and the first entry in the span gets the focus. */
  chosen: Span | undefined
}

/**
 * Under the chart: its markers as text, and the buttons to add, edit and delete annotations. One line until it is opened. Memoized, so that
 * choosing another metric of the chart does not render it again.
 */
export const ChartEventList = memo(function ChartEventList({ website, found, until, chosen }: ChartEventListProps) {
  const [opened, setOpened] = useState<DialogState>()
  const close = (): void => setOpened(undefined)
  return (
    <div className="mt-3 flex min-h-10 flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <Entries {...{ website, found, chosen }} open={setOpened} />
      {website.monitor_ids.length > 0 && (
        <span className="py-2 text-sm">
          <OutagesChoice />
        </span>
      )}
      <ForEditors>
        <Button
          kind="quiet"
          onClick={() => setOpened({ kind: 'new', at: Math.min(Date.now(), until - 60_000) })}
        >{t`Add annotation`}</Button>
      </ForEditors>
      {opened?.kind === 'delete' && <DeleteAnnotation annotation={opened.annotation} onClose={close} />}
      {(opened?.kind === 'new' || opened?.kind === 'change') && (
        <AnnotationDialog
          website={website}
          annotation={opened.kind === 'change' ? opened.annotation : undefined}
          at={opened.kind === 'new' ? opened.at : 0}
          onClose={close}
        />
      )}
    </div>
  )
})

interface EntriesProps extends Pick<ChartEventListProps, 'website' | 'found' | 'chosen'> {
  open: (dialog: DialogState) => void
}

interface ListedEntry {
  key: string
  at: string
  content: ReactNode
}

function listEntries(
  { annotations, deploys }: ChartEvents,
  { website_id, open }: { website_id: number; open: EntriesProps['open'] },
): ListedEntry[] {
  return [
    ...annotations.map((annotation) => ({
      key: `annotation ${annotation.id}`,
      at: annotation.happened_at,
      content: <AnnotationEntry annotation={annotation} open={open} />,
    })),
    ...deploys.map((deploy) => ({
      key: `deploy ${deploy.id}`,
      at: deploy.deployed_at,
      content: <DeployEntry deploy={deploy} website_id={website_id} />,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
}

function Entries({ website: { id: website_id, timezone }, found, chosen, open }: EntriesProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const { current } = details
    if (!chosen || !current) return
    current.open = true
    const entries = [...current.querySelectorAll<HTMLElement>('li[data-at]')]
    const isChosen = (at: number): boolean => at >= chosen.from && at < chosen.to
    entries.find(({ dataset }) => isChosen(Number(dataset['at'])))?.focus()
  }, [chosen])
  const entries = listEntries(found, { website_id, open })
  if (entries.length === 0)
    return <p className="py-2 text-sm text-soft">{t`No deploys or annotations in this period.`}</p>
  return (
    <details ref={details} className="min-w-0 flex-1 py-2 text-sm">
      <summary className="w-fit cursor-pointer text-soft">{describeCounts(found)}</summary>
      <ul aria-label={t`Deploys and annotations`} className="mt-2">
        {entries.map(({ key, at, content }) => (
          <li
            key={key}
            tabIndex={-1}
            data-at={Date.parse(at)}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2"
          >
            <time dateTime={at} className="figures text-soft">
              {formatMoment(Date.parse(at), timezone)}
            </time>
            {content}
          </li>
        ))}
        {found.others > 0 && (
          <li className="py-2 text-soft">
            {plural(found.others, {
              one: '# older entry is not shown. Choose a shorter period.',
              other: '# older entries are not shown. Choose a shorter period.',
            })}
          </li>
        )}
      </ul>
    </details>
  )
}

function describeCounts({ annotations, deploys }: ChartEvents): string {
  return [
    ...(deploys.length > 0 ? [plural(deploys.length, { one: '# deploy', other: '# deploys' })] : []),
    ...(annotations.length > 0 ? [plural(annotations.length, { one: '# annotation', other: '# annotations' })] : []),
  ].join(', ')
}

function Entry({
  kind,
  text,
  link,
  more,
}: {
  kind: 'deploy' | 'annotation'
  text: string
  link: string | null
  more?: string
}) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <EventSwatch kind={kind} /> {link === null ? text : <OutsideLink href={link}>{text}</OutsideLink>}
      {more !== undefined && <span className="text-soft"> {more}</span>}
    </span>
  )
}

function DeployEntry({ deploy, website_id }: { deploy: Deploy; website_id: number }) {
  const { commit, link } = deploy
  return (
    <>
      <Entry
        kind="deploy"
        text={nameDeploy(deploy)}
        link={link}
        {...(commit !== null && { more: commit.slice(0, 12) })}
      />
      <VerdictNote deploy={deploy} website_id={website_id} />
    </>
  )
}

function AnnotationEntry({ annotation, open }: { annotation: Annotation; open: EntriesProps['open'] }) {
  const { text, link, author } = annotation
  return (
    <>
      <Entry kind="annotation" text={text} link={link} more={author} />
      <ForEditors>
        <span className="flex gap-3">
          <button
            type="button"
            className="link min-h-6"
            aria-label={t`Edit ${text}`}
            onClick={() => open({ kind: 'change', annotation })}
          >{t`Edit`}</button>
          <button
            type="button"
            className="link min-h-6"
            aria-label={t`Delete ${text}`}
            onClick={() => open({ kind: 'delete', annotation })}
          >{t`Delete`}</button>
        </span>
      </ForEditors>
    </>
  )
}
