const text = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

const ZIP_KINDS: readonly (readonly [string, string])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
]

const zipOf = (bytes: Buffer): string => {
  const head = bytes.toString('latin1', 0, 4_000)
  return ZIP_KINDS.find(([part]) => head.includes(part))?.[1] ?? 'application/zip'
}

const boxOf = (bytes: Buffer): string => {
  const brand = text(bytes, 8, 4)
  if (/^(M4A |M4B )/.test(brand)) return 'audio/mp4'
  if (/^3g/.test(brand)) return 'video/3gpp'
  if (/^(heic|heix|mif1|hevc)/.test(brand)) return 'image/heic'
  if (brand.startsWith('avif')) return 'image/avif'
  if (brand.startsWith('qt')) return 'video/quicktime'
  return 'video/mp4'
}

const riffOf = (bytes: Buffer): string => {
  const kind = text(bytes, 8, 4)
  return kind === 'WEBP' ? 'image/webp' : kind === 'WAVE' ? 'audio/wav' : 'video/x-msvideo'
}

const isMp3 = (bytes: Buffer): boolean =>
  text(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && [0xfb, 0xf3, 0xf2].includes(bytes[1] ?? 0))
const isAac = (bytes: Buffer): boolean => bytes[0] === 0xff && [0xf1, 0xf9].includes(bytes[1] ?? 0)

type Rule = readonly [fits: (bytes: Buffer) => boolean, type: (bytes: Buffer) => string]
const starts = (head: string | readonly number[]): ((bytes: Buffer) => boolean) => {
  const wanted = typeof head === 'string' ? Buffer.from(head, 'latin1') : Buffer.from(head)
  return (bytes) => bytes.subarray(0, wanted.length).equals(wanted)
}

const RULES: readonly Rule[] = [
  [starts([0xff, 0xd8, 0xff]), () => 'image/jpeg'],
  [starts('\x89PNG\r\n\x1a\n'), () => 'image/png'],
  [starts('GIF8'), () => 'image/gif'],
  [starts('RIFF'), riffOf],
  [starts('%PDF-'), () => 'application/pdf'],
  [starts('OggS'), () => 'audio/ogg'],
  [starts('fLaC'), () => 'audio/flac'],
  [starts('#!AMR'), () => 'audio/amr'],
  [starts([0x1a, 0x45, 0xdf, 0xa3]), () => 'video/webm'],
  [starts('PK\x03\x04'), zipOf],
  [(bytes) => text(bytes, 4, 4) === 'ftyp', boxOf],
  [isMp3, () => 'audio/mpeg'],
  [isAac, () => 'audio/aac'],
]

/** A file's type by its first bytes (4 KB are enough), null when they tell nothing. */
export const sniff = (bytes: Buffer): string | null => RULES.find(([fits]) => fits(bytes))?.[1](bytes) ?? null

const classOf = (mimetype: string): string => mimetype.split('/')[0] ?? ''

/** Types that a browser would run or render as a page. */
const ACTIVE =
  /^(text\/html|application\/xhtml|image\/svg|text\/xml|application\/xml|text\/javascript|application\/javascript)/

/**
 * The type to store a file under: what its bytes say; what was declared only where bytes say nothing and the
 * declared type is neither active nor something that its bytes would have shown.
 */
export const typeOf = (bytes: Buffer, declared: string): string => {
  const found = sniff(bytes)
  const said = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  if (found !== null) {
    // Sound and moving pictures share containers, and office files are zips of many kinds.
    const sameBox = ['audio', 'video'].includes(classOf(found)) && ['audio', 'video'].includes(classOf(said))
    if (sameBox && classOf(said) === 'audio')
      return found === 'video/mp4' ? 'audio/mp4' : found.replace('video/', 'audio/')
    if (found === 'application/zip' && said.startsWith('application/')) return said
    return found
  }
  if (ACTIVE.test(said)) return 'application/octet-stream'
  return /^(text|application)\/[\w.+-]+$/.test(said) ? said : 'application/octet-stream'
}
