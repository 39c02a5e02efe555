import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

interface Built {
  /** Compiled for `import` and for `require`, with everything it imports. */
  entry: string
  /** Compiled for `import` alone. */
  more: readonly string[]
  lib: readonly string[]
  types: readonly string[]
  bin?: { name: string; file: string; text: string }
}

const SWCTL = `#!/usr/bin/env node
import { main } from './dist/cli/main.js'
await main(process.argv.slice(2))
`

/** Packages that people install. */
export const PACKAGES = {
  sdk: {
    entry: 'src/index.ts',
    more: ['src/cli/main.ts'],
    lib: ['es2024', 'dom'],
    types: ['node'],
    bin: { name: 'swctl', file: 'swctl.js', text: SWCTL },
  },
  tracker: { entry: 'src/index.ts', more: [], lib: ['es2024', 'dom'], types: [] },
} as const satisfies Record<string, Built>
export type PackageName = keyof typeof PACKAGES

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, unknown>
const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

function compile(name: PackageName, folder: string, isCommonJs: boolean): void {
  const { entry, more, lib, types }: Built = PACKAGES[name]
  const files = [entry, ...(isCommonJs ? [] : more)]
  const config = path.join(folder, 'tsconfig.json')
  writeJson(config, {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      target: 'es2022',
      lib,
      types,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: path.join(ROOT, name, 'src'),
      outDir: path.join(folder, isCommonJs ? 'dist/cjs' : 'dist'),
      ...(isCommonJs && { module: 'commonjs', moduleResolution: 'bundler', verbatimModuleSyntax: false }),
    },
    files: files.map((file) => path.join(ROOT, name, file)),
    include: [],
  })
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/typescript-7/bin/tsc'), '-p', config], {
    stdio: 'inherit',
  })
  rmSync(config)
}

const EXPORTS = {
  '.': {
    import: { types: './dist/index.d.ts', default: './dist/index.js' },
    require: { types: './dist/cjs/index.d.ts', default: './dist/cjs/index.js' },
  },
  './package.json': './package.json',
}

/**
 * A package as it goes to a registry, in a folder of its own: JavaScript with declarations, since Node strips no types below
 * node_modules, and what people install must run on the Node they have. Its version is that of the release.
 */
export function packPackage(name: PackageName, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  compile(name, folder, false)
  compile(name, folder, true)
  // Below a package.json of type module, .js would be read as ESM.
  writeJson(path.join(folder, 'dist/cjs/package.json'), { type: 'commonjs' })
  const { bin }: Built = PACKAGES[name]
  const own = readJson(`${name}/package.json`)
  writeJson(path.join(folder, 'package.json'), {
    name: own['name'],
    version: readJson('package.json')['version'],
    description: own['description'],
    license: own['license'],
    type: 'module',
    sideEffects: false,
    main: './dist/cjs/index.js',
    types: './dist/cjs/index.d.ts',
    exports: EXPORTS,
    ...(bin && { bin: { [bin.name]: bin.file } }),
    files: ['dist', ...(bin ? [bin.file] : [])],
    engines: { node: '>=20.3' },
    ...(own['dependencies'] !== undefined && { dependencies: own['dependencies'] }),
  })
  if (bin) {
    writeFileSync(path.join(folder, bin.file), bin.text)
    chmodSync(path.join(folder, bin.file), 0o755)
  }
  copyFileSync(path.join(ROOT, name, 'README.md'), path.join(folder, 'README.md'))
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'))
}

/** Packs every package into tarballs, and gives their files. */
export function packTarballs(folder: string): Record<PackageName, string> {
  const made = Object.keys(PACKAGES).map((name) => {
    const built = path.join(folder, name)
    packPackage(name as PackageName, built)
    const out = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built, encoding: 'utf8' })
    const [{ filename } = { filename: '' }] = JSON.parse(out) as { filename: string }[]
    return [name, path.join(folder, filename)] as const
  })
  return Object.fromEntries(made) as Record<PackageName, string>
}

const isPackage = (name: string | undefined): name is PackageName => name !== undefined && name in PACKAGES

/** Packs every package; `pack.ts sdk FOLDER` builds one of them in that folder, which is what a release packs. */
function main([given, folder]: readonly string[]): void {
  if (given === '--refuse') {
    process.stderr.write(
      'This folder holds the sources, not the package. Run "npm run pack" in the root: it writes .local/packages.\n',
    )
    process.exitCode = 1
  } else if (isPackage(given) && folder !== undefined) {
    packPackage(given, path.resolve(folder))
  } else {
    const files = packTarballs(path.resolve(given ?? path.join(ROOT, '.local/packages')))
    for (const file of Object.values(files)) console.log(file)
  }
}

if (import.meta.main) main(process.argv.slice(2))
