import { crc32 } from 'node:zlib'
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from '@sitewatch/contract'

export interface LogoFile {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

/** What a page needs to show a logo. */
export interface LogoView {
  width: number
  height: number
  /** Changes with the file. */
  version: string
}

type Size = { width: number; height: number }

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Every chunk has a valid checksum, the header is first and the end chunk is last, so that nothing can be appended. */
function readPng(file: Buffer): Size | null {
  if (!file.subarray(0, 8).equals(PNG_SIGNATURE)) return null
  let size: Size | null = null
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    const name = file.toString('latin1', at + 4, at + 8)
    if ((name === 'IHDR') !== (at === 8)) return null
    if (name === 'IHDR' && length === 13) size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    if (name === 'IEND') return end === file.length ? size : null
    at = end
  }
  return null
}

const uint24 = (file: Buffer, at: number): number => file.readUIntLE(at, 3)

/** The three forms of WebP: lossy, lossless and extended. The length in the header is that of the file. */
function readWebp(file: Buffer): Size | null {
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const length = file.readUInt32LE(4) + 8
  if (length !== file.length && length + 1 !== file.length) return null
  const form = file.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: uint24(file, 24) + 1, height: uint24(file, 27) + 1 }
  if (form === 'VP8L' && file[20] === 0x2f) {
    const bits = file.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (form === 'VP8 ' && uint24(file, 23) === 0x2a_01_9d)
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  return null
}

/** SOF0 to SOF15 contain the size; C4, C8 and CC in between are other markers. */
const containsSize = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readJpeg(file: Buffer): Size | null {
  const isComplete = file.length > 4 && file.readUInt16BE(0) === 0xffd8 && file.readUInt16BE(file.length - 2) === 0xffd9
  for (let at = 2; isComplete && at + 9 <= file.length && file[at] === 0xff;) {
    if (containsSize(file[at + 1] ?? 0)) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    at += 2 + file.readUInt16BE(at + 2)
  }
  return null
}

const READERS = { 'image/png': readPng, 'image/webp': readWebp, 'image/jpeg': readJpeg } as const

/** Returns the type by the bytes, whatever the name says, or an error as the end of a sentence. SVG is refused: it can contain scripts. */
export function readLogoFile(file: Buffer): LogoFile | string {
  if (file.length > MAX_LOGO_BYTES) return 'must not be larger than 100 KiB'
  for (const [type, read] of Object.entries(READERS)) {
    const size = read(file)
    if (!size) continue
    const { width, height } = size
    const isAllowed = [width, height].every((side) => side >= 1 && side <= MAX_LOGO_SIDE)
    return isAllowed ? { type: type as LogoFile['type'], width, height } : 'must have 1 to 2,000 pixels a side'
  }
  return 'must be a PNG, JPEG or WebP file'
}
