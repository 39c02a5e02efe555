import { t } from '@lingui/core/macro'
import type { Website } from '@sitewatch/sdk'
import { ChangedByEditors } from '../teams/for-editors.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportList } from './import-list.tsx'

export function Imports({ website }: { website: Website }) {
  return (
    <div className="grid gap-8">
      <div className="grid max-w-xl gap-4">
        <p>{t`Bring the statistics of another product. They are shown together with those of Sitewatch, and an import can be undone as a whole.`}</p>
        <ChangedByEditors>
          <ImportForm website={website} />
        </ChangedByEditors>
      </div>
      <ImportList website={website} />
    </div>
  )
}
