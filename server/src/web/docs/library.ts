import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runAtOnce } from '../../platform/slices.ts'
import { type DocsPage, readPage } from './markdown.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')

/** Pages outside of docs/, where people expect these files. */
const OUTSIDE_DOCS: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'report-a-vulnerability',
  'sdk/README.md': 'sdk',
  'tracker/README.md': 'tracker',
}

const slugOf = (file: string): string =>
  OUTSIDE_DOCS[file] ??
  file
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1')
    .replace(/\.md$/, '')
    .replace('ARCHITECTURE', 'architecture')

interface NavigationGroup {
  title: string
  pages: DocsPage[]
}

export interface Library {
  /** By the part of the address after /docs/; that of the index is ''. */
  pages: ReadonlyMap<string, DocsPage>
  /** The groups of docs/README.md, which is both the index and the menu. */
  navigation: readonly NavigationGroup[]
  readPicture(name: string): Buffer | undefined
}

function listFiles(): string[] {
  const found = globSync(['docs/**/*.md', ...Object.keys(OUTSIDE_DOCS)], { cwd: ROOT })
  return found.map((file) => file.replaceAll(path.sep, '/')).sort()
}

/** The first link of each row of the index. */
function readNavigation(index: DocsPage, pages: ReadonlyMap<string, DocsPage>): NavigationGroup[] {
  return index.links.map(({ title, targets }) => ({
    title,
    pages: targets.flatMap((slug) => pages.get(slug) ?? []),
  }))
}

/** Reads and renders all pages, about 60, once per process at the first request. */
export function* readLibrary(base_url: string): Generator<undefined, Library> {
  const files = new Map(listFiles().map((file) => [file, slugOf(file)]))
  const pages = new Map<string, DocsPage>()
  for (const [file, slug] of files) {
    const markdown = readFileSync(path.join(ROOT, file), 'utf8')
    pages.set(slug, readPage({ slug, file, markdown, files, base_url }))
    yield
  }
  const index = pages.get('')
  if (!index) throw new Error('docs/README.md is missing')
  const pictures = new Set(globSync('docs/pictures/*.png', { cwd: ROOT }).map((file) => path.basename(file)))
  return {
    pages,
    navigation: readNavigation(index, pages),
    readPicture: (name) => (pictures.has(name) ? readFileSync(path.join(ROOT, 'docs/pictures', name)) : undefined),
  }
}

export const openLibrary = (base_url: string): Library => runAtOnce(readLibrary(base_url))
