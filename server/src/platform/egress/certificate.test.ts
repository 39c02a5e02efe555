import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, open } from '../../../test/platform/egress/loopback.ts'
import { listen } from '../../../test/platform/egress/targets.ts'
import { createEgress } from './index.ts'

afterEach(closeAll)

/** A root, an intermediate authority and a leaf, each with its own lifetime. */
function issueChain(days: { root: number; intermediate: number; leaf: number }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'chain-'))
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8')
  const sign = (name: string, issuer: string, extensions: string): void => {
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`)
    openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-out', `${name}.csr`)
    writeFileSync(path.join(folder, 'ext'), extensions)
    const days_left = String(days[name as keyof typeof days])
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${issuer}.pem`,
      '-CAkey',
      `${issuer}.key`,
      '-days',
      days_left,
      '-extfile',
      'ext',
      '-out',
      `${name}.pem`,
    )
  }
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'root.key')
  openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    'root.key',
    '-subj',
    '/CN=root',
    '-days',
    String(days.root),
    '-out',
    'root.pem',
  )
  sign('intermediate', 'root', 'basicConstraints=CA:TRUE\n')
  sign('leaf', 'intermediate', 'subjectAltName=IP:127.0.0.1\n')
  const [root, intermediate, leaf, key] = [
    read('root.pem'),
    read('intermediate.pem'),
    read('leaf.pem'),
    read('leaf.key'),
  ]
  rmSync(folder, { recursive: true })
  return { ca: root, key, cert: leaf + intermediate, intermediate, leaf }
}

async function readExpiry(chain: ReturnType<typeof issueChain>) {
  const egress = createEgress({ allowPrivate: ['127.0.0.0/8'], ca: [chain.ca] })
  const server = createServer({ key: chain.key, cert: chain.cert }, (_, response) => response.end())
  const { port } = await open(listen(server))
  const over_http = await egress.request({ url: `https://127.0.0.1:${port}/`, timeout_ms: 2000 })
  const bare = await egress.connect({ host: '127.0.0.1', port, timeout_ms: 2000 }, (connection) => connection.secure())
  return { http: over_http.ok ? over_http.tls_expires_at : over_http, bare: bare.ok ? bare.value : bare }
}

describe('the expiry of a certificate', () => {
  it('is that of the chain when an intermediate certificate expires first; the root does not count', async () => {
    const chain = issueChain({ root: 3, intermediate: 20, leaf: 90 })
    const expires_at = new X509Certificate(chain.intermediate).validToDate
    const { http, bare } = await readExpiry(chain)
    expect(http).toEqual(expires_at)
    expect(bare).toMatchObject({
      certificate: {
        expires_at,
        subject: 'leaf',
        issuer: 'intermediate',
        names: ['127.0.0.1'],
        chain: [
          { subject: 'leaf', issuer: 'intermediate' },
          { subject: 'intermediate', issuer: 'root' },
        ],
      },
    })
  })

  it('is that of the leaf certificate if it expires first', async () => {
    const chain = issueChain({ root: 300, intermediate: 200, leaf: 90 })
    expect((await readExpiry(chain)).http).toEqual(new X509Certificate(chain.leaf).validToDate)
  })
})
