import { describe, expect, it } from 'vitest'
import { findVersionProblem, setLockVersion, setManifestVersion } from './version.ts'

describe('the version of a release', () => {
  it('is replaced in a manifest, also for dependencies on workspaces, and nothing else is', () => {
    const manifest = (version: string): string =>
      JSON.stringify(
        {
          name: '@sitewatch/server',
          version,
          dependencies: { '@sitewatch/contract': version, zod: '0.1.0' },
          engines: { node: '>=20' },
        },
        null,
        2,
      )
    expect(setManifestVersion(manifest('0.1.0'), '0.2.0')).toBe(manifest('0.2.0'))
  })

  it('is replaced in the lock file for the root and each workspace', () => {
    const lock = (version: string): object => ({
      version,
      packages: {
        '': { name: 'sitewatch-workspace', version },
        sdk: { name: '@sitewatch/sdk', version, dependencies: { '@sitewatch/contract': version } },
        'node_modules/zod': { version: '0.1.0' },
      },
    })
    const text = setLockVersion(JSON.stringify(lock('0.1.0')), ['sdk'], '0.2.0')
    expect(JSON.parse(text)).toEqual(lock('0.2.0'))
  })

  it.each([
    ['0.2.0', '0.1.9', null],
    ['0.10.0', '0.9.0', null],
    ['1.0.0', '0.9.9', null],
    ['0.1.0', '0.1.0', '0.1.0 is not newer than 0.1.0, the current version.'],
    ['0.1.9', '0.2.0', '0.1.9 is not newer than 0.2.0, the current version.'],
    ['v0.2.0', '0.1.0', '"v0.2.0" is not a version. Write it as X.Y.Z, for example 1.2.3.'],
    ['0.2', '0.1.0', '"0.2" is not a version. Write it as X.Y.Z, for example 1.2.3.'],
  ])('is checked: %s after %s gives %s', (version, current, problem) => {
    expect(findVersionProblem(version, current)).toBe(problem)
  })
})
