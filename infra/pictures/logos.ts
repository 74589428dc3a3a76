import { fileURLToPath } from 'node:url'
import { runIsolated } from '../isolated/isolated.js'

const READER = fileURLToPath(new URL('./logo-reader.mjs', import.meta.url))
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEAD_BYTES = 4096

/** The limits of a logo; `heapMb`, `memoryMb`, `timeMs`: of the process that draws the logo. */
export const LOGO_LIMITS = {
  pixels: 16_000_000,
  /** maximum of bytes of the PNG */
  made: 4 * 1024 * 1024,
  heapMb: 128,
  memoryMb: 1_800,
  timeMs: 20_000,
} as const

/** The PNG of a logo. */
export interface LogoRendition {
  /** pixels of the longest side; only square logos and vector drawings are enlarged */
  readonly side: number
  /** whether the picture is padded to a square */
  readonly square: boolean
  /** colour behind transparent parts; null: they stay transparent */
  readonly background: string | null
}

/** The type of a file by its bytes; null for anything but PNG, ICO and SVG. */
export const logoKindOf = (bytes: Buffer): 'png' | 'ico' | 'svg' | null => {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png'
  if (bytes.length > 6 && bytes.readUInt32LE(0) === 0x0001_0000) return 'ico'
  const head = bytes
    .subarray(0, HEAD_BYTES)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  return head.startsWith('<') && /<svg[\s>]/.test(head) ? 'svg' : null
}

/** Maximum of icons in a file, and of pixels of an icon's longest side. */
const ICO = { icons: 32, side: 1024 }
const isAllowedSize = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= ICO.side && height <= ICO.side

/**
 * Whether an icon file is complete: each icon is inside the file, and is a PNG or a bitmap of limited size.
 */
export const isWholeIco = (bytes: Buffer): boolean => {
  if (logoKindOf(bytes) !== 'ico') return false
  const count = bytes.readUInt16LE(4)
  if (count === 0 || count > ICO.icons || bytes.length < 6 + 16 * count) return false
  return Array.from({ length: count }, (_, n) => 6 + 16 * n).every((entry) => {
    const [size, offset] = [bytes.readUInt32LE(entry + 8), bytes.readUInt32LE(entry + 12)]
    if (offset < 6 + 16 * count || size < 40 || offset + size > bytes.length) return false
    const icon = bytes.subarray(offset, offset + size)
    if (icon.subarray(0, PNG.length).equals(PNG))
      return isAllowedSize(icon.readUInt32BE(16), icon.readUInt32BE(20))
    // a bitmap's header has the height of picture and mask together
    return icon.readUInt32LE(0) === 40 && isAllowedSize(icon.readInt32LE(4), icon.readInt32LE(8) / 2)
  })
}

/**
 * Renders a logo (PNG or SVG) as PNG in an isolated process. `too-large`: the logo has too many pixels. Null:
 * the logo is damaged, or takes too long to render.
 */
export const drawLogo = async (
  bytes: Buffer,
  making: LogoRendition,
  limits: { readonly [K in keyof typeof LOGO_LIMITS]: number } = LOGO_LIMITS,
): Promise<Buffer | 'too-large' | null> => {
  const reply = await runIsolated(READER, { bytes, making, limits }, limits, (message) => {
    // a hostile file may control the reader
    const { read } = message as { readonly read: unknown }
    if (read === 'too-large') return { drawn: read } as const
    const isPng =
      read instanceof Uint8Array && read.length <= limits.made && logoKindOf(Buffer.from(read)) === 'png'
    return { drawn: isPng ? Buffer.from(read) : null }
  })
  return reply === null ? null : reply.drawn
}
