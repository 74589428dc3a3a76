// @ts-check
import { call } from './api.js'

/** Sends a file into a chat.
 * @param {string} chatPath @param {Blob} file @param {string} kind @param {Record<string, string>} more */
export const sendFile = async (chatPath, file, kind, more) => {
  const query = new URLSearchParams({ kind, ...more })
  await call('POST', `${chatPath}/files?${query}`, file, file.type || 'application/octet-stream')
}

/** Kind of message that a file makes; a picture that not every phone shows goes as a document.
 * @param {string} type */
export const kindOf = (type) =>
  /^image\/(png|jpeg|webp|gif)$/.test(type)
    ? 'image'
    : (['video', 'audio'].find((kind) => type.startsWith(`${kind}/`)) ?? 'document')
