import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  readonly ca: string
  /** `names`: entries of subjectAltName, such as `DNS:web.test` or `IP:8.8.4.4`. −1 days: expired. */
  issue(names: readonly string[], days: number): Certificate
  issueSelfSigned(names: readonly string[]): Certificate
  remove(): void
}

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  }
  const makeKey = (name: string): void => openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', name)
  const read = (name: string): string => readFileSync(at(name), 'utf8')
  makeKey('ca.key')
  openssl('req', '-x509', '-new', '-key', 'ca.key', '-subj', '/CN=Test Authority', '-days', '2', '-out', 'ca.pem')
  makeKey('leaf.key')
  openssl('req', '-new', '-key', 'leaf.key', '-subj', '/CN=leaf', '-out', 'leaf.csr')
  return {
    ca: read('ca.pem'),
    issue(names, days) {
      writeFileSync(at('leaf.ext'), `subjectAltName=${names.join(',')}\n`)
      const signing = [
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-days',
        String(days),
        '-extfile',
        'leaf.ext',
        '-out',
        'leaf.pem',
      ]
      openssl('x509', '-req', '-in', 'leaf.csr', ...signing)
      return { key: read('leaf.key'), cert: read('leaf.pem') }
    },
    issueSelfSigned(names) {
      const extension = ['-addext', `subjectAltName=${names.join(',')}`]
      openssl(
        'req',
        '-x509',
        '-new',
        '-key',
        'leaf.key',
        '-subj',
        '/CN=self',
        '-days',
        '2',
        ...extension,
        '-out',
        'self.pem',
      )
      return { key: read('leaf.key'), cert: read('self.pem') }
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
