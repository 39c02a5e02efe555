import { msg, t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { BASE_URL } from '../../platform/page-facts.ts'
import { CodeBlock, Section } from '../../ui/index.ts'

const BADGES = { visitors: msg`Visitors`, uptime: msg`Uptime`, status: msg`Status` }

/** The images come from the server, so that the preview is what others will see. */
export function Badges({ website: { tracking_id, domain } }: { website: Website }) {
  const page = `${BASE_URL}/p/${tracking_id}`
  return (
    <Section title={t`Badges`}>
      <div className="grid gap-5">
        {Object.entries(BADGES).map(([name, message]) => {
          const label = t(message)
          const picture = `${page}/badge/${name}.svg`
          return (
            <div key={name} className="grid gap-2">
              <img src={picture} alt={t`${label} of ${domain}`} height={22} className="h-[22px] w-fit" />
              <CodeBlock
                label={t`${label} badge HTML`}
                code={`<a href="${page}"><img src="${picture}" alt="${label}" height="22"></a>`}
              />
            </div>
          )
        })}
      </div>
    </Section>
  )
}
