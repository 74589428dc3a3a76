import { HEAD_BYTES, type PictureType, pictureTypeOf } from './picture-type.js'

const QUALITY = 0.7
/** Maximum length of a side in pixels; WhatsApp shows no more. */
const MAX_SIDE = 1600

const toJpeg = async (file: File): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  // a JPEG has no transparency: transparent parts become white
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}

/** A file ready to be sent. */
export interface ReadyFile {
  readonly file: File
  /** a photo that neither the browser can read nor WhatsApp show: sent as a document */
  readonly unseen: boolean
}

const typeOf = async (file: File): Promise<PictureType | null> =>
  pictureTypeOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))

/**
 * A picture as a JPEG of quality 0.7, no larger than WhatsApp shows it. Unchanged: pictures that would grow,
 * animations, and pictures that cannot be converted. HEIC photos become JPEG if the browser can read them (decision
 * 0028).
 */
export const compressImage = async (file: File): Promise<ReadyFile> => {
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
    // a picture that the browser cannot convert: sent unchanged, and the server decides
    return { file, unseen: type === 'heic' }
  }
}
