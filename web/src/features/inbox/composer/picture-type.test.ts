import { describe, expect, it } from '@jest/globals'
import { compressImage } from './compress-image.js'
import { pictureTypeOf } from './picture-type.js'

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1').toJSON().data : part)),
  )
const pngChunk = (name: string, length: number) => [
  ...[0, 0, 0, length],
  ...Buffer.from(name),
  ...new Array<number>(length + 4).fill(0),
]
const pngOf = (...chunks: readonly number[][]) =>
  bytesOf('\x89PNG\r\n\x1a\n', pngChunk('IHDR', 13), ...chunks)
const webpOf = (flags: number) => bytesOf('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, flags, 0, 0, 0])
const ftypBox = (major: string, ...compatible: string[]) =>
  bytesOf([0, 0, 0, 16 + 4 * compatible.length], 'ftyp', major, [0, 0, 0, 0], ...compatible, 'meta')

describe('a still picture is known by its first bytes', () => {
  it.each([
    ['a JPEG', bytesOf('\xff\xd8\xff\xe1'), 'jpeg'],
    ['a PNG', pngOf(pngChunk('IDAT', 4)), 'png'],
    ['a PNG that moves is none', pngOf(pngChunk('acTL', 8), pngChunk('IDAT', 4)), null],
    ['a PNG with a picture that only names the word', pngOf(pngChunk('IDAT', 4), pngChunk('acTL', 8)), 'png'],
    ['a PNG that is cut', pngOf([0, 0]), 'png'],
    ['a WebP', bytesOf('RIFF', [0, 0, 0, 0], 'WEBPVP8 '), 'webp'],
    ['a WebP with transparency', webpOf(0x10), 'webp'],
    ['a WebP that moves is none', webpOf(0x12), null],
    ['a HEIC of a phone', ftypBox('heic', 'mif1', 'heic'), 'heic'],
    ['a HEIF whose pictures are HEVC', ftypBox('mif1', 'heix'), 'heic'],
    ['an AVIF is none', ftypBox('avif', 'mif1', 'miaf'), null],
    ['a film is none', ftypBox('isom', 'mp42'), null],
    ['a GIF is none', bytesOf('GIF89a'), null],
    ['nothing is none', bytesOf(), null],
  ])('%s', (_what, head, type) => {
    expect(pictureTypeOf(head)).toBe(type)
  })

  it('also without a type; a HEIC that the browser cannot read is sent unchanged, with a note', async () => {
    const photo = new File([ftypBox('heic', 'mif1')], 'IMG_0001.HEIC')
    expect(await compressImage(photo)).toEqual({ file: photo, unseen: true })
    const broken = new File([bytesOf('\xff\xd8\xff')], 'foto.jpg', { type: 'image/jpeg' })
    expect(await compressImage(broken)).toEqual({ file: broken, unseen: false })
  })
})
