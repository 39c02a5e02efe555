import { globSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PROBLEM_CODES } from '@sitewatch/contract'
import { listSections, openLibrary, renderDocsPage, SCRIPT } from '../server/src/web/docs/index.ts'
import { openDashboardFiles } from '../server/src/web/dashboard-files.ts'
import { runAtOnce } from '../server/src/platform/slices.ts'
import { readOpenApi } from '../server/src/web/openapi-file.ts'
import { renderProblemPage, renderReference } from '../server/src/web/reference/index.ts'
import { FONT_FACES } from '../server/src/platform/html/look.gen.ts'
import { ICON } from '../server/src/platform/html/page.ts'

const USAGE = `Usage: npm run docs -- [--to FOLDER] [--base-url URL]

Writes the documentation, as a server shows it under /docs, to static files.
  --to FOLDER       where to (default: .local/docs)
  --base-url URL    where it will be served, without /docs (default: https://watch.example.com)`

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: '.local/docs' },
    'base-url': { type: 'string', default: 'https://watch.example.com' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const base_url = values['base-url'].replace(/\/$/, '')
const root = path.resolve(import.meta.dirname, '..')
const folder = path.resolve(values.to)

async function write(name: string, body: string | Buffer): Promise<void> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, body)
}

const library = openLibrary(base_url)
for (const page of library.pages.values()) {
  await write(path.join('docs', page.slug, 'index.html'), renderDocsPage(library, page, base_url))
}
await write('docs/api/index.html', runAtOnce(renderReference(await readOpenApi(), base_url)))
for (const code of PROBLEM_CODES) await write(`docs/problems/${code}/index.html`, renderProblemPage(code, base_url))
await write('docs/search.json', JSON.stringify(listSections(library)))
await write('icon.svg', ICON)

const files = openDashboardFiles()
async function copyBuilt(name: string, to: string): Promise<void> {
  const asset = files.asset(files.findBuilt(name) ?? '')
  if (!asset) throw new Error(`${name} is not built: run "npm run build" first`)
  await write(to, asset.body('identity'))
}
await copyBuilt(SCRIPT, 'docs/page.js')
for (const { file } of FONT_FACES) await copyBuilt(`${file}.woff2`, `fonts/${file}.woff2`)

await mkdir(path.join(folder, 'docs/pictures'), { recursive: true })
for (const picture of globSync('docs/pictures/*.png', { cwd: root })) {
  await copyFile(path.join(root, picture), path.join(folder, picture))
}
for (const name of ['openapi.json', 'config.schema.json'])
  await write(name, await readFile(path.join(root, 'docs', name)))
console.log(`${library.pages.size} pages and the API reference: ${path.join(values.to, 'docs')}`)
