import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publint } from 'publint'
import { afterAll, describe, expect, it } from 'vitest'
import { packPackage } from '../../../scripts/pack.ts'
import { listTypeErrors } from '../../../scripts/type-errors.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'packed-')))
const modules = path.join(folder, 'node_modules')
const packed = path.join(modules, '@sitewatch/sdk')
const tracker = path.join(modules, '@sitewatch/tracker')
afterAll(() => rmSync(folder, { recursive: true }))

/** A project with the package installed as from a registry. */
function install(): void {
  mkdirSync(path.dirname(packed), { recursive: true })
  packPackage('sdk', packed)
  packPackage('tracker', tracker)
  for (const name of ['commander', 'yaml', '@types'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
}

const run = (file: string, ...args: string[]): string =>
  execFileSync(process.execPath, [path.join(folder, file), ...args], { encoding: 'utf8' })

describe('packing a package', () => {
  it('makes packages that run and type-check where they are installed, with import and with require', () => {
    install()
    const use = `import { createClient, type Website } from '@sitewatch/sdk'
      import { track } from '@sitewatch/tracker'
      track('Order', { revenue: { amount: 49, currency: 'EUR' } })
      // @ts-expect-error: an amount without a currency
      track('Order', { revenue: { amount: 49 } })
      const client = createClient({ base_url: 'https://watch.example.com', key: 'sw_x' })
      export const show = (id: number): Promise<Website> => client.websites.show(id)
      console.log(typeof client.websites.show)`
    writeFileSync(path.join(folder, 'use.mts'), use)
    writeFileSync(path.join(folder, 'use.cts'), use)
    const config = {
      compilerOptions: { module: 'nodenext', target: 'es2022', strict: true, types: ['node'], skipLibCheck: true },
      include: ['use.mts', 'use.cts'],
    }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
    expect(listTypeErrors(folder)).toEqual([])
    expect(run('use.mjs')).toBe('function\n')
    expect(run('use.cjs')).toBe('function\n')
    expect(run('node_modules/@sitewatch/sdk/swctl.js', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(run('node_modules/@sitewatch/sdk/swctl.js', 'website', 'add', '--help')).toContain('--timezone')
  })

  it('keeps the client free of everything that a browser does not have', () => {
    const files = readdirSync(path.join(packed, 'dist')).filter((name) => name.endsWith('.js'))
    expect(files).toContain('index.js')
    const imported = files.flatMap((name) => {
      const text = readFileSync(path.join(packed, 'dist', name), 'utf8')
      return [...text.matchAll(/(?:from|import\()\s*["']([^"']+)["']/g)].map(([, from = '']) => from)
    })
    expect(imported.length).toBeGreaterThan(3)
    expect(imported.filter((from) => !/^\.\/[\w.-]+\.js$/.test(from))).toEqual([])
  })
})

describe('publint', () => {
  it.each([packed, tracker])('reports no problem in %s', async (pkgDir) => {
    const { messages } = await publint({ pkgDir, strict: true, pack: false })
    expect(messages).toEqual([])
  })
})

describe('npm pack', () => {
  const pack = (cwd: string) =>
    spawnSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd, encoding: 'utf8' })

  it('in sdk/ is refused, with a message how the package is built', () => {
    const { status, stderr } = pack(path.join(ROOT, 'sdk'))
    expect(status).not.toBe(0)
    expect(stderr).toContain('npm run pack')
    expect(readdirSync(folder).filter((name) => name.endsWith('.tgz'))).toEqual([])
  })

  it('in the built folder makes a package of JavaScript alone', () => {
    const { status, stdout } = pack(packed)
    expect(status).toBe(0)
    const [made] = JSON.parse(stdout) as { files: { path: string }[] }[]
    const names = made?.files.map((file) => file.path) ?? []
    expect(names).toContain('dist/index.js')
    expect(names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([])
  })
})
