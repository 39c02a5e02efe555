import type { SettingsOf } from '@sitewatch/contract'
import { type Connection, type Failure, formatHostPort, type Handshake } from '../../../platform/egress/index.ts'
import { defineCheckType } from '../run/check-type.ts'
import { converse, type Verdict } from '../run/conversation.ts'
import { describeEvidence } from '../run/evidence.ts'
import { describeFailure, failWith, SUCCESS } from '../run/failure.ts'
import type { Evidence, ProbeOutcome } from '../run/result.ts'
import { askForTls } from '../run/starttls.ts'

const DEFAULT_PORT = 443

/** Writes `TLSv1.2` as `TLS 1.2`. */
const describeVersion = (protocol: string): string => protocol.replace('TLSv', 'TLS ')

function judgeHandshake({ invalid, protocol }: Handshake, { min_tls_version }: SettingsOf<'tls'>): ProbeOutcome {
  if (invalid) return describeFailure(invalid)
  // The versions compare as text. The egress never negotiates one below 1.2.
  if (protocol >= `TLSv${min_tls_version}`) return SUCCESS
  const message = `The server negotiated ${describeVersion(protocol)}; expected TLS ${min_tls_version} or newer.`
  return failWith('tls', message)
}

function describeHandshake({ protocol, certificate }: Handshake): Evidence {
  return describeEvidence(
    {
      protocol: describeVersion(protocol),
      ...(certificate && {
        subject: certificate.subject,
        issuer: certificate.issuer,
        names: certificate.names.join(', '),
        chain: String(certificate.chain.length),
        expires: certificate.expires_at?.toISOString() ?? 'unknown',
      }),
    },
    '',
  )
}

async function talk(connection: Connection, settings: SettingsOf<'tls'>): Promise<Verdict | Failure> {
  const refused = await askForTls(connection, settings.starttls)
  if (refused) return refused
  const handshake = await connection.secure(settings.server_name)
  if (!handshake.ok) return handshake
  const outcome = judgeHandshake(handshake, settings)
  const { certificate } = handshake
  const tls_expires_at = certificate?.expires_at ?? null
  return { outcome, tls_expires_at, certificate, evidence: outcome === SUCCESS ? null : describeHandshake(handshake) }
}

export const tls = defineCheckType('tls', {
  concurrency: { size: 200, per_host: 16 },
  wanted: 'a host, optionally with a port, such as example.com:443',
  vet(egress, url) {
    const vetted = egress.vetEndpoint(url, DEFAULT_PORT)
    return vetted.ok ? { ok: true, url: formatHostPort(vetted) } : vetted
  },
  reconfirm: ['starttls', 'server_name', 'min_tls_version'],
  run: ({ egress }, { settings, ...target }) => converse(egress, target, (connection) => talk(connection, settings)),
})
