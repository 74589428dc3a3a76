/** Number of first bytes of a file that identify a picture and an animation. */
export const HEAD_BYTES = 64 * 1024

/** A picture sent as a photo; `heic` only if the browser can convert it to a JPEG. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'heic'

/** Brands of HEIF pictures coded as HEVC, as phones make them. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

/** The brands in the head of an ISO media file, the major brand first. */
const brandsOf = (ascii: string, size: number): string[] =>
  (ascii.slice(8, size).match(/.{4}/gs) ?? []).filter((_brand, at) => at !== 1)

/**
 * The format of a still picture by its first bytes (HEAD_BYTES of them, or all), independent of its name.
 * Null for animations and other files.
 */
export const pictureTypeOf = (head: Uint8Array): PictureType | null => {
  const ascii = String.fromCharCode(...head.subarray(0, 256))
  if (ascii.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (ascii.startsWith('\x89PNG\r\n')) return isAnimatedPng(head) ? null : 'png'
  if (ascii.startsWith('RIFF') && ascii.startsWith('WEBP', 8)) {
    // the animation flag of an extended WebP file
    return ascii.startsWith('VP8X', 12) && ((head[20] ?? 0) & 2) !== 0 ? null : 'webp'
  }
  if (!ascii.startsWith('ftyp', 4)) return null
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0)
  return brandsOf(ascii, size).some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : null
}

/** In an animated PNG the chunk acTL precedes IDAT. */
const isAnimatedPng = (head: Uint8Array): boolean => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const chunk = String.fromCharCode(...head.subarray(at + 4, at + 8))
    if (chunk === 'acTL' || chunk === 'IDAT') return chunk === 'acTL'
  }
  return false
}
