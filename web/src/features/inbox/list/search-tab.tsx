import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Input from 'antd/es/input/index.js'
import Select from 'antd/es/select/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAppSelector } from '../../../app/hooks.js'
import { useUserListQuery } from '../../users/api.js'
import { type TicketFilter, useSearchMessagesQuery } from '../api.js'
import { formatMoment } from '../model/dates.js'
import { excerpt, splitBy } from '../model/excerpt.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './list.module.css'
import { TicketList } from './ticket-list.js'
import { useDebounced } from './use-debounced.js'

interface Props {
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  readonly onShown: (tickets: readonly TicketRecord[]) => void
}

const SHORTEST = 3

/** A text with what was searched for marked in it. */
const Marked = ({ text, wanted }: { text: string; wanted: string }) => (
  <>{splitBy(text, wanted).map(({ part, found, at }) => (found ? <mark key={at}>{part}</mark> : part))}</>
)

/** What was said, wherever it was said; pressing one opens its conversation at it. */
const FoundMessages = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  const { data, isFetching } = useSearchMessagesQuery(text)
  if (isFetching) return <Skeleton active paragraph={{ rows: 3 }} style={{ padding: 14 }} />
  if (data === undefined || data.messages.length === 0) return null
  return (
    <section aria-label={t('inbox:search.messages')}>
      <h2 className={styles.sectionTitle}>{t('inbox:search.messages')}</h2>
      {data.messages.map((message) => (
        <Link key={message.id} className={styles.found} to={`/tickets/${message.ticket.uuid}#${message.id}`}>
          <span className={styles.top}>
            <strong className={styles.name}>
              {message.ticket.contact.name || message.ticket.contact.number || t('inbox:contact.erased')}
            </strong>
            <time className={styles.time} dateTime={message.createdAt}>
              {formatMoment(message.createdAt)}
            </time>
          </span>
          <span className={styles.foundText}>
            <Marked
              text={excerpt(excerptOf({ kind: message.mediaType, body: message.body }), text)}
              wanted={text}
            />
          </span>
        </Link>
      ))}
    </section>
  )
}

/** Tickets by contact, number or words said; admins also by who attends. */
export const SearchTab = ({ selected, actions, onPeek, onShown }: Props) => {
  const { t } = useTranslation()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const [typed, setTyped] = useState('')
  const [users, setUsers] = useState<number[]>([])
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { data: everybody = [] } = useUserListQuery(undefined, { skip: !admin })
  const text = useDebounced(typed.trim())
  const ready = text.length >= SHORTEST || users.length > 0
  const searchParam = text.length >= SHORTEST ? text : ''
  const filter = useMemo<TicketFilter>(
    () => ({ showAll: true, queueIds: null, searchParam, users }),
    [searchParam, users],
  )
  return (
    <>
      <div className={styles.head}>
        <Input
          id="ticket-search"
          allowClear
          autoFocus
          prefix={<SearchOutlined aria-hidden />}
          placeholder={t('inbox:search.placeholder')}
          aria-label={t('inbox:search.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {admin && (
          <Select
            mode="multiple"
            allowClear
            maxTagCount="responsive"
            placeholder={t('inbox:search.users')}
            aria-label={t('inbox:search.users')}
            value={users}
            onChange={setUsers}
            optionFilterProp="label"
            options={everybody.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </div>
      {ready ? (
        <div className={styles.results} ref={setScroller}>
          <TicketList
            filter={filter}
            selected={selected}
            actions={actions}
            onPeek={onPeek}
            onShown={onShown}
            empty={t('inbox:search.nothing')}
            scroller={scroller}
          />
          {text.length >= SHORTEST && <FoundMessages text={text} />}
        </div>
      ) : (
        <div className={styles.state}>{t('inbox:search.hint')}</div>
      )}
    </>
  )
}
