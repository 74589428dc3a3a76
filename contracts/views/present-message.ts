import { mediaUrl } from '../records/kinds/media.js'
import type { ContactDoc } from './directory.js'
import { type PartsOf, refOf } from './joins.js'
import { presentContactRef, presentSameFields } from './present.js'
import { MessageRecord, QuotedRecord } from './records.js'
import type { MessageDoc } from './ticket.js'

/** Address of a message's file; null until the file is downloaded. */
const fileUrl = (media: MessageDoc['media']): string | null =>
  media === null || media.blobId === '' ? null : mediaUrl(media.blobId)

/** The body of a deleted message is never shown again. */
const visibleBody = (doc: MessageDoc): string => (doc.deleted ? '' : doc.body)

type MessageWithAuthor = Pick<MessageDoc, 'author'>
const presentAuthor = ({ author }: MessageWithAuthor): MessageRecord['author'] =>
  author === undefined ? null : { name: author.name ?? '', number: author.pn ?? '' }

const presentReaction = (reaction: MessageDoc['reactions'][number]): MessageRecord['reactions'][number] => ({
  type: reaction.emoji,
  fromMe: reaction.by === 'us',
  userId: reaction.userId,
  // an erased member still counts as a member
  author: presentAuthor(reaction) ?? (reaction.reactorId === undefined ? null : { name: '', number: '' }),
})

const presentQuoted = (doc: MessageDoc, contact: ContactDoc | null): QuotedRecord => ({
  ...presentSameFields(QuotedRecord, doc),
  body: visibleBody(doc),
  mediaType: doc.kind,
  mediaUrl: doc.deleted ? null : fileUrl(doc.media),
  mediaName: doc.media?.fileName ?? null,
  isDeleted: doc.deleted,
  contact: doc.fromMe || contact === null ? null : presentContactRef(contact),
  author: presentAuthor(doc),
})

/** A message as clients see it. `contact`: the contact of the conversation. */
export const presentMessage = (
  doc: MessageDoc,
  parts: Pick<PartsOf<'message'>, 'contact' | 'quoted' | 'queue'>,
): MessageRecord => {
  const media = doc.deleted ? null : doc.media
  return {
    ...presentSameFields(MessageRecord, doc),
    contactId: doc.fromMe ? null : doc.contactId,
    whatsappId: doc.connectionId,
    body: visibleBody(doc),
    mediaType: doc.kind,
    mediaUrl: fileUrl(media),
    mediaName: media?.fileName ?? null,
    mimetype: media?.mimetype ?? null,
    mediaSize: media?.size ?? null,
    mediaSeconds: media?.seconds ?? null,
    voice: media?.voice ?? false,
    mediaWidth: media?.width ?? null,
    mediaHeight: media?.height ?? null,
    waveform: media?.waveform ?? null,
    mediaPages: media?.pages ?? null,
    details: doc.deleted ? null : (doc.details ?? null),
    isDeleted: doc.deleted,
    isEdited: doc.edited,
    isEditUnreadable: doc.editUnreadable ?? false,
    isForwarded: doc.forwarded,
    lateAt: doc.lateAt ?? null,
    ratingPart: doc.ratingPart ?? null,
    pending: doc.pendingRevoke ? 'revoke' : doc.pendingEdit !== null ? 'edit' : null,
    quotedMsgId: doc.quotedId,
    quotedMsg: parts.quoted === null ? null : presentQuoted(parts.quoted, parts.contact),
    reactions: doc.reactions.map(presentReaction),
    contact: doc.fromMe || parts.contact === null ? null : presentContactRef(parts.contact),
    author: presentAuthor(doc),
    queueId: parts.queue?.queueId ?? null,
    queue: parts.queue === null ? null : refOf('queue', parts.queue),
  }
}
