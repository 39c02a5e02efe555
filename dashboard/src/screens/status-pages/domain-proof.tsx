import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StatusPage } from '@sitewatch/sdk'
import { Copy, Section } from '../../ui/index.ts'

export const isUnverified = ({ domain, domain_verified_at }: StatusPage): boolean =>
  domain !== null && domain_verified_at === null

function Value({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="flex flex-wrap items-center gap-3">
        <span className="figures wrap-anywhere">{text}</span>
        <Copy text={text} label={t`Copy: ${label}`} />
      </dd>
    </>
  )
}

/** The DNS record to add before the page is served on its domain. Renders nothing once the domain is verified. */
export function DomainProof({ page }: { page: StatusPage }) {
  const { domain, domain_record } = page
  if (!isUnverified(page) || domain === null || domain_record === null) return null
  return (
    <Section title={t`${domain} is not verified yet`}>
      <p className="mb-4 max-w-prose">
        <Trans>
          Add this record to the DNS of {domain}. We check for it every minute and serve the page there as soon as we
          find it.
        </Trans>
      </p>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        <Value label={t`Type`} text={domain_record.type} />
        <Value label={t`Name`} text={domain_record.name} />
        <Value label={t`Value`} text={domain_record.value} />
      </dl>
    </Section>
  )
}
