const UNRELEASED = '## Unreleased'

/** The text below a heading of the second level, without blank lines around it. */
export function readSection(changelog: string, heading: string): string {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line === `## ${heading}` || line.startsWith(`## ${heading} `))
  if (start === -1) return ''
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  const end = length === -1 ? lines.length : start + 1 + length
  return lines
    .slice(start + 1, end)
    .join('\n')
    .trim()
}

/** Turns the section Unreleased into the section of a version, below an empty Unreleased. */
export function releaseSection(changelog: string, version: string, date: string): string {
  return changelog.replace(UNRELEASED, () => `${UNRELEASED}\n\n## ${version} (${date})`)
}
