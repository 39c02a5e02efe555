import type { StatusPage } from '@sitewatch/sdk'
import { Copy, Section } from '../../ui/index.ts'

export const isUnproven = ({ domain, domain_verified_at }: StatusPage): boolean =>
  domain !== null && domain_verified_at === null

function Value({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="flex flex-wrap items-center gap-3">
        <span className="figures wrap-anywhere">{text}</span>
        <Copy text={text} label={`Copy ${label.toLowerCase()}`} />
      </dd>
    </>
  )
}

/** What is left to do until the page is served on its domain; nothing, once it is. */
export function DomainProof({ page }: { page: StatusPage }) {
  const { domain, domain_record } = page
  if (!isUnproven(page) || domain_record === null) return null
  return (
    <Section title={`${domain} is not verified yet`}>
      <p className="mb-4 max-w-prose">
        Add this record to the DNS of {domain}. We check for it every minute and serve the page there as soon as we find
        it.
      </p>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        <Value label="Type" text={domain_record.type} />
        <Value label="Name" text={domain_record.name} />
        <Value label="Value" text={domain_record.value} />
      </dl>
    </Section>
  )
}
