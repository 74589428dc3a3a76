import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { WordlessKind } from '@guiche/contracts/views/ticket.js'
import { useTranslation } from '../../../i18n/use-translation.js'

/** Name of a message's kind if the message has no text: photo, audio, … */
export const useKindLabel = (): ((kind: WordlessKind) => string) => {
  const { t } = useTranslation()
  const labels: Record<WordlessKind, string> = {
    conversation: t('inbox:kind.text'),
    image: t('inbox:kind.image'),
    audio: t('inbox:kind.audio'),
    voice: t('inbox:kind.voice'),
    video: t('inbox:kind.video'),
    application: t('inbox:kind.file'),
    sticker: t('inbox:kind.sticker'),
    locationMessage: t('inbox:kind.location'),
    contactMessage: t('inbox:kind.contact'),
    call_log: t('inbox:kind.call'),
    unreadable: t('inbox:kind.unreadable'),
  }
  return (kind) => labels[kind]
}

/** Label of a ticket's last message if it is no text; null for a text or a document's name. */
export const useLastKind = ({
  lastMessage,
  lastMessageType,
}: Pick<TicketRecord, 'lastMessage' | 'lastMessageType'>): string | null => {
  const kindLabel = useKindLabel()
  if (lastMessageType === null || (lastMessageType === 'application' && lastMessage !== '')) return null
  const isCard = lastMessageType === 'locationMessage' || lastMessageType === 'contactMessage'
  const label = kindLabel(lastMessageType)
  return isCard && lastMessage !== '' ? `${label}: ${lastMessage}` : label
}
