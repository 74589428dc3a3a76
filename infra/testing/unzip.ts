import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive by their names, read by its directory. Throws where a checksum is another one. */
export const unzipped = (archive: Buffer): Map<string, Buffer> => {
  const end = archive.length - 22 - 20 - 56
  if (archive.readUInt32LE(end) !== 0x06064b50) throw new Error('no end of an archive')
  const [count, from] = [Number(archive.readBigUInt64LE(end + 32)), Number(archive.readBigUInt64LE(end + 48))]
  const files = new Map<string, Buffer>()
  for (let at = from, n = 0; n < count; n++) {
    const [names, extra] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)]
    const name = archive.toString('utf8', at + 46, at + 46 + names)
    const sizes = at + 46 + names + 4
    const packed = Number(archive.readBigUInt64LE(sizes + 8))
    const local = Number(archive.readBigUInt64LE(sizes + 16))
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(begin, begin + packed)
    const content = archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is broken`)
    if (content.length !== Number(archive.readBigUInt64LE(sizes))) throw new Error(`${name} has another size`)
    files.set(name, content)
    at += 46 + names + extra
  }
  return files
}
