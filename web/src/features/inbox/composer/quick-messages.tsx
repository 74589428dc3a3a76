import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { renderVariables } from '@guiche/contracts/message/variables.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Spin from 'antd/es/spin/index.js'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useUser } from '../../../base/access.js'
import { joinNames } from '../../../i18n/i18n.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { ShownOf } from '../../../records/record-api.js'
import { categoriesOf, isForQueue, isOf } from '../../quick-messages/quick-replies.js'
import { labelOf, offeredReplies, QUICK_LIST, QUICK_SIGN } from '../model/quick-list.js'
import { QuickFile } from './quick-file.js'
import styles from './quick-messages.module.css'
import { type ChoiceConnection, useChoice } from './use-choice.js'
import { useQuickList } from './use-quick-list.js'

type QuickMessage = ShownOf<'quickmessage'>
interface Props extends ChoiceConnection {
  /** text of the composer: a slash and the search */
  readonly typed: string
  readonly ticket: TicketRecord
  /** the text with its variables filled in */
  readonly onChoose: (text: string, message: QuickMessage) => void
}

const idOf = ({ id }: QuickMessage): string => `quick-message-${id}`

interface CategoriesProps {
  readonly all: readonly string[]
  readonly chosen: string | null
  readonly onChoose: (category: string | null) => void
}
/** Filters the list by category with the pointer; with the keyboard the category is typed. */
const Categories = ({ all, chosen, onChoose }: CategoriesProps) => {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen
    <div role="group" aria-label={t('inbox:quick.categories')} className={styles.categories}>
      {all.map((category) => (
        <button
          key={category}
          type="button"
          tabIndex={-1}
          aria-pressed={category === chosen}
          // the composer keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(category === chosen ? null : category)}
        >
          {category}
        </button>
      ))}
    </div>
  )
}

/** The quick replies offered for the typed text, with a preview of the marked one. */
export const QuickMessages = ({ typed, ticket, onChoose, ...choosing }: Props) => {
  const { t } = useTranslation()
  const { company } = useUser()
  const { rows, own, isError } = useQuickList()
  const { queueId } = ticket
  const text = typed.slice(QUICK_SIGN.length)
  const [asked, setAsked] = useState<string | null>(null)
  const categories = useMemo(
    () => categoriesOf((rows ?? []).filter((one) => one.status && isForQueue(one, queueId))),
    [rows, queueId],
  )
  // a chosen category may have been deleted
  const category = categories.find((one) => asked !== null && isOf({ category: one }, asked)) ?? null
  const found = useMemo(
    () => offeredReplies(rows ?? [], { text, queueId, category, own }),
    [rows, text, queueId, category, own],
  )
  const filled = ({ message }: QuickMessage): string =>
    renderVariables(message, {
      name: ticket.contact.name,
      now: new Date(),
      timeZone: company.timezone,
      language: company.language,
    })
  const choose = (message: QuickMessage): void => onChoose(filled(message), message)
  const { marked, mark } = useChoice({ found, typed: `${typed} ${category}`, idOf, choose, ...choosing })
  const nothing = typed !== QUICK_SIGN ? 'none' : rows?.some(({ status }) => status) ? 'elsewhere' : 'empty'

  return (
    <div className={styles.quick}>
      <header className={styles.head}>
        <strong>{t('quick-messages:title')}</strong>
        <Link to="/quick-messages">{t('inbox:quick.manage')}</Link>
      </header>
      {categories.length > 0 && <Categories all={categories} chosen={category} onChoose={setAsked} />}
      {rows === undefined && !isError && <Spin size="small" className={styles.state ?? ''} />}
      {isError && (
        <p role="alert" className={styles.state}>
          {t('inbox:quick.failed')}
        </p>
      )}
      {rows !== undefined && found.length === 0 && (
        <p role="status" className={styles.state}>
          {t(`inbox:quick.${nothing}`)}
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
                {message.category !== '' && <small>{message.category}</small>}
                {message.fileList !== null && <FolderOpenOutlined aria-label={message.fileList.name} />}
                {message.isMedia && <PaperClipOutlined aria-label={t('inbox:quick.withFile')} />}
              </div>
            ))}
          </div>
          <div className={styles.preview}>
            {/* screen readers already read the marked option */}
            <span aria-hidden>{filled(marked)}</span>
            {marked.fileList !== null && (
              <span className={styles.file}>
                <span>
                  <FolderOpenOutlined /> {marked.fileList.name}
                </span>
              </span>
            )}
            {marked.mediaPath !== null && <QuickFile path={marked.mediaPath} name={marked.mediaName ?? ''} />}
            {!isForQueue(marked, queueId) && (
              <span className={styles.note}>
                {t('inbox:quick.ofQueues', {
                  count: marked.queues.length,
                  names: joinNames(marked.queues.map(({ name }) => name)),
                })}
              </span>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
