import type { MessageKind } from '@guiche/contracts/events/message.js'
import { useTranslation } from 'react-i18next'

/** What a message without words is called: photo, audio, … */
export const useKindLabel = (): ((kind: MessageKind) => string) => {
  const { t } = useTranslation()
  const labels: Record<MessageKind, string> = {
    conversation: t('inbox:kind.text'),
    image: t('inbox:kind.image'),
    audio: t('inbox:kind.audio'),
    video: t('inbox:kind.video'),
    application: t('inbox:kind.file'),
    sticker: t('inbox:kind.sticker'),
    locationMessage: t('inbox:kind.location'),
    contactMessage: t('inbox:kind.contact'),
    call_log: t('inbox:kind.call'),
  }
  return (kind) => labels[kind]
}
