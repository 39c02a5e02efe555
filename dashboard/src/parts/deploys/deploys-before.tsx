import { t } from '@lingui/core/macro'
import type { Deploy, Incident } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '../../platform/format.ts'
import { type Column, Loaded, Section, Table, Time } from '../../ui/index.ts'
import { useCurrentTeam } from '../../data/teams/roles.ts'
import { OutsideLink } from './outside-link.tsx'
import { deploysBeforeQuery } from '../../data/deploys/queries.ts'
import { VerdictNote } from './verdict-note.tsx'

/** "4 min before" */
function describeLead({ deployed_at }: Deploy, started_at: string): string {
  const duration = formatDuration(Math.round((Date.parse(started_at) - Date.parse(deployed_at)) / 1000))
  return t`${duration} before`
}

const listColumns = (started_at: string): readonly Column<Deploy>[] => [
  {
    head: t`Version`,
    cell: ({ version, link }) => (link === null ? version : <OutsideLink href={link}>{version}</OutsideLink>),
  },
  { head: t`Environment`, cell: ({ environment }) => environment },
  { head: t`Commit`, cell: ({ commit }) => (commit === null ? '–' : <code>{commit.slice(0, 12)}</code>) },
  {
    head: t`Deployed`,
    cell: (deploy) => (
      <>
        <Time at={deploy.deployed_at} as="moment" />{' '}
        <span className="text-soft">({describeLead(deploy, started_at)})</span>
      </>
    ),
  },
  { head: t`Result`, cell: (deploy) => (deploy.verdict === null ? '–' : <VerdictNote deploy={deploy} />) },
]

/** The deploys in the hour before an incident. Hidden from guests, who may not see deploys. */
export function DeploysBefore({ incident: { id, started_at } }: { incident: Incident }) {
  const role = useCurrentTeam()?.role
  const deploys = useQuery({ ...deploysBeforeQuery(id), enabled: role !== undefined && role !== 'guest' })
  if (role === 'guest') return null
  return (
    <Section title={t`Deploys before this incident`}>
      <Loaded query={deploys} rows={1}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">{t`No deploy was recorded in the 60 minutes before it started.`}</p>
          ) : (
            <Table
              caption={t`Deploys before this incident`}
              columns={listColumns(started_at)}
              rows={data}
              rowKey={(deploy) => deploy.id}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
