import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Input from 'antd/es/input/index.js'
import Select from 'antd/es/select/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAppSelector } from '../../../app/hooks.js'
import { useUserListQuery } from '../../users/api.js'
import { type TicketFilter, useSearchMessagesQuery } from '../api.js'
import { formatMoment } from '../model/dates.js'
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

/** What was said, wherever it was said; pressing one opens its conversation at it. */
const FoundMessages = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  const { data, isFetching } = useSearchMessagesQuery(text)
  if (isFetching) return <Skeleton active paragraph={{ rows: 3 }} style={{ padding: 14 }} />
  if (data === undefined || data.messages.length === 0) return null
  return (
    <section aria-label={t('inbox:search.messages')}>
      <div className={styles.sectionTitle}>{t('inbox:search.messages')}</div>
      {data.messages.map((message) => (
        <Link key={message.id} className={styles.found} to={`/tickets/${message.ticket.uuid}#${message.id}`}>
          <span className={styles.top}>
            <strong className={styles.name}>{message.ticket.contact.name}</strong>
            <time className={styles.time} dateTime={message.createdAt}>
              {formatMoment(message.createdAt)}
            </time>
          </span>
          <span className={styles.foundText}>{message.body}</span>
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
  const { data: everybody = [] } = useUserListQuery(undefined, { skip: !admin })
  const text = useDebounced(typed.trim())
  const ready = text.length >= SHORTEST || users.length > 0
  const filter: TicketFilter = {
    showAll: true,
    queueIds: null,
    searchParam: text.length >= SHORTEST ? text : '',
    users,
  }
  return (
    <>
      <div className={styles.head}>
        <Input
          id="ticket-search"
          allowClear
          autoFocus
          prefix={<SearchOutlined />}
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
        <div
          style={{
            flex: 1,
            minHeight: 0,
            display: 'grid',
            gridTemplateRows: 'minmax(0, 1fr) auto',
            overflow: 'auto',
          }}
        >
          <TicketList
            filter={filter}
            selected={selected}
            actions={actions}
            onPeek={onPeek}
            onShown={onShown}
            empty={t('inbox:search.nothing')}
          />
          {text.length >= SHORTEST && <FoundMessages text={text} />}
        </div>
      ) : (
        <div className={styles.state}>{t('inbox:search.hint')}</div>
      )}
    </>
  )
}
