import Skeleton from 'antd/es/skeleton/index.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './loading.module.css'

const BUBBLES = [
  ['a', 46, false],
  ['b', 64, true],
  ['c', 38, true],
  ['d', 90, false],
  ['e', 46, false],
  ['f', 64, true],
] as const

/** Placeholder bubbles for loading messages. */
export const LoadingMessages = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.messages} role="status" aria-busy="true" aria-label={t('common:loading')}>
      {BUBBLES.map(([key, height, ours]) => (
        <Skeleton.Node
          key={key}
          active
          className={(ours ? styles.ours : '') ?? ''}
          style={{ width: ours ? 260 : 320, height }}
        >
          <span />
        </Skeleton.Node>
      ))}
    </div>
  )
}

/** Placeholder of a loading conversation: header and messages in their sizes. */
export const LoadingConversation = () => (
  <div className={styles.conversation}>
    <div className={styles.header}>
      <Skeleton.Avatar active size={40} />
      <Skeleton.Button active style={{ width: 180, height: 20 }} />
    </div>
    <LoadingMessages />
  </div>
)
