import type { Media } from '@guiche/contracts/events/message.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { voiceNoteIdOf } from '@guiche/infra/ids.js'
import type { OutgoingFile } from '../providers/provider.js'

const MIMETYPE = 'audio/ogg'

/**
 * Stores the voice note made of a recording of ours, and gives the message's new file. All voice notes have one
 * format and a length; browsers record without one. Null for other files, failed conversions, and voice notes already
 * in that format. Idempotent: a repetition stores the same blob.
 */
export const storeVoiceNote = async (
  blobs: Blobs,
  companyId: number,
  { blobId, fileName, mimetype, voice }: Media,
  { as, content }: Pick<OutgoingFile, 'as' | 'content'>,
): Promise<Pick<Media, 'blobId' | 'mimetype' | 'fileName' | 'size'> | null> => {
  if (!voice || as !== 'voice' || mimetype === MIMETYPE) return null
  const named = { mimetype: MIMETYPE, fileName: `${fileName.replace(/\.[^.]*$/, '')}.ogg` }
  const about = { ...named, companyId, maxSize: content.length, id: voiceNoteIdOf(blobId) }
  const info = await blobs.put(content, about)
  return info === 'too-large' ? null : { ...named, blobId: info.id, size: info.size }
}
