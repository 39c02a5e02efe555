import { describe, expect, it } from 'vitest'
import { readSection, releaseSection } from './changelog.ts'

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n### Added\n- One $& thing.\n\n## 1.0.0 (2026-01-02)\n\n- The first.\n'

describe('the changelog of a release', () => {
  it('gets a section for the version, made from Unreleased, below an empty Unreleased', () => {
    const released = releaseSection(CHANGELOG, '1.1.0', '2026-03-04')
    expect(released).toContain('## Unreleased\n\n## 1.1.0 (2026-03-04)\n\n### Added\n- One $& thing.\n\n## 1.0.0 ')
    expect(readSection(released, 'Unreleased')).toBe('')
    expect(readSection(released, '1.1.0')).toBe('### Added\n- One $& thing.')
  })

  it('is read up to the end of the last section, and as an empty text for a missing version', () => {
    expect(readSection(CHANGELOG, '1.0.0')).toBe('- The first.')
    expect(readSection(CHANGELOG, '1.0')).toBe('')
  })
})
