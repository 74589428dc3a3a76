import { calledOf } from '@guiche/contracts/contact-name.js'
import { cut } from '@guiche/contracts/cut.js'
import { mentions, wantsNotice } from '@guiche/contracts/notices.js'
import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import type { MessageRecord, NoteRecord, TicketRecord } from '@guiche/contracts/views/records.js'
import i18next from 'i18next'
import type { RootState } from '../../app/store.js'
import { callerOf } from '../../base/access.js'
import { isLookedAt } from './looked-at.js'
import { senderName } from './message/sender.js'
import { notify } from './notify.js'
import { isFirstToTell } from './told.js'

/** Whether this window notifies of an event of a ticket; of several windows only one does. */
const isToldHere = async (
  key: string,
  { id, uuid }: Pick<TicketRecord, 'id' | 'uuid'>,
  { muted }: RootState['preferences'],
): Promise<boolean> => {
  if (muted.includes(id) || (await isLookedAt(uuid))) return false
  return isFirstToTell(key)
}

/** Tells of a message that just came, if it is for this person. */
export const tellOf = async (
  message: MessageRecord,
  ticket: TicketRecord,
  { session: { user: viewer }, preferences }: RootState,
): Promise<void> => {
  if (viewer === null || !wantsNotice(message, ticket, callerOf(viewer))) return
  if (!(await isToldHere(message.id, ticket, preferences))) return
  const { profilePicUrl } = ticket.contact
  const words: Partial<Record<MessageRecord['mediaType'], string>> = {
    image: i18next.t('inbox:kind.image'),
    audio: i18next.t('inbox:kind.audio'),
    video: i18next.t('inbox:kind.video'),
    application: i18next.t('inbox:kind.file'),
    sticker: i18next.t('inbox:kind.sticker'),
    locationMessage: i18next.t('inbox:kind.location'),
    contactMessage: i18next.t('inbox:kind.contact'),
  }
  const word = words[message.mediaType] ?? ''
  const said = cut(excerptOf({ kind: message.mediaType, body: message.body }), 200)
  const isCard = message.mediaType === 'locationMessage' || message.mediaType === 'contactMessage'
  const by = message.author === null ? '' : `${senderName(i18next.t, message)}: `
  const notice = {
    title: calledOf(ticket.contact),
    body: by + (said === '' ? word : isCard ? `${word}: ${said}` : said),
    tag: `ticket-${ticket.id}`,
    path: `/tickets/${ticket.uuid}`,
    ...(profilePicUrl === '' ? {} : { icon: profilePicUrl }),
  }
  notify(notice, preferences)
}

/** Tells of a note that was just written about a ticket, if it mentions this person. */
export const tellOfMention = async (
  note: NoteRecord,
  { session: { user: viewer }, preferences }: RootState,
): Promise<void> => {
  const { ticket } = note
  if (viewer === null || ticket === null || !mentions(note, viewer.id)) return
  if (!(await isToldHere(`note-${note.id}`, ticket, preferences))) return
  notify(
    {
      title: i18next.t('inbox:mention.title', { name: note.user?.name ?? i18next.t('notes:somebody') }),
      body: cut(note.note, 200),
      tag: `ticket-${ticket.id}`,
      path: `/tickets/${ticket.uuid}`,
    },
    preferences,
  )
}
