import { createPause } from '../../platform/slices.ts'

const LINE_FEED = 0x0a
const QUOTE = 0x22
/** An event may have a URL of 4,096 characters and 30 properties of 500. */
const MAX_RECORD_BYTES = 256 * 1024
/** Split at once. Lines of one byte take 0.5 ms per KiB, and a chunk has up to 1 MiB. */
const PART_BYTES = 16 * 1024
const RECORDS_AT_ONCE = 5000

/** A line of a file, or several lines that a quoted cell of a CSV file spans. */
export interface FileRecord {
  /** Number of its last line, from 1. */
  line: number
  /** Position of the byte after it. */
  end: number
  /** Null: too long to be read. */
  text: string | null
}

export interface FilePosition {
  bytes: number
  lines: number
}

const decode = (bytes: Buffer): string => {
  const text = bytes.toString()
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

/** Whether several lines together are one record of a CSV file. */
export type IsRecord = (text: string) => boolean

/**
 * Splits bytes into records with their position, so that an import can resume there after a kill. A line that opens a quote and does
 * not close it is joined with the next ones only if they form a record: one broken line must not swallow others.
 */
class RecordSplitter {
  private buffer: Buffer = Buffer.alloc(0)
  private position: FilePosition
  private readonly isRecord: IsRecord | undefined
  /** The current record: where its next line starts, how many lines it has, and whether a quote is open. */
  private at = 0
  private lines = 0
  private inQuotes = false
  private isTooLong = false

  constructor(from: FilePosition, isRecord: IsRecord | undefined) {
    this.position = from
    this.isRecord = isRecord
  }

  *push(chunk: Buffer): Generator<FileRecord[]> {
    this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk])
    let records: FileRecord[] = []
    for (;;) {
      if (!this.takeLines(records)) {
        yield records
        records = []
        // A quote that is never closed: its first line is a record, and the others are read again.
      } else if (this.lines > 0 && this.buffer.length > MAX_RECORD_BYTES) this.takeFirstLine(records)
      else break
    }
    if (this.buffer.length > MAX_RECORD_BYTES) {
      this.isTooLong = true
      this.position = { ...this.position, bytes: this.position.bytes + this.buffer.length }
      this.buffer = Buffer.alloc(0)
      this.at = 0
    }
    yield records
  }

  /** False if there are more lines, but enough records. */
  private takeLines(records: FileRecord[]): boolean {
    for (let feed = this.findFeed(); feed >= 0; feed = this.findFeed()) {
      if (records.length >= RECORDS_AT_ONCE) return false
      this.takeLine(feed, records)
    }
    return true
  }

  private findFeed(): number {
    return this.buffer.indexOf(LINE_FEED, this.at)
  }

  private takeLine(feed: number, records: FileRecord[]): void {
    if (this.isRecord) {
      const isOdd = this.countQuotes(this.at, feed) % 2 === 1
      this.inQuotes = this.inQuotes !== isOdd
    }
    this.lines += 1
    this.at = feed + 1
    if (this.inQuotes && this.at <= MAX_RECORD_BYTES) return
    const isJoined = this.lines > 1
    const text = isJoined ? decode(this.buffer.subarray(0, feed)) : ''
    if (isJoined && (this.inQuotes || !this.isRecord?.(text))) this.takeFirstLine(records)
    else this.emit(feed, this.lines, records)
  }

  /** The lines after it are read again, one by one. */
  private takeFirstLine(records: FileRecord[]): void {
    this.emit(this.buffer.indexOf(LINE_FEED), 1, records)
  }

  private emit(feed: number, lines: number, records: FileRecord[]): void {
    const text = this.isTooLong ? null : decode(this.buffer.subarray(0, feed))
    this.position = { bytes: this.position.bytes + feed + 1, lines: this.position.lines + lines }
    records.push({ line: this.position.lines, end: this.position.bytes, text })
    this.buffer = this.buffer.subarray(feed + 1)
    this.at = 0
    this.lines = 0
    this.inQuotes = false
    this.isTooLong = false
  }

  private countQuotes(from: number, to: number): number {
    let count = 0
    // Searches this line only: without quotes, each search would go through the rest of the chunk.
    const line = this.buffer.subarray(from, to)
    for (let at = line.indexOf(QUOTE); at >= 0; at = line.indexOf(QUOTE, at + 1)) count++
    return count
  }

  /** A last line without a line feed, and the lines of a quote that is never closed. */
  *end(): Generator<FileRecord[]> {
    let records: FileRecord[] = []
    while (this.lines > 0 && !this.isRecord?.(this.buffer.toString())) {
      this.takeFirstLine(records)
      for (; !this.takeLines(records); records = []) yield records
    }
    if (this.buffer.length > 0 || this.isTooLong) {
      const { bytes, lines } = this.position
      const isLineOpen = this.at < this.buffer.length || this.isTooLong
      records.push({
        line: lines + this.lines + (isLineOpen ? 1 : 0),
        end: bytes + this.buffer.length,
        text: this.isTooLong ? null : decode(this.buffer),
      })
    }
    if (records.length > 0) yield records
  }
}

/**
 * Yields the records of each chunk together: awaiting each record would take longer than reading it. The list may be empty, so that
 * the caller can stop after any chunk.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  from: FilePosition,
  isRecord?: IsRecord,
): AsyncGenerator<FileRecord[]> {
  const splitter = new RecordSplitter(from, isRecord)
  const pause = createPause()
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PART_BYTES) {
      for (const records of splitter.push(chunk.subarray(at, at + PART_BYTES))) {
        yield records
        await pause()
      }
    }
  }
  yield* splitter.end()
}
