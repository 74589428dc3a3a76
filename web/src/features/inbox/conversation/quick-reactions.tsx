import SmileOutlined from '@ant-design/icons/es/icons/SmileOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { BubbleActions } from './bubble-actions.js'
import styles from './message-menu.module.css'

/** The first six emoji; all others are one more press away. */
const QUICK_EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

interface Props {
  readonly message: MessageRecord
  readonly actions: BubbleActions
  readonly onDone: () => void
}

/** Reactions that one press adds or, if already ours, removes. */
export const QuickReactions = ({ message, actions, onDone }: Props) => {
  const { t } = useTranslation()
  const mine = message.reactions.find(({ fromMe }) => fromMe)?.type
  const press = (run: () => void) => () => {
    onDone()
    run()
  }
  return (
    <fieldset className={styles.emojis} aria-label={t('inbox:message.react')}>
      {QUICK_EMOJIS.map((emoji) => (
        <button
          type="button"
          key={emoji}
          aria-label={t('inbox:message.reactWith', { emoji })}
          aria-pressed={mine === emoji}
          onClick={press(() => actions.react(message, mine === emoji ? '' : emoji))}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('inbox:message.moreEmojis')}
        title={t('inbox:message.moreEmojis')}
        onClick={press(() => actions.moreReactions(message))}
      >
        <SmileOutlined />
      </button>
    </fieldset>
  )
}
