const QUALITY = 0.7
/** Longest side in pixels; WhatsApp shows no more. */
const MAX_SIDE = 1600

/** A JPEG of quality 0.7 for photos (PNG, GIF and everything else stay as they are, and so does what would grow). */
export const compressImage = async (file: File): Promise<File> => {
  if (file.type !== 'image/jpeg' && file.type !== 'image/webp') return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    if (blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    // not an image that this browser can read: it goes as it is, and the server decides
    return file
  }
}
