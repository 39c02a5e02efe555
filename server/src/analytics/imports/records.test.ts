import { describe, expect, it } from 'vitest'
import { isRecordOf, readHeader } from './csv.ts'
import { type FileRecord, splitRecords } from './records.ts'

const header = readHeader('a,b')
const isRecord = isRecordOf(header ?? new Map())

async function read(chunks: readonly string[]): Promise<FileRecord[]> {
  const found: FileRecord[] = []
  const buffers = (async function* () {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk))
  })()
  for await (const records of splitRecords(buffers, { bytes: 0, lines: 0 }, isRecord)) found.push(...records)
  return found
}

const split = async (chunks: readonly string[]) => (await read(chunks)).map(({ text }) => text)

describe('splitRecords', () => {
  it('joins the lines of a quoted cell, and no others', async () => {
    expect(await split(['1,"x\ny"\n2,', 'z\n3,"\n4,w\n'])).toEqual(['1,"x\ny"', '2,z', '3,"', '4,w'])
  })

  it('does not buffer the rest of the file when a quote is never closed', async () => {
    const long = 'a'.repeat(64 * 1024)
    const texts = await split(['"\n', ...Array.from({ length: 100 }, () => long), '\n5,v\n'])
    expect(texts).toEqual(['"', null, '5,v'])
  })

  it('gives each line after a quote that is never closed its own position, so that an import can resume there', async () => {
    expect(await read(['1,"x\r\n2,y\r', '\n3,z'])).toEqual([
      { line: 1, end: 6, text: '1,"x' },
      { line: 2, end: 11, text: '2,y' },
      { line: 3, end: 14, text: '3,z' },
    ])
    expect(await read(['1,"x\n', '2,y\n'])).toEqual([
      { line: 1, end: 5, text: '1,"x' },
      { line: 2, end: 9, text: '2,y' },
    ])
  })

  it('yields after each chunk, so that the caller can stop', async () => {
    let chunks = 0
    const endless = (async function* () {
      for (;;) {
        chunks++
        yield await Promise.resolve(Buffer.alloc(64 * 1024, 'a'))
      }
    })()
    for await (const records of splitRecords(endless, { bytes: 0, lines: 0 }, isRecord)) {
      expect(records).toEqual([])
      if (chunks === 50) break
    }
    expect(chunks).toBe(50)
  })
})
