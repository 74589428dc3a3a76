import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { renderVariables } from '@guiche/contracts/variables.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Spin from 'antd/es/spin/index.js'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useUser } from '../../../base/access.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { type Shown, useRecords } from '../../../records/record-api.js'
import { labelOf, offered, QUICK_LIST, QUICK_SIGN } from '../model/quick-list.js'
import { countQuickUse, quickUses } from '../model/quick-uses.js'
import styles from './quick-messages.module.css'
import { type Choosing, useChoice } from './use-choice.js'

type QuickMessage = Shown<'quickmessage'>
interface Props extends Choosing {
  /** the text of the composer: a slash and what is looked for */
  readonly typed: string
  readonly ticket: TicketRecord
  /** the text with its variables filled in */
  readonly onChoose: (text: string, message: QuickMessage) => void
}

const idOf = ({ id }: QuickMessage): string => `quick-message-${id}`

/** The quick messages that are offered for what is typed, with a preview of the marked one. */
export const QuickMessages = ({ typed, ticket, onChoose, ...choosing }: Props) => {
  const { t } = useTranslation()
  const { company, id: userId } = useUser()
  const { rows, isError } = useRecords('quickmessage')
  const uses = useMemo(() => quickUses(userId), [userId])
  const found = useMemo(() => offered(rows ?? [], typed.slice(1), uses), [rows, typed, uses])
  const filled = ({ message }: QuickMessage): string =>
    renderVariables(message, {
      name: ticket.contact.name,
      now: new Date(),
      timeZone: company.timezone,
      language: company.language,
    })
  const choose = (message: QuickMessage): void => {
    countQuickUse(userId, message.id)
    onChoose(filled(message), message)
  }
  const { marked, mark } = useChoice({ found, typed, idOf, choose, ...choosing })

  return (
    <div className={styles.quick}>
      <header className={styles.head}>
        <strong>{t('quick-messages:title')}</strong>
        <Link to="/quick-messages">{t('inbox:quick.manage')}</Link>
      </header>
      {rows === undefined && !isError && <Spin size="small" className={styles.state ?? ''} />}
      {isError && (
        <p role="alert" className={styles.state}>
          {t('inbox:quick.failed')}
        </p>
      )}
      {rows !== undefined && found.length === 0 && (
        <p role="status" className={styles.state}>
          {t(typed === QUICK_SIGN ? 'inbox:quick.empty' : 'inbox:quick.none')}
        </p>
      )}
      {marked !== undefined && (
        <div className={styles.body}>
          <div id={QUICK_LIST} role="listbox" aria-label={t('quick-messages:title')} className={styles.list}>
            {found.map((message, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the composer, which keeps the focus
              <div
                key={message.id}
                id={idOf(message)}
                role="option"
                aria-selected={message === marked}
                tabIndex={-1}
                className={styles.option}
                // the composer keeps the focus
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => mark(index)}
                onClick={() => choose(message)}
              >
                <code>/{message.shortcode}</code>
                <span>{labelOf(filled(message))}</span>
                {message.isMedia && <PaperClipOutlined aria-label={t('inbox:quick.withFile')} />}
              </div>
            ))}
          </div>
          <div className={styles.preview} aria-hidden>
            {filled(marked)}
            {marked.mediaName !== null && (
              <span className={styles.file}>
                <PaperClipOutlined /> {marked.mediaName}
              </span>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
