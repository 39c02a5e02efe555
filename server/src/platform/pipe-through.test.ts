import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdCompress, createZstdDecompress, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pipeThrough } from './pipe-through.ts'

describe('a stream through a transform', () => {
  it('arrives completely, however long it is', async () => {
    const plain = Buffer.alloc(8 * 1024 * 1024, 'some rows of a table\n')
    const pieces = Readable.from(
      Array.from({ length: 128 }, (_, n) => plain.subarray(n * 65_536, (n + 1) * 65_536)),
      { objectMode: false },
    )
    const back = pipeThrough(pipeThrough(pieces, createZstdCompress()), createZstdDecompress())
    expect((await buffer(back)).equals(plain)).toBe(true)
  })

  it('fails with the error of its source or of the transform', async () => {
    const broken = new Readable({ read: () => void broken.destroy(new Error('the disk is gone')) })
    await expect(buffer(pipeThrough(broken, createZstdCompress()))).rejects.toThrow('the disk is gone')
    const cut = Readable.from([zstdCompressSync('rows').subarray(0, 8)], { objectMode: false })
    await expect(buffer(pipeThrough(cut, createZstdDecompress()))).rejects.toThrow()
  })
})
