import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { ConfigError } from '../config.ts'
import { pipeThrough } from '../platform/pipe-through.ts'
import { decrypt, encrypt, type Passphrase, WrongPassphrase } from './encryption.ts'
import { hasLostHistory, type Manifest, parseManifest, type StoredFile } from './manifest.ts'

/** The passphrase that encrypts the files of a backup; null: not encrypted. */
export type Sealing = Passphrase | null

const NAME = /^sitewatch-\d{8}T\d{6}Z$/
const PARTIAL = '.partial'
const MANIFEST = 'manifest.json'
const SEALED_MANIFEST = 'manifest.json.encrypted'
/** In the folder of a backup that rotation must not remove, with the reason. */
const KEPT = 'kept.txt'

/** sitewatch-20261116T040000Z: names sort by time. */
const nameBackup = (point: Date): string => `sitewatch-${point.toISOString().replace(/[-:]|\.\d+/g, '')}`

async function* hashed(source: AsyncIterable<Buffer>, onEnd: (bytes: number, sha256: string) => void) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const data of source) {
    hash.update(data)
    bytes += data.length
    yield data
  }
  onEnd(bytes, hash.digest('hex'))
}

async function writeSynced(file: string, source: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await pipeline(source, handle.createWriteStream({ flush: true }))
  } finally {
    await handle.close().catch(() => undefined)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a backup under a temporary name, so that an unfinished one is never used as a backup. */
export class BackupWriter {
  readonly #folder: string
  readonly #sealing: Sealing
  readonly #partial: string

  private constructor(folder: string, name: string, sealing: Sealing) {
    this.#folder = folder
    this.#sealing = sealing
    this.#partial = path.join(folder, `${name}${PARTIAL}`)
  }

  /** Removes what an interrupted backup left. The caller is the only one that writes backups of this database. */
  static async create(folder: string, sealing: Sealing): Promise<BackupWriter> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      if (name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)))
        await rm(path.join(folder, name), { recursive: true, force: true })
    }
    const writer = new BackupWriter(folder, nameBackup(new Date()), sealing)
    for (const part of ['postgres', 'history'])
      await mkdir(path.join(writer.#partial, part), { recursive: true, mode: 0o700 })
    return writer
  }

  #seal(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    return this.#sealing ? encrypt(source, this.#sealing) : source
  }

  /** Stores data that is compressed already. */
  async store(file: string, source: AsyncIterable<Buffer>): Promise<Omit<StoredFile, 'rows'>> {
    let stored = { file, bytes: 0, sha256: '' }
    const hashedSource = hashed(this.#seal(source), (bytes, sha256) => (stored = { file, bytes, sha256 }))
    await writeSynced(path.join(this.#partial, file), hashedSource)
    return stored
  }

  /** Stores lines, compressed, and counts them. */
  async storeLines(file: string, source: Readable): Promise<StoredFile> {
    let rows = 0
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const data of source as AsyncIterable<Buffer>) {
        rows += countLines(data)
        yield data
      }
    }
    const stored = await this.store(file, pipeThrough(Readable.from(counted()), createZstdCompress()))
    return { ...stored, rows }
  }

  /** Writes the manifest and gives the backup its final name. */
  async finish(manifest: Manifest): Promise<string> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    const file = path.join(this.#partial, this.#sealing ? SEALED_MANIFEST : MANIFEST)
    await writeSynced(file, this.#seal(Readable.from([text])))
    for (const part of ['postgres', 'history', '.']) await syncFolder(path.join(this.#partial, part))
    const finished = await this.#findName(new Date(manifest.point))
    await rename(this.#partial, finished)
    await syncFolder(this.#folder)
    return finished
  }

  /** Names are of whole seconds: of two backups within one, the later gets the name of the next. */
  async #findName(point: Date): Promise<string> {
    const names = await readdir(this.#folder)
    const at = new Date(point)
    while (names.includes(nameBackup(at))) at.setSeconds(at.getSeconds() + 1)
    return path.join(this.#folder, nameBackup(at))
  }

  abandon(): Promise<void> {
    return rm(this.#partial, { recursive: true, force: true })
  }
}

const LINE_FEED = 10

function countLines(data: Buffer): number {
  let lines = 0
  for (let at = data.indexOf(LINE_FEED); at >= 0; at = data.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}

export interface Rotation {
  /** Names of the backups that were removed. */
  removed: string[]
  /** Old backups that were kept because the next one has far fewer events or checks. */
  kept: string[]
}

/**
 * Keeps the newest backups of a folder, and every older one that may be the only one with its history: rows that disappear without a
 * sign, such as a lost folder of the history, would otherwise be rotated away after a few days.
 */
export async function removeOldBackups(folder: string, keep: number, sealing: Sealing): Promise<Rotation> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  const rotation: Rotation = { removed: [], kept: [] }
  for (const [at, name] of names.slice(0, Math.max(0, names.length - keep)).entries()) {
    const isKept = await keepOnlyCopy(folder, name, names[at + 1], sealing)
    rotation[isKept ? 'kept' : 'removed'].push(name)
  }
  for (const name of rotation.removed) {
    // Renamed first: a removal that is interrupted leaves nothing that looks like a backup.
    await rename(path.join(folder, name), path.join(folder, name + PARTIAL))
    await rm(path.join(folder, name + PARTIAL), { recursive: true, force: true })
  }
  return rotation
}

/** Marks a backup that has history which the next one lacks: the next one is removed some day, and nothing else would tell then. */
async function keepOnlyCopy(
  folder: string,
  name: string,
  next: string | undefined,
  sealing: Sealing,
): Promise<boolean> {
  if ((await readdir(path.join(folder, name))).includes(KEPT)) return true
  const [before, after] = [await readManifest(folder, name, sealing), await readManifest(folder, next, sealing)]
  if (!before || !after || !hasLostHistory(before, after)) return false
  await writeFile(path.join(folder, name, KEPT), `${next} has over a tenth fewer events or checks.\n`)
  return true
}

/** Undefined for a backup that cannot be opened, such as one with another passphrase. */
async function readManifest(folder: string, name: string | undefined, sealing: Sealing): Promise<Manifest | undefined> {
  if (name === undefined) return undefined
  try {
    return (await BackupReader.open(path.join(folder, name), sealing)).manifest
  } catch (error) {
    if (error instanceof ConfigError || error instanceof WrongPassphrase) return undefined
    throw error
  }
}

export class BackupReader {
  readonly #folder: string
  readonly #sealing: Sealing
  readonly manifest: Manifest

  private constructor(folder: string, sealing: Sealing, manifest: Manifest) {
    this.#folder = folder
    this.#sealing = sealing
    this.manifest = manifest
  }

  static async open(location: string, given: Sealing): Promise<BackupReader> {
    const { folder, isSealed } = await findBackup(location)
    if (isSealed && !given)
      throw new ConfigError('This backup is encrypted. Pass its passphrase with --passphrase-file.')
    if (!isSealed && given)
      throw new ConfigError(
        `The backup in ${folder} is not encrypted, but a passphrase is set: somebody may have replaced it. If you trust it, run the command without a passphrase (--passphrase-file, SITEWATCH_BACKUP_PASSPHRASE).`,
      )
    const sealing = given
    const bytes = await readFile(path.join(folder, isSealed ? SEALED_MANIFEST : MANIFEST))
    const text = sealing ? await collect(decrypt(Readable.from([bytes]), sealing)) : bytes
    const manifest = parseManifest(text.toString())
    if (!manifest)
      throw new ConfigError(
        `The backup in ${folder} cannot be read: a newer version of Sitewatch made it, or it was changed.`,
      )
    return new BackupReader(folder, sealing, manifest)
  }

  /** The decrypted file, still compressed. The stream fails at its end if size or checksum do not match the manifest. */
  read(stored: StoredFile): Readable {
    const source = createReadStream(path.join(this.#folder, stored.file))
    const checked = hashed(source as AsyncIterable<Buffer>, (bytes, sha256) => {
      if (bytes !== stored.bytes || sha256 !== stored.sha256)
        throw new ConfigError(`${stored.file} is damaged: it is not the file that the backup stored.`)
    })
    return Readable.from(this.#sealing ? decrypt(checked, this.#sealing) : checked, { objectMode: false })
  }

  readPlain(stored: StoredFile): Readable {
    return pipeThrough(this.read(stored), createZstdDecompress())
  }

  async countLines(stored: StoredFile): Promise<number> {
    let lines = 0
    for await (const data of this.readPlain(stored) as AsyncIterable<Buffer>) lines += countLines(data)
    return lines
  }
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

/** The backup at this location, or else the newest backup inside it. */
async function findBackup(location: string): Promise<{ folder: string; isSealed: boolean }> {
  const names = await readdir(location).catch(() => {
    throw new ConfigError(`The folder ${location} does not exist or cannot be read.`)
  })
  const isSealed = names.includes(SEALED_MANIFEST)
  if (isSealed || names.includes(MANIFEST)) return { folder: location, isSealed }
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1)
  if (newest === undefined) throw new ConfigError(`There is no backup in ${location}.`)
  return findBackup(path.join(location, newest))
}

export { WrongPassphrase }
