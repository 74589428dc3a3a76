import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive. Its content is read when its turn comes. `deflate`: it is made smaller, as texts can be. */
export interface ZipEntry {
  /** path in the archive, with slashes */
  readonly name: string
  readonly deflate: boolean
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>
}

interface Written {
  readonly name: Buffer
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** Archives may be larger than 4 GB, and hold more than 65,535 files. */
const ZIP64 = 45
/** sizes follow the content, and names are UTF-8 */
const FLAGS = 0x0808
const [STORED, DEFLATED] = [0, 8]
const UNKNOWN = 0xffffffff
/** 1 January 1980: the archive does not tell when its files were written */
const [TIME, DATE] = [0, 33]

const localHeader = (name: Buffer, method: number): Buffer => {
  const header = Buffer.alloc(30 + 20)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(ZIP64, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt16LE(TIME, 10)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt32LE(UNKNOWN, 18)
  header.writeUInt32LE(UNKNOWN, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(20, 28)
  header.writeUInt16LE(1, 30)
  header.writeUInt16LE(16, 32)
  return Buffer.concat([header.subarray(0, 30), name, header.subarray(30)])
}

const descriptor = ({ crc, packed, size }: Pick<Written, 'crc' | 'packed' | 'size'>): Buffer => {
  const after = Buffer.alloc(24)
  after.writeUInt32LE(0x08074b50, 0)
  after.writeUInt32LE(crc, 4)
  after.writeBigUInt64LE(BigInt(packed), 8)
  after.writeBigUInt64LE(BigInt(size), 16)
  return after
}

const centralHeader = ({ name, method, crc, packed, size, at }: Written): Buffer => {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(ZIP64, 4)
  header.writeUInt16LE(ZIP64, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(method, 10)
  header.writeUInt16LE(TIME, 12)
  header.writeUInt16LE(DATE, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(UNKNOWN, 20)
  header.writeUInt32LE(UNKNOWN, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(28, 30)
  header.writeUInt32LE(UNKNOWN, 42)
  const sizes = Buffer.alloc(28)
  sizes.writeUInt16LE(1, 0)
  sizes.writeUInt16LE(24, 2)
  sizes.writeBigUInt64LE(BigInt(size), 4)
  sizes.writeBigUInt64LE(BigInt(packed), 12)
  sizes.writeBigUInt64LE(BigInt(at), 20)
  return Buffer.concat([header, name, sizes])
}

const endOf = (count: number, size: number, at: number): Buffer => {
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(ZIP64, 12)
  end.writeUInt16LE(ZIP64, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(at), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(at + size), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  end.writeUInt16LE(0xffff, 84)
  end.writeUInt16LE(0xffff, 86)
  end.writeUInt32LE(UNKNOWN, 88)
  end.writeUInt32LE(UNKNOWN, 92)
  return end
}

/**
 * An archive as it is written: one entry after the other, in the order in which they come, so that only a piece of one
 * stands in memory. Whoever reads slowly slows the entries down. Rejects when an entry does.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const written: Written[] = []
  let at = 0
  const count = (piece: Buffer): Buffer => {
    at += piece.length
    return piece
  }
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const method = entry.deflate ? DEFLATED : STORED
    const begin = at
    yield count(localHeader(name, method))
    const dataAt = at
    let [crc, size] = [0, 0]
    async function* looked(): AsyncGenerator<Buffer, void> {
      for await (const piece of entry.content) {
        crc = crc32(piece, crc)
        size += piece.length
        yield piece
      }
    }
    if (entry.deflate) {
      const source = Readable.from(looked(), { objectMode: false })
      const packer = createDeflateRaw({ level: 1 })
      source.once('error', (failure) => packer.destroy(failure))
      for await (const piece of source.pipe(packer)) yield count(piece as Buffer)
    } else for await (const piece of looked()) yield count(piece)
    const one = { name, method, crc, packed: at - dataAt, size, at: begin }
    yield count(descriptor(one))
    written.push(one)
  }
  const central = at
  for (const one of written) yield count(centralHeader(one))
  yield endOf(written.length, at - central, central)
}
