import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import { adWords } from '@guiche/contracts/message/ad-words.js'
import { withoutSignature } from '@guiche/contracts/message/signature.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { AdCard } from './ad-card.js'
import styles from './bubble.module.css'
import { ContactCards } from './contact-cards.js'
import { LinkPreview } from './link-preview.js'
import { Media } from './media.js'
import { Place } from './place.js'
import { Poll } from './poll.js'
import { Instead, Text } from './text.js'

interface Props {
  readonly message: MessageRecord
  readonly onRetry: (message: MessageRecord) => void
  readonly meta: ReactNode
}

/** The name of a message kind without a rendering of its own; null for other kinds. */
const formOf = ({ details }: MessageRecord) => {
  switch (details?.of) {
    case undefined:
    case 'link':
    case 'ad':
    case 'place':
    case 'poll':
    case 'call':
      return null
    default:
      return details?.of ?? null
  }
}

/** A message without displayable text. */
const UnreadableMessage = ({ message, meta }: Pick<Props, 'message' | 'meta'>) => {
  const { t } = useTranslation()
  const form = formOf(message)
  const text =
    form === null
      ? t('inbox:message.unreadable')
      : form === 'view-once'
        ? t('inbox:message.viewOnce')
        : t('inbox:message.onPhone', { kind: t(`inbox:form.${form}`) })
  return <Instead icon={<EyeInvisibleOutlined />} text={text} meta={meta} />
}

const Call = ({ message, meta }: Pick<Props, 'message' | 'meta'>) => {
  const { t } = useTranslation()
  const { details, body } = message
  const isVideo = details?.of === 'call' && details.video
  const text = details?.of === 'call' ? t(isVideo ? 'inbox:call.video' : 'inbox:call.voice') : body
  const icon = isVideo ? <VideoCameraOutlined /> : <PhoneOutlined />
  return <Instead icon={icon} text={text} meta={meta} />
}

/** The content of a message, by its kind, with its time. */
export const Content = ({ message, onRetry, meta }: Props) => {
  const { t } = useTranslation()
  const { mediaType, mediaState, details } = message
  if (message.isDeleted)
    return <Instead icon={<StopOutlined />} text={t('inbox:message.deleted')} meta={meta} />
  if (mediaType === 'locationMessage') return <Place message={message} meta={meta} />
  if (mediaType === 'contactMessage') return <ContactCards body={message.body} meta={meta} />
  if (mediaType === 'call_log') return <Call message={message} meta={meta} />
  if (mediaType === 'unreadable' && message.body === '')
    return <UnreadableMessage message={message} meta={meta} />
  if (details?.of === 'poll') return <Poll poll={details} meta={meta} />
  const form = formOf(message)
  const ad = details?.of === 'ad' ? details : null
  const isCardAlone = ad !== null && message.body === adWords(ad)
  const text = isCardAlone ? '' : message.fromMe ? withoutSignature(message.body) : message.body
  const inside = mediaType === 'audio' && mediaState === 'stored' && text === ''
  return (
    <>
      {form !== null && <span className={styles.label}>{t(`inbox:form.${form}`)}</span>}
      {ad !== null && <AdCard ad={ad} />}
      {mediaState !== 'none' && <Media message={message} onRetry={onRetry} meta={inside && meta} />}
      {/* an edited text may have another link, or none */}
      {details?.of === 'link' && !message.isEdited && <LinkPreview link={details} />}
      {text !== '' && <Text text={text} meta={meta} />}
      {text === '' && !inside && meta}
    </>
  )
}
