import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../platform/api.ts'
import { PageHeader, toast } from '../../ui/index.ts'
import { StatusPageForm } from './status-page-form.tsx'

export { loadChoices } from '../../data/status-pages/queries.ts'

const route = getRouteApi('/app/status-pages/new')

export function NewStatusPageScreen() {
  const navigate = route.useNavigate()
  const client = useQueryClient()
  return (
    <>
      <PageHeader title={t`New status page`} />
      <StatusPageForm
        action={t`Create status page`}
        save={async (fields) => {
          const page = await api.statusPages.create(fields)
          await client.invalidateQueries({ queryKey: ['status-pages'] })
          toast(t`Status page created`)
          await navigate({ to: '/status-pages/$pageId', params: { pageId: String(page.id) } })
        }}
      />
    </>
  )
}
