import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { sessionQuery } from '../data/accounts/queries.ts'
import { useSignOut } from '../data/accounts/sign-out.ts'
import { Menu } from '../ui/menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function AccountMenu({ side }: { side: 'above' | 'below' }) {
  const { data } = useSuspenseQuery(sessionQuery)
  const navigate = useNavigate()
  const router = useRouter()
  const signOut = useSignOut()
  return (
    <div className="grid min-w-0 justify-items-start gap-2">
      <ThemeSwitch />
      <div className="-mx-3 min-w-0 max-w-full">
        <Menu
          side={side}
          align="start"
          label={
            <span className="max-w-36 truncate" title={data.user.email}>
              {data.user.email}
            </span>
          }
          name={t`Account ${data.user.email}`}
          items={[
            { label: t`Settings`, run: () => void navigate({ to: '/settings' }) },
            {
              label: t`Documentation`,
              run: () => location.assign(router.options.basepath?.replace(/\/$/, '') + '/docs'),
            },
            { label: t`Sign out`, run: () => void signOut() },
          ]}
        />
      </div>
    </div>
  )
}
