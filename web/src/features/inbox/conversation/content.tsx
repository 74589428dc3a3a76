import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import { parseCard, parseLocation } from '@guiche/contracts/views/excerpt.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { useTranslation } from 'react-i18next'
import styles from './bubble.module.css'
import { Media } from './media.js'
import { RichText } from './rich-text.js'

interface Props {
  readonly message: MessageRecord
  readonly onRetry: ((message: MessageRecord) => void) | undefined
}

const Place = ({ body }: { body: string }) => {
  const place = parseLocation(body)
  if (place === null) return <RichText text={body} />
  return (
    <a href={place.href} target="_blank" rel="noopener noreferrer" className={styles.card}>
      <EnvironmentOutlined /> {place.label}
    </a>
  )
}

const Card = ({ body }: { body: string }) => {
  const { name, numbers } = parseCard(body)
  return (
    <div className={styles.card}>
      <UserOutlined />
      <span>
        <strong>{name}</strong>
        {numbers.map((number) => (
          <a key={number} href={`tel:${number.replace(/[^\d+]/g, '')}`} className={styles.cardLine}>
            {number}
          </a>
        ))}
      </span>
    </div>
  )
}

/** What a message says, by its kind. */
export const Content = ({ message, onRetry }: Props) => {
  const { t } = useTranslation()
  if (message.mediaType === 'locationMessage') return <Place body={message.body} />
  if (message.mediaType === 'contactMessage') return <Card body={message.body} />
  if (message.mediaType === 'call_log')
    return (
      <span className={styles.card}>
        <PhoneOutlined /> {message.body}
      </span>
    )
  if (message.mediaType === 'unreadable' && message.body === '')
    return (
      <span className={styles.deleted}>
        <EyeInvisibleOutlined /> {t('inbox:message.unreadable')}
      </span>
    )
  return (
    <>
      {message.mediaState !== 'none' && <Media message={message} onRetry={onRetry} />}
      {message.body !== '' && (
        <div className={styles.text}>
          <RichText text={message.body} />
        </div>
      )}
    </>
  )
}
