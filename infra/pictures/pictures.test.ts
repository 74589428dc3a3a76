import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { PICTURE_LIMITS, readPicture } from './pictures.js'

const small = { small: { side: 96, fit: 'inside', quality: 50 } } as const
const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' }, limitInputPixels: false })

/** A PNG whose header claims a larger size than its data. */
const boastfulPng = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

describe('a picture from a customer', () => {
  it('is measured in its shown orientation, and reduced, in an isolated process', async () => {
    const turned = await plainPicture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const read = await readPicture(turned, small)
    expect(read).toMatchObject({ width: 200, height: 400, moves: false })
    expect(await sharp(read?.made.small).metadata()).toMatchObject({ format: 'jpeg', width: 48, height: 96 })
  })

  it('is enlarged only to fill a square', async () => {
    const square = { fit: 'cover', quality: 50, side: 64 } as const
    const read = await readPicture(await plainPicture(20, 10).png().toBuffer(), { ...small, square })
    expect(await sharp(read?.made.small).metadata()).toMatchObject({ width: 20, height: 10 })
    expect(await sharp(read?.made.square).metadata()).toMatchObject({ width: 64, height: 64 })
  })

  it.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a document', Buffer.from('%PDF-1.7\n')],
    ['cut off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ['nothing', Buffer.alloc(0)],
    ['larger than is allowed', boastfulPng(30_000, 30_000)],
  ])('is refused if it is %s', async (_, bytes) => {
    expect(await readPicture(bytes, small)).toBeNull()
  })

  it('is measured at any size if no picture is made from it', async () => {
    expect(await readPicture(boastfulPng(30_000, 30_000), {})).toMatchObject({
      width: 30_000,
      height: 30_000,
    })
  })

  it('does not end the server if it needs too much memory', async () => {
    const vast = await plainPicture(10_000, 10_000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const limits = { ...PICTURE_LIMITS, pixels: 100_000_000, memoryMb: 1_200 }
    // A picture rotated by 90° cannot be decoded row by row.
    const whole = { whole: { side: null, fit: 'inside', quality: 50 } } as const
    expect(await readPicture(vast, whole, limits)).toBeNull()
  })
})
