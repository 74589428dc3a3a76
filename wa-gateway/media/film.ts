/** Facts of a film in the boxes of an mp4, 3gp or mov. */
export interface Film {
  /** whole seconds, at least one; null if the film does not say */
  readonly seconds: number | null
  /** display size in pixels */
  readonly width: number
  readonly height: number
  /** four letters each, as in `avc1` and `mp4a`; null for an absent track */
  readonly video: string
  readonly audio: string | null
}

interface Box {
  readonly type: string
  /** begin and end of the content */
  readonly from: number
  readonly to: number
}

const MAX_BOXES = 1_000
const MAX_SIDE = 16_384
const MAX_SECONDS = 24 * 3_600

/** The boxes that lie directly in a part of a file, up to the first that makes no sense. */
const boxesIn = (content: Buffer, from: number, to: number): Box[] => {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < MAX_BOXES; ) {
    const small = content.readUInt32BE(at)
    const isLarge = small === 1 && at + 16 <= to
    const size = isLarge ? Number(content.readBigUInt64BE(at + 8)) : small === 0 ? to - at : small
    const head = isLarge ? 16 : 8
    if (size < head || at + size > to) break
    boxes.push({ type: content.toString('latin1', at + 4, at + 8), from: at + head, to: at + size })
    at += size
  }
  return boxes
}

/** The first box that is reached by these names. */
const boxAt = (content: Buffer, inside: Box, ...path: readonly string[]): Box | null =>
  path.reduce<Box | null>(
    (box, name) => (box && boxesIn(content, box.from, box.to).find(({ type }) => type === name)) ?? null,
    inside,
  )

const secondsOf = (content: Buffer, { from, to }: Box): number | null => {
  const isLong = content[from] === 1
  if (to - from < (isLong ? 32 : 20)) return null
  const scale = content.readUInt32BE(from + (isLong ? 20 : 12))
  const length = isLong ? Number(content.readBigUInt64BE(from + 24)) : content.readUInt32BE(from + 16)
  const seconds = length / scale
  return seconds > 0 && seconds <= MAX_SECONDS ? Math.max(1, Math.round(seconds)) : null
}

/** Width and height of a track, rotated by its matrix. */
const sizeOf = (content: Buffer, { from, to }: Box): readonly [number, number] | null => {
  const matrix = from + (content[from] === 1 ? 52 : 40)
  if (matrix + 44 > to) return null
  const [width, height] = [content.readUInt16BE(matrix + 36), content.readUInt16BE(matrix + 40)]
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) return null
  const isTurned = content.readInt32BE(matrix) === 0 && content.readInt32BE(matrix + 16) === 0
  return isTurned ? [height, width] : [width, height]
}

/** Codec of a track of this kind, null for another kind. */
const codecOf = (content: Buffer, track: Box, kind: 'vide' | 'soun'): string | null => {
  const handler = boxAt(content, track, 'mdia', 'hdlr')
  const entries = boxAt(content, track, 'mdia', 'minf', 'stbl', 'stsd')
  if (handler === null || entries === null || entries.to - entries.from < 16) return null
  if (content.toString('latin1', handler.from + 8, handler.from + 12) !== kind) return null
  return content.toString('latin1', entries.from + 12, entries.from + 16)
}

/** The facts that a film's boxes tell; null for bytes that are no readable film. Pure. */
export const filmOf = (content: Buffer): Film | null => {
  const whole = { type: '', from: 0, to: content.length }
  const movie = boxAt(content, whole, 'moov')
  if (movie === null) return null
  const tracks = boxesIn(content, movie.from, movie.to).filter(({ type }) => type === 'trak')
  const audio = tracks.map((track) => codecOf(content, track, 'soun')).find((codec) => codec !== null)
  for (const track of tracks) {
    const video = codecOf(content, track, 'vide')
    const head = boxAt(content, track, 'tkhd')
    const size = head && sizeOf(content, head)
    if (video === null || size === null) continue
    const times = boxAt(content, movie, 'mvhd')
    const seconds = times && secondsOf(content, times)
    return { seconds, width: size[0], height: size[1], video, audio: audio ?? null }
  }
  return null
}
