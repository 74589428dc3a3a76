const QUALITY = 0.7
/** Longest side in pixels; WhatsApp shows no more. */
const MAX_SIDE = 1600

const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']

/**
 * A JPEG of quality 0.7, no larger than WhatsApp shows it. What would grow stays as it is, and so does what moves (GIF)
 * or cannot be read here.
 */
export const compressImage = async (file: File): Promise<File> => {
  if (!PICTURES.includes(file.type)) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return file
    // a JPEG has no transparency: what shines through is paper
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    if (blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    // not an image that this browser can read: it goes as it is, and the server decides
    return file
  }
}
