import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../../../test/analytics/imports/zip.ts'
import { openArchive } from './archive.ts'
import type { UploadedFile } from './upload.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

function openUpload(body: Buffer) {
  const stream = (from: number, to: number) => Readable.from([body.subarray(from, to)])
  return openArchive({ bytes: body.length, stream } as unknown as UploadedFile)
}

/** Changes sizes in the directory of an archive: packed, then unpacked. */
function declare(zip: Buffer, name: string, at: 20 | 24, bytes: number): Buffer {
  const entry = zip.indexOf(name, zip.indexOf('PK\x01\x02')) - 46
  zip.writeUInt32LE(bytes, entry + at)
  return zip
}

describe('openArchive', () => {
  it('refuses a file or an archive that unpacks to far more than its size, before it unpacks anything', async () => {
    const zeros = '0'.repeat(17 * MIB)
    await expect(openUpload(makeZip({ 'a.csv': 'date\n', 'b.csv': zeros }))).rejects.toThrow(
      'b.csv unpacks to more than 200 times its size, which no export does. Upload the ZIP file as Plausible made it.',
    )
    // Files that share their packed bytes: each looks harmless.
    const shared = declare(makeZip({ 'b.csv': zeros }), 'b.csv', 20, MIB)
    await expect(openUpload(shared)).rejects.toThrow('The archive unpacks to more than 200 times its size')
    expect(await openUpload(makeZip({ 'b.csv': '0'.repeat(15 * MIB) }))).toMatchObject([{ bytes: 15 * MIB }])
  })

  it('refuses a file of more than 1 GiB, and an archive of more than 4 GiB', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const zip = makeZip(Object.fromEntries(names.map((name) => [name, 'date'])))
    for (const name of names) declare(zip, name, 24, GIB)
    await expect(openUpload(zip)).rejects.toThrow('The archive unpacks to more than 4 GiB. Export a shorter time')
    await expect(openUpload(declare(zip, 'c', 24, GIB + 1))).rejects.toThrow('c unpacks to more than 1 GiB. Export')
  })

  it('reads no more of a file than the archive says', async () => {
    const [file] = await openUpload(declare(makeZip({ 'b.csv': '0'.repeat(MIB) }), 'b.csv', 24, 1000))
    const read = async () => {
      let bytes = 0
      for await (const chunk of file?.read() ?? []) bytes += chunk.length
      return bytes
    }
    await expect(read()).rejects.toThrow('The file is not a ZIP archive that can be read.')
  })
})
