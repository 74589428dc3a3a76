import { readStored, storedKeys, storeText } from '../../base/storage.js'
import { hasSignedOut, UNSENT_TEXTS } from '../../base/unsent-texts.js'
import type { Outgoing } from './outgoing-message.js'

/** Each message has its own entry, like drafts: windows never overwrite each other's messages. */
const PREFIX = UNSENT_TEXTS.unsent
/** Maximum of stored messages of a user; further messages are lost with their page. */
const MOST_KEPT = 100

type OutgoingKey = Pick<Outgoing, 'key' | 'userId'>
const prefixOf = (userId: Outgoing['userId']): string => `${PREFIX}${userId}.`

/** The storage key of a message. */
export const unsentKey = ({ key, userId }: OutgoingKey): string => prefixOf(userId) + key

interface KeptMessage
  extends Pick<
    Outgoing,
    'ticketId' | 'contactId' | 'body' | 'quoted' | 'quickmessageId' | 'fileList' | 'createdAt'
  > {
  readonly failed: boolean
  readonly stranded?: boolean
}

/** Stores a text in this browser until it is sent, because its draft is deleted. Files cannot be stored. */
export const keepUnsent = (entry: Outgoing): void => {
  const { userId, ticketId, contactId, body, quoted, quickmessageId, fileList, createdAt } = entry
  const { state, fileNames } = entry
  if (userId === undefined || fileNames.length > 0 || hasSignedOut(userId)) return
  const name = unsentKey(entry)
  const isNew = readStored(name) === null
  if (isNew && storedKeys(prefixOf(userId)).length >= MOST_KEPT) return
  const failed = state === 'failed'
  const kept: KeptMessage = { ticketId, contactId, body, quoted, quickmessageId, fileList, createdAt, failed }
  storeText(name, JSON.stringify(state === 'stranded' ? { ...kept, stranded: true } : kept))
}

/** Removes a sent or discarded message from the storage. */
export const forgetUnsent = (entry: OutgoingKey): void => void storeText(unsentKey(entry), null)

const isQuote = (quoted: Partial<NonNullable<Outgoing['quoted']>> | null | undefined): boolean =>
  quoted === null || [quoted?.id, quoted?.body, quoted?.mediaType].every((part) => typeof part === 'string')

const parseKept = (text: string | null): KeptMessage | null => {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptMessage> | null
    const isWhole =
      Number.isInteger(kept?.ticketId) &&
      typeof kept?.body === 'string' &&
      !Number.isNaN(Date.parse(String(kept.createdAt))) &&
      (kept.quickmessageId === undefined || Number.isInteger(kept.quickmessageId)) &&
      (kept.fileList === undefined || Number.isInteger(kept.fileList.id)) &&
      isQuote(kept.quoted)
    const contactId = Number.isInteger(kept?.contactId) ? kept?.contactId : null
    return isWhole ? ({ ...kept, contactId } as KeptMessage) : null
  } catch {
    return null
  }
}

/** A user's unsent texts in this browser, oldest first; invalid entries are left out. */
export const keptUnsent = (userId: number): readonly Outgoing[] =>
  storedKeys(prefixOf(userId))
    .flatMap((name): Outgoing[] => {
      const kept = parseKept(readStored(name))
      if (kept === null) return []
      const { failed, stranded = false, ...message } = kept
      return [
        {
          ...message,
          key: name.slice(prefixOf(userId).length),
          userId,
          fileNames: [],
          captions: [],
          voice: false,
          state: stranded ? 'stranded' : failed ? 'failed' : 'waiting',
          progress: 0,
          messageIds: [],
          error: null,
        },
      ]
    })
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
