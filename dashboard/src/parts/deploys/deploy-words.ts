import { t } from '@lingui/core/macro'
import type { Deploy } from '@sitewatch/sdk'
import type { ChartEvent } from '../../charts/index.ts'

/** "Deploy 2.4.1 (production)" */
export const nameDeploy = ({ version, environment }: Pick<Deploy, 'version' | 'environment'>): string =>
  t`Deploy ${version} (${environment})`

export const toDeployEvent = (deploy: Deploy): ChartEvent => ({
  id: `deploy ${deploy.id}`,
  kind: 'deploy',
  at: deploy.deployed_at,
  text: nameDeploy(deploy),
})
