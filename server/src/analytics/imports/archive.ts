import type { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { FileRefused } from './event-run.ts'
import { type UploadedFile, UploadUnreadable } from './upload.ts'

/** An export has ten files. */
const MAX_ENTRIES = 1000
const GIB = 1024 ** 3
/** Ten years with 3,000 pages a day. */
const MAX_FILE_BYTES = GIB
const MAX_ARCHIVE_BYTES = 4 * GIB
/** Exports were 3 to 13 times as large as their archive, and 90 times with the same figures on each day. Archives can reach 1,000. */
const MAX_RATIO = 200
/** Less than this is unpacked at any ratio. */
const SMALL_BYTES = 16 * 1024 ** 2

class UploadReader extends RandomAccessReader {
  private readonly file: UploadedFile

  constructor(file: UploadedFile) {
    super()
    this.file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.file.stream(start, end)
  }
}

export interface ArchivedFile {
  name: string
  /** Unpacked. */
  bytes: number
  /** Fails if it unpacks to more than the archive says. */
  read(): AsyncGenerator<Buffer>
}

const refuse = (cause: unknown): Error =>
  cause instanceof UploadUnreadable
    ? cause
    : new FileRefused('The file is not a ZIP archive that can be read.', { cause })

function openZip(file: UploadedFile): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySize: true }
    fromRandomAccessReader(new UploadReader(file), file.bytes, options, (error, zip) => {
      if (error) reject(refuse(error))
      else resolve(zip)
    })
  })
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > MAX_ENTRIES) reject(new FileRefused(`The archive has more than ${MAX_ENTRIES} files.`))
      else zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error: unknown) => reject(refuse(error)))
    zip.readEntry()
  })
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(refuse(error)) : resolve(opened)))
  })
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    throw refuse(error)
  }
}

const isPackedTooWell = (unpacked: number, packed: number): boolean =>
  unpacked > SMALL_BYTES && unpacked > MAX_RATIO * packed

/** The archive says how large its files are; reading one fails if it is larger. */
function refuseLargeContents(entries: readonly Entry[], archive_bytes: number): void {
  const advice = 'Export a shorter time, and import it in several parts.'
  const large = entries.find(({ uncompressedSize }) => uncompressedSize > MAX_FILE_BYTES)
  if (large) throw new FileRefused(`${large.fileName} unpacks to more than ${MAX_FILE_BYTES / GIB} GiB. ${advice}`)
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > MAX_ARCHIVE_BYTES)
    throw new FileRefused(`The archive unpacks to more than ${MAX_ARCHIVE_BYTES / GIB} GiB. ${advice}`)
  const dense = entries.find((entry) => isPackedTooWell(entry.uncompressedSize, entry.compressedSize))
  // Of the whole archive as well: its files may share their packed bytes.
  if (dense || isPackedTooWell(unpacked, archive_bytes))
    throw new FileRefused(
      `${dense?.fileName ?? 'The archive'} unpacks to more than ${MAX_RATIO} times its size, which no export does. Upload the ZIP file as Plausible made it.`,
    )
}

/** The files of a ZIP archive, sorted by name, so that an import can resume where it stopped. Unpacks nothing yet. */
export async function openArchive(file: UploadedFile): Promise<ArchivedFile[]> {
  const zip = await openZip(file)
  const entries = (await listEntries(zip)).filter(({ fileName }) => !fileName.endsWith('/'))
  refuseLargeContents(entries, file.bytes)
  return entries
    .map((entry) => ({ name: entry.fileName, bytes: entry.uncompressedSize, read: () => readEntry(zip, entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
