import type { Media } from '@guiche/contracts/events/message.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { mp3IdOf } from '@guiche/infra/ids.js'
import { toMp3, type Whose } from './ffmpeg.js'

const MIMETYPE = 'audio/mpeg'

/** Sound as every browser plays it, under the name of the original. Null when it is none, or longer than half an hour. */
export const asMp3 = async (whose: Whose, content: Buffer, fileName: string) => {
  const mp3 = await toMp3(whose, content)
  return mp3 && { content: mp3, mimetype: MIMETYPE, fileName: `${fileName.replace(/\.[^.]*$/, '')}.mp3` }
}

/**
 * Stores the mp3 of a recording of ours with this sound, and gives what the message's file is then; null where there is
 * none to make: for other files, and what is mp3 already. Repeating it stores the same blob.
 */
export const storeMp3 = async (
  blobs: Blobs,
  companyId: number,
  { blobId, fileName, mimetype, voice }: Media,
  content: Buffer,
): Promise<Pick<Media, 'blobId' | 'mimetype' | 'fileName' | 'size'> | null> => {
  const mp3 =
    voice && mimetype !== MIMETYPE ? await asMp3({ companyId, way: 'sent' }, content, fileName) : null
  if (mp3 === null) return null
  const { content: played, ...named } = mp3
  const info = await blobs.put(played, { ...named, companyId, maxSize: played.length, id: mp3IdOf(blobId) })
  return info === 'too-large' ? null : { ...named, blobId: info.id, size: info.size }
}
