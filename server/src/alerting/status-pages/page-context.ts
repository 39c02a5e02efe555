import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Authenticator } from '../../http/auth.ts'
import type { AddressReader } from '../../http/client-address.ts'
import type { Vault } from '../../identity/accounts/index.ts'
import type { PublicEgress } from '../../platform/egress/index.ts'
import type { Postgres } from '../../platform/postgres/index.ts'
import type { AccessParts, PageAccess } from './access.ts'
import type { PageUrl } from './page-urls.ts'
import type { FoundPage } from './public-store.ts'
import type { SubscriberChannel } from './subscribe-form.ts'

export interface PublicParts {
  config: Pick<
    Config,
    | 'BASE_URL'
    | 'SITEWATCH_RATE_LIMIT_PER_MINUTE'
    | 'SITEWATCH_RATE_SIGNIN_PER_MINUTE'
    | 'SITEWATCH_SECRET'
    | 'SITEWATCH_SECRET_PREVIOUS'
  >
  postgres: Postgres
  vault: Vault
  public_egress: PublicEgress
  /** Without a mailer nobody can subscribe by e-mail, and no page offers it. */
  hasMailer: boolean
  readAddress: AddressReader
  authenticator: Authenticator
  cookie_name: string
}

/** What the public pages, their password and their subscriptions share. */
export interface PageContext extends PublicParts {
  access: AccessParts
  channels: readonly SubscriberChannel[]
  /** Counts the request, and finds the page and what the caller may see of it; null when there is no such page. */
  open(request: FastifyRequest, reply: FastifyReply, page_url: PageUrl): Promise<Opened | null>
  readNetwork(request: FastifyRequest): string
}

interface Opened {
  page: FoundPage
  access: PageAccess
}
