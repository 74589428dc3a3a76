import { describe, expect, it } from '@jest/globals'
import { compressImage } from './compress-image.js'
import { pictureTypeOf } from './picture-type.js'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1').toJSON().data : part)),
  )
const chunk = (name: string, length: number) => [
  ...[0, 0, 0, length],
  ...Buffer.from(name),
  ...new Array<number>(length + 4).fill(0),
]
const png = (...chunks: readonly number[][]) => bytes('\x89PNG\r\n\x1a\n', chunk('IHDR', 13), ...chunks)
const webp = (flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, flags, 0, 0, 0])
const ftyp = (major: string, ...compatible: string[]) =>
  bytes([0, 0, 0, 16 + 4 * compatible.length], 'ftyp', major, [0, 0, 0, 0], ...compatible, 'meta')

describe('a still picture is known by its first bytes', () => {
  it.each([
    ['a JPEG', bytes('\xff\xd8\xff\xe1'), 'jpeg'],
    ['a PNG', png(chunk('IDAT', 4)), 'png'],
    ['a PNG that moves is none', png(chunk('acTL', 8), chunk('IDAT', 4)), null],
    ['a PNG with a picture that only names the word', png(chunk('IDAT', 4), chunk('acTL', 8)), 'png'],
    ['a PNG that is cut', png([0, 0]), 'png'],
    ['a WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 '), 'webp'],
    ['a WebP with transparency', webp(0x10), 'webp'],
    ['a WebP that moves is none', webp(0x12), null],
    ['a HEIC of a phone', ftyp('heic', 'mif1', 'heic'), 'heic'],
    ['a HEIF whose pictures are HEVC', ftyp('mif1', 'heix'), 'heic'],
    ['an AVIF is none', ftyp('avif', 'mif1', 'miaf'), null],
    ['a film is none', ftyp('isom', 'mp42'), null],
    ['a GIF is none', bytes('GIF89a'), null],
    ['nothing is none', bytes(), null],
  ])('%s', (_what, head, type) => {
    expect(pictureTypeOf(head)).toBe(type)
  })

  it('also where nobody says its type; a HEIC that the browser cannot read goes as it is, and this is told', async () => {
    const photo = new File([ftyp('heic', 'mif1')], 'IMG_0001.HEIC')
    expect(await compressImage(photo)).toEqual({ file: photo, unseen: true })
    const broken = new File([bytes('\xff\xd8\xff')], 'foto.jpg', { type: 'image/jpeg' })
    expect(await compressImage(broken)).toEqual({ file: broken, unseen: false })
  })
})
