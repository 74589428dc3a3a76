import type { MessageRecord } from '@guiche/contracts/views/records.js'

/** Pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

const MAX_SIZE: Size = { width: 320, height: 400 }
/** size of a picture while unknown */
const UNKNOWN_SIZE: Size = { width: 320, height: 240 }
const MIN_SIDE = 60

/** Sizes measured in this visit, by address: for pictures whose size the server does not know. */
const seen = new Map<string, Size>()

/** The own size of a picture or video; null while unknown. */
export const sizeOf = ({
  mediaUrl,
  mediaWidth,
  mediaHeight,
}: Pick<MessageRecord, 'mediaUrl' | 'mediaWidth' | 'mediaHeight'>): Size | null =>
  mediaWidth !== null && mediaHeight !== null
    ? { width: mediaWidth, height: mediaHeight }
    : (seen.get(mediaUrl ?? '') ?? null)

/** Stores a size measured by the browser. */
export const rememberSize = (url: string, size: Size): void => void seen.set(url, size)

/** Larger pictures are shown by their preview: a browser needs 4 bytes of memory for each pixel. */
const AS_IT_IS = { pixels: 6_000_000, bytes: 3_000_000 }

/**
 * The address of a message's shown picture: its file, or the server's preview if the picture is large or of
 * unknown size. Downloads use the file.
 */
export const shownUrl = (
  url: string,
  {
    fromMe,
    mediaWidth,
    mediaHeight,
    mediaSize,
  }: Pick<MessageRecord, 'fromMe' | 'mediaWidth' | 'mediaHeight' | 'mediaSize'>,
): string => {
  const pixels = mediaWidth === null || mediaHeight === null ? null : mediaWidth * mediaHeight
  // the size of a colleague's new picture is known a moment later
  const isSmall = pixels === null ? fromMe : pixels <= AS_IT_IS.pixels
  return isSmall && (mediaSize ?? 0) <= AS_IT_IS.bytes ? url : `${url}?preview=1`
}

/** The space of a picture: its own proportions, within 320 × 400, never enlarged. */
export const placeOf = (size: Size | null): Size => {
  if (size === null) return UNKNOWN_SIZE
  const share = Math.min(1, MAX_SIZE.width / size.width, MAX_SIZE.height / size.height)
  const shown = (side: number) => Math.max(1, Math.round(side * share))
  return { width: Math.max(MIN_SIDE, shown(size.width)), height: Math.max(MIN_SIDE, shown(size.height)) }
}

/** Width divided by height, limited so that pictures can be side by side. */
export const ratioOf = (size: Size | null): number => {
  const { width, height } = size ?? UNKNOWN_SIZE
  return Math.max(0.4, Math.min(2.5, width / height))
}
