import { fileURLToPath } from 'node:url'
import { runIsolated } from '../isolated/isolated.js'

const READER = fileURLToPath(new URL('./picture-reader.mjs', import.meta.url))
const MB = 1024 * 1024

/** The limits of a picture; `heapMb`, `memoryMb`, `timeMs`: of the process that reads the picture. */
export const PICTURE_LIMITS = {
  pixels: 50_000_000,
  /** maximum of bytes of each JPEG */
  made: 16 * MB,
  heapMb: 128,
  memoryMb: 1_800,
  timeMs: 20_000,
} as const

/** A JPEG of a picture, in display orientation, on white. */
export interface Rendition {
  /** pixels of its longest side; null: the picture's own size */
  readonly side: number | null
  /** `inside`: the whole picture, never enlarged; `cover`: its middle square */
  readonly fit: 'inside' | 'cover'
  readonly quality: number
}

export interface Picture<Name extends string> {
  /** display size in pixels */
  readonly width: number
  readonly height: number
  readonly moves: boolean
  readonly made: { readonly [N in Name]: Buffer }
}

const isSide = (side: unknown): side is number => Number.isSafeInteger(side) && Number(side) > 0

/** The validated answer of the reader, which a hostile file may control. Null if the reader failed. */
const checkAnswer = <Name extends string>(message: unknown, names: readonly Name[], most: number) => {
  const { read } = message as { read: Record<keyof Picture<Name>, unknown> | null }
  if (read === null) return null
  const { width, height, moves, made } = read
  if (!isSide(width) || !isSide(height) || typeof moves !== 'boolean') return null
  const found = made as Record<string, unknown>
  const jpegs = names.map((name) => {
    const jpeg = found[name]
    return jpeg instanceof Uint8Array && jpeg.length <= most ? ([name, Buffer.from(jpeg)] as const) : null
  })
  if (jpegs.includes(null)) return null
  const entries = jpegs.filter((entry) => entry !== null)
  return { width, height, moves, made: Object.fromEntries(entries) as Picture<Name>['made'] }
}

/**
 * Measures an untrusted picture and makes JPEGs of it, in an isolated process. Null for other types than
 * JPEG, PNG, WebP, GIF or AVIF, for damaged files, and beyond the limits. Without `makings` only the header
 * is read.
 */
export const readPicture = async <Name extends string = never>(
  bytes: Buffer,
  makings: { readonly [N in Name]: Rendition },
  limits: { readonly [K in keyof typeof PICTURE_LIMITS]: number } = PICTURE_LIMITS,
): Promise<Picture<Name> | null> => {
  const names = Object.keys(makings) as Name[]
  const task = { bytes, makings, limits }
  const reply = await runIsolated(READER, task, limits, (message) => ({
    found: checkAnswer(message, names, limits.made),
  }))
  return reply === null ? null : reply.found
}
