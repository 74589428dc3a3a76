import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import Button from 'antd/es/button/index.js'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors.js'
import { useAppDispatch } from '../../../app/hooks.js'
import { formatTime } from '../model/dates.js'
import { type Outgoing, sendAgain, throwAway } from '../sending.js'
import { lineClass } from './bubble.js'
import styles from './bubble.module.css'
import { Quote } from './quote.js'
import { RichText } from './rich-text.js'
import { Ticks } from './ticks.js'

/** A message on its way to the server: shown at once; a failed one keeps its text and offers to try again. */
export const OutgoingBubble = ({ entry }: { entry: Outgoing }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const failed = entry.state === 'failed'
  return (
    <div className={lineClass(true, true)}>
      <article
        className={`${styles.bubble} ${styles.ours} ${styles.last}`}
        aria-label={t('inbox:message.ours')}
        data-outgoing={entry.state}
      >
        {entry.quoted !== null && <Quote quoted={entry.quoted} />}
        {entry.fileNames.map((name) => (
          <div key={name} className={styles.card}>
            <FileOutlined aria-hidden /> {entry.voice ? t('inbox:kind.audio') : name}
          </div>
        ))}
        {entry.fileNames.length > 0 && entry.state === 'sending' && (
          <progress
            className={styles.progress}
            max={100}
            value={Math.round(entry.progress * 100)}
            aria-label={t('inbox:delivery.pending')}
          />
        )}
        {entry.body !== '' && (
          <div className={styles.text}>
            <RichText text={entry.body} />
          </div>
        )}
        <span className={styles.meta}>
          <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
          <Ticks delivery={failed ? 'failed' : 'pending'} />
        </span>
        {failed && (
          <div className={styles.failure} role="alert">
            <span>{entry.error === null ? t('inbox:delivery.failed') : errorText(entry.error)}</span>
            <span>
              <Button size="small" type="link" onClick={() => void dispatch(sendAgain(entry))}>
                {t('inbox:retry')}
              </Button>
              <Button size="small" type="link" danger onClick={() => dispatch(throwAway(entry.key))}>
                {t('inbox:delivery.throwAway')}
              </Button>
            </span>
          </div>
        )}
      </article>
    </div>
  )
}
