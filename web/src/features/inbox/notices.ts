import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import type { MessageRecord, TicketRecord, UserRecord } from '@guiche/contracts/views/records.js'
import i18next from 'i18next'
import { readStored, store } from '../../app/storage.js'
import { notify } from '../../shell/notify.js'
import { wantsNotice } from './model/wants-notice.js'

const LAST = 'guiche.noticed'

/** Whether the conversation is in front of the person right now. */
const isLookedAt = (uuid: string): boolean =>
  document.visibilityState === 'visible' && document.hasFocus() && location.pathname === `/tickets/${uuid}`

/** Tells of a message that just came, if it is for this person; several windows tell it once. */
export const tellOf = (message: MessageRecord, ticket: TicketRecord, viewer: UserRecord | null): void => {
  if (viewer === null || !wantsNotice(message, ticket, viewer) || isLookedAt(ticket.uuid)) return
  if (readStored(LAST) === message.id) return
  store(LAST, message.id)
  const { name, number, profilePicUrl } = ticket.contact
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
  const said = excerptOf({ kind: message.mediaType, body: message.body }).slice(0, 200)
  const isCard = message.mediaType === 'locationMessage' || message.mediaType === 'contactMessage'
  notify({
    title: name || number,
    body: said === '' ? word : isCard ? `${word}: ${said}` : said,
    tag: `ticket-${ticket.id}`,
    path: `/tickets/${ticket.uuid}`,
    ...(profilePicUrl === '' ? {} : { icon: profilePicUrl }),
  })
}
