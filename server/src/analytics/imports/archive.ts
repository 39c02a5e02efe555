import type { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { FileRefused } from './event-run.ts'
import { type UploadedFile, UploadUnreadable } from './upload.ts'

/** An export has ten files. */
const MAX_ENTRIES = 1000
/** Ten years of a large website; a file that unpacks to more is not an export. */
const MAX_UNPACKED_BYTES = 16 * 1024 ** 3

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

/** The files of a ZIP archive, sorted by name, so that an import can resume where it stopped. */
export async function openArchive(file: UploadedFile): Promise<ArchivedFile[]> {
  const zip = await openZip(file)
  const entries = (await listEntries(zip)).filter(({ fileName }) => !fileName.endsWith('/'))
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (bytes > MAX_UNPACKED_BYTES)
    throw new FileRefused(`The archive unpacks to more than ${MAX_UNPACKED_BYTES / 1024 ** 3} GiB.`)
  return entries
    .map((entry) => ({ name: entry.fileName, bytes: entry.uncompressedSize, read: () => readEntry(zip, entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
