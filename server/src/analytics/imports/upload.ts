import { Readable } from 'node:stream'
import { type Postgres, sql } from '../../platform/postgres/index.ts'

interface Chunk {
  start: number
  body: Buffer
}

/** The stored file could not be read right now. This says nothing about its contents. */
export class UploadUnreadable extends Error {
  override name = 'UploadUnreadable'
}

/** A chunk has at most 1 MiB, so at most 8 MiB are in memory at a time. */
const CHUNKS_AT_ONCE = 8

/** The uploaded file of an import, which is stored as chunks. */
export class UploadedFile {
  private readonly postgres: Postgres
  private readonly team_id: number
  private readonly import_id: number
  readonly bytes: number

  constructor(postgres: Postgres, { id, team_id, file_bytes }: { id: number; team_id: number; file_bytes: number }) {
    this.postgres = postgres
    this.team_id = team_id
    this.import_id = id
    this.bytes = file_bytes
  }

  /** From the chunk that contains the byte, in order. */
  private chunksFrom(byte: number): Promise<Chunk[]> {
    return this.postgres.asRole(
      'worker',
      (tx) =>
        tx.query(sql<Chunk>`
          select start::float8 as start, body from statistics_import_chunks
          where team_id = ${this.team_id} and import_id = ${this.import_id}
            and start >= coalesce((select max(start) from statistics_import_chunks
              where team_id = ${this.team_id} and import_id = ${this.import_id} and start <= ${byte}), 0)
          order by start limit ${CHUNKS_AT_ONCE}`),
      { readOnly: true },
    )
  }

  /** The bytes from `from` up to `to`, not included. */
  async *read(from: number, to = this.bytes): AsyncGenerator<Buffer> {
    for (let at = from; at < to;) {
      const chunks = await this.chunksFrom(at).catch((cause: unknown) => {
        throw new UploadUnreadable('the uploaded file could not be read', { cause })
      })
      if (chunks.length === 0) throw new Error(`byte ${at} of import ${this.import_id} is not stored`)
      for (const { start, body } of chunks) {
        const part = body.subarray(Math.max(0, at - start), Math.min(body.length, to - start))
        if (part.length > 0) yield part
        at = Math.max(at, start + body.length)
        if (at >= to) return
      }
    }
  }

  stream(from: number, to: number): Readable {
    return Readable.from(this.read(from, to))
  }
}
