import { HEAD_BYTES, type PictureType, pictureTypeOf } from './picture-type.js'

const QUALITY = 0.7
/** Longest side in pixels; WhatsApp shows no more. */
const MAX_SIDE = 1600

const toJpeg = async (file: File): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  // a JPEG has no transparency: what shines through is paper
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}

/** A file as it is sent. */
export interface Ready {
  readonly file: File
  /** a photo that this browser cannot read and WhatsApp does not show: it goes as a file */
  readonly unseen: boolean
}

const typeOf = async (file: File): Promise<PictureType | null> =>
  pictureTypeOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))

/**
 * A picture as a JPEG of quality 0.7, no larger than WhatsApp shows it. What would grow stays as it is, and so does what
 * moves or cannot be made a JPEG here. A HEIC photo is made a JPEG wherever the browser can read it (decision 0028).
 */
export const compressImage = async (file: File): Promise<Ready> => {
  const asIs = { file, unseen: false }
  let type: PictureType | null = null
  try {
    type = await typeOf(file)
    if (type === null) return asIs
    const blob = await toJpeg(file)
    if (blob.size >= file.size && type !== 'heic') return asIs
    const name = `${file.name.replace(/\.\w+$/, '')}.jpg`
    return { file: new File([blob], name, { type: 'image/jpeg' }), unseen: false }
  } catch {
    // no image that this browser can make a JPEG: it goes as it is, and the server decides
    return { file, unseen: type === 'heic' }
  }
}
