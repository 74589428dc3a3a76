// @ts-check
import { call } from './api.js'
import { state } from './state.js'

const STICKER = 512

/**
 * Sends a file into a chat, as a reply if the person has chosen a message to reply to.
 * @param {string} chatPath
 * @param {Blob} file
 * @param {string} kind
 * @param {Record<string, string>} more
 */
export const sendFile = async (chatPath, file, kind, more) => {
  /** @type {Record<string, string>} */ const quoted =
    state.about?.kind === 'reply' ? { quoted: state.about.id } : {}
  const query = new URLSearchParams({ kind, ...quoted, ...more })
  await call('POST', `${chatPath}/files?${query}`, file, file.type || 'application/octet-stream')
}

/**
 * The kind of message for a file. An image format that some phones cannot show becomes a document.
 * @param {string} type
 */
const kindOf = (type) =>
  /^image\/(png|jpeg|webp|gif)$/.test(type)
    ? 'image'
    : (['video', 'audio'].find((kind) => type.startsWith(`${kind}/`)) ?? 'document')

const whole = (/** @type {number} */ number) => String(Math.min(99_999, Math.max(1, Math.round(number))))

/**
 * Pixels of a picture or video, and seconds of audio or video, if the browser can read them.
 * @param {Blob} file
 * @param {string} kind
 * @returns {Promise<Record<string, string>>}
 */
const measured = async (file, kind) => {
  if (kind === 'image') {
    const { width, height } = await createImageBitmap(file)
    return { width: whole(width), height: whole(height) }
  }
  if (kind !== 'video' && kind !== 'audio') return {}
  const player = document.createElement(kind)
  const src = URL.createObjectURL(file)
  await new Promise((resolve, reject) => {
    player.addEventListener('loadedmetadata', resolve)
    player.addEventListener('error', reject)
    player.src = src
  }).finally(() => URL.revokeObjectURL(src))
  /** @type {Record<string, string>} */ const seconds = Number.isFinite(player.duration)
    ? { seconds: whole(player.duration) }
    : {}
  if (!(player instanceof HTMLVideoElement)) return seconds
  return { ...seconds, width: whole(player.videoWidth), height: whole(player.videoHeight) }
}

/**
 * Turns a picture into a sticker: square, in WebP.
 * @param {Blob} file
 */
const sticker = async (file) => {
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(STICKER, STICKER)
  const scale = STICKER / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (STICKER - width) / 2, (STICKER - height) / 2, width, height)
  return canvas.convertToBlob({ type: 'image/webp' })
}

/**
 * Sends the chosen files one after another. Several pictures make an album.
 * @param {string} chatPath
 * @param {string} chosenAs
 * @param {File[]} files
 */
export const sendFiles = async (chatPath, chosenAs, files) => {
  for (const file of files) {
    if (chosenAs === 'sticker') {
      await sendFile(chatPath, await sticker(file), 'sticker', {})
      continue
    }
    const kind = chosenAs === 'document' ? 'document' : kindOf(file.type)
    // A file that cannot be measured is sent without its size.
    const more = await measured(file, kind).catch(() => ({}))
    /** @type {Record<string, string>} */ const viewOnce = chosenAs === 'once' ? { viewOnce: 'true' } : {}
    await sendFile(chatPath, file, kind, { name: file.name, ...more, ...viewOnce })
  }
}
