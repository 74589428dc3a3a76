import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import { withoutSignature } from '@guiche/contracts/message/signature.js'
import Button from 'antd/es/button/index.js'
import { errorText } from '../../../api/errors.js'
import { formatTime } from '../../../base/dates.js'
import { useAppDispatch } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { Quote } from '../message/quote.js'
import { type Outgoing, throwAway } from '../outgoing.js'
import { sendAgain } from '../sending.js'
import { bubbleClass, lineClass } from './bubble.js'
import styles from './bubble.module.css'
import { Text } from './text.js'
import { Ticks } from './ticks.js'

/**
 * A message that the server does not have yet. While the server is away, the message waits and is sent later. If the
 * server refused it, its text stays and the user may send it again.
 */
export const OutgoingBubble = ({ entry, name }: { entry: Outgoing; name: string | null }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const failed = entry.state === 'failed'
  const text = withoutSignature(entry.body)
  const { error } = entry
  const failure =
    error === null
      ? t('inbox:delivery.failed')
      : 'unreadable' in error
        ? t('inbox:delivery.unreadable', {
            names: error.unreadable.join(', '),
            count: error.unreadable.length,
          })
        : errorText(error)
  const discard = (
    <Button size="small" type="link" danger={failed} onClick={() => dispatch(throwAway(entry))}>
      {t('inbox:delivery.throwAway')}
    </Button>
  )
  const meta = (
    <span className={styles.meta}>
      <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
      <Ticks delivery={failed ? 'failed' : 'pending'} />
    </span>
  )
  return (
    <div className={lineClass(true, true)}>
      <article
        className={bubbleClass({ fromMe: true, last: true, highlighted: false, form: 'plain' })}
        aria-label={t('inbox:message.ours')}
        data-outgoing={entry.state}
      >
        {name !== null && <strong className={styles.name}>{name}</strong>}
        {entry.quoted !== null && <Quote quoted={entry.quoted} />}
        {entry.fileNames.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change
          <div key={index} className={styles.card}>
            <FileOutlined /> {entry.voice ? t('inbox:kind.audio') : name}
          </div>
        ))}
        {entry.fileList !== undefined && (
          <div className={styles.card}>
            <FolderOpenOutlined /> {entry.fileList.name}
          </div>
        )}
        {entry.fileNames.length > 0 && entry.state === 'sending' && (
          <progress
            className={styles.progress}
            max={100}
            value={Math.round(entry.progress * 100)}
            aria-label={t('inbox:delivery.pending')}
          />
        )}
        {text === '' ? meta : <Text text={text} meta={meta} />}
        {failed && (
          <div className={styles.failure} role="alert">
            <span>{failure}</span>
            <span>
              <Button size="small" type="link" onClick={() => void dispatch(sendAgain(entry))}>
                {t('inbox:retry')}
              </Button>
              {discard}
            </span>
          </div>
        )}
        {entry.state === 'waiting' && (
          <div className={styles.waits} role="status">
            {t('inbox:delivery.waits')} {discard}
          </div>
        )}
      </article>
    </div>
  )
}
