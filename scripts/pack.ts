import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TSC } from './type-errors.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

interface PackageConfig {
  /** Compiled for `import` and for `require`, with everything it imports. */
  entry: string
  /** Further entries, compiled only for `import`. */
  esmOnly: readonly string[]
  lib: readonly string[]
  types: readonly string[]
  bin?: { name: string; file: string; text: string }
}

const SWCTL = `#!/usr/bin/env node
import { runProcess } from './dist/cli/main.js'
await runProcess()
`

/** Packages that people install. */
export const PACKAGES = {
  sdk: {
    entry: 'src/index.ts',
    esmOnly: ['src/cli/main.ts'],
    lib: ['es2024', 'dom'],
    types: ['node'],
    bin: { name: 'swctl', file: 'swctl.js', text: SWCTL },
  },
  tracker: { entry: 'src/index.ts', esmOnly: [], lib: ['es2024', 'dom'], types: [] },
} as const satisfies Record<string, PackageConfig>
export type PackageName = keyof typeof PACKAGES

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, unknown>
const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

function compile(name: PackageName, folder: string, isCommonJs: boolean): void {
  const { entry, esmOnly, lib, types }: PackageConfig = PACKAGES[name]
  const files = [entry, ...(isCommonJs ? [] : esmOnly)]
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
  execFileSync(process.execPath, [TSC, '-p', config], { stdio: 'inherit' })
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
 * Builds a package as it is published, in the given folder: JavaScript with declarations, because Node does not strip types below
 * node_modules and the package must also run on older versions of Node. Its version is the version of the release.
 */
export function packPackage(name: PackageName, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  compile(name, folder, false)
  compile(name, folder, true)
  // Below a package.json of type module, .js would be read as ESM.
  writeJson(path.join(folder, 'dist/cjs/package.json'), { type: 'commonjs' })
  const { bin }: PackageConfig = PACKAGES[name]
  const manifest = readJson(`${name}/package.json`)
  writeJson(path.join(folder, 'package.json'), {
    name: manifest['name'],
    version: readJson('package.json')['version'],
    description: manifest['description'],
    license: manifest['license'],
    type: 'module',
    sideEffects: false,
    main: './dist/cjs/index.js',
    types: './dist/cjs/index.d.ts',
    exports: EXPORTS,
    ...(bin && { bin: { [bin.name]: bin.file } }),
    files: ['dist', ...(bin ? [bin.file] : [])],
    engines: { node: '>=20.3' },
    ...(manifest['dependencies'] !== undefined && { dependencies: manifest['dependencies'] }),
  })
  if (bin) {
    writeFileSync(path.join(folder, bin.file), bin.text)
    chmodSync(path.join(folder, bin.file), 0o755)
  }
  copyFileSync(path.join(ROOT, name, 'README.md'), path.join(folder, 'README.md'))
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'))
}

/** Packs every package into a tarball and returns the paths of the tarballs. */
export function packTarballs(folder: string): Record<PackageName, string> {
  const entries = Object.keys(PACKAGES).map((name) => {
    const built = path.join(folder, name)
    packPackage(name as PackageName, built)
    const out = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built, encoding: 'utf8' })
    const [{ filename } = { filename: '' }] = JSON.parse(out) as { filename: string }[]
    return [name, path.join(folder, filename)] as const
  })
  return Object.fromEntries(entries) as Record<PackageName, string>
}

const isPackage = (name: string | undefined): name is PackageName => name !== undefined && name in PACKAGES

/** Packs every package. `pack.ts sdk FOLDER` only builds that package in the folder; a release packs the folder. */
function main([argument, folder]: readonly string[]): void {
  if (argument === '--refuse') {
    process.stderr.write(
      'This folder holds the sources, not the package. Run "npm run pack" in the root: it writes .local/packages.\n',
    )
    process.exitCode = 1
  } else if (isPackage(argument) && folder !== undefined) {
    packPackage(argument, path.resolve(folder))
  } else {
    const files = packTarballs(path.resolve(argument ?? path.join(ROOT, '.local/packages')))
    for (const file of Object.values(files)) console.log(file)
  }
}

if (import.meta.main) main(process.argv.slice(2))
