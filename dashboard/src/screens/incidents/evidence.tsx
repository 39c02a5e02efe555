import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { CodeBlock, Loaded, Section } from '../../ui/index.ts'
import { evidenceQuery } from '../../data/incidents/queries.ts'

/** The response of the target when the check failed. Loaded separately, because it is at the end of the page. */
export function EvidencePart({ id }: { id: number }) {
  const evidence = useQuery(evidenceQuery(id))
  return (
    <Section title={t`Evidence`}>
      <Loaded query={evidence} rows={3}>
        {({ status, headers, body }) =>
          status === null && Object.keys(headers).length === 0 && !body ? (
            <p className="text-soft">{t`The target sent no response.`}</p>
          ) : (
            <div className="grid gap-4">
              <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
                {status !== null && (
                  <>
                    <dt className="text-soft">{t`status`}</dt>
                    <dd className="figures">{status}</dd>
                  </>
                )}
                {Object.entries(headers).map(([name, value]) => (
                  <div key={name} className="contents">
                    <dt className="text-soft">{name}</dt>
                    <dd className="figures wrap-anywhere">{value}</dd>
                  </div>
                ))}
              </dl>
              {body !== null && body !== '' && <CodeBlock code={body} label={t`Start of the response`} />}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}
