import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of these files, by name. */
export function makeZip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [title, content] = [Buffer.from(name), Buffer.from(text)]
    const packed = deflateRawSync(content)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(content.length, 8)
    const about = Buffer.from([20, 0, 0, 8, 8, 0, 0, 0, 0x21, 0])
    const lengths = Buffer.from([title.length & 255, title.length >> 8, 0, 0])
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, sizes, lengths, title, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, sizes, lengths, rest, title]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}
