import { withoutSignature } from '@guiche/contracts/message/signature.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import type { QuotedRecord } from '@guiche/contracts/views/records.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './quote.module.css'
import { PlainText } from './rich-text.js'
import { senderName } from './sender.js'
import { useKindLabel } from './use-kind-label.js'
import { useUserNames } from './use-user-names.js'

interface Props {
  readonly quoted: QuotedRecord
  readonly onShow?: ((id: string) => void) | undefined
}

/** The message that a reply quotes; pressing it scrolls there. */
export const Quote = ({ quoted, onShow }: Props) => {
  const { t } = useTranslation()
  const kindLabel = useKindLabel()
  const userName = useUserNames([quoted.userId])
  const ours = quoted.userId === null ? t('inbox:message.ours') : userName(quoted.userId)
  const author = quoted.fromMe ? ours : senderName(t, quoted)
  const body = quoted.fromMe ? withoutSignature(quoted.body) : quoted.body
  const special = quoted.mediaType === 'locationMessage' || quoted.mediaType === 'contactMessage'
  const text = quoted.isDeleted
    ? t('inbox:message.deleted')
    : special || body === ''
      ? kindLabel(quoted.mediaType)
      : body
  return (
    <button
      type="button"
      className={styles.quote}
      onClick={() => onShow?.(quoted.id)}
      disabled={onShow === undefined}
    >
      <strong>{author}</strong>
      <span>
        <PlainText text={truncateText(text, 300)} />
      </span>
    </button>
  )
}

/** Placeholder for a quoted message that is not stored, or was erased. */
export const MissingQuote = () => {
  const { t } = useTranslation()
  return <div className={`${styles.quote} ${styles.missing}`}>{t('inbox:message.quoteMissing')}</div>
}
