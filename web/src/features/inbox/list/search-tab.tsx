import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Input, { type InputRef } from 'antd/es/input/index.js'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazyPage } from '../../../base/lazy-page.js'
import { ClearSearch } from '../../../components/list/clear-search.js'
import { useSearch } from '../../../components/list/use-search.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { TicketFilter } from '../api.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { FoundList } from './found-list.js'
import styles from './list.module.css'
import { TicketList } from './ticket-list.js'

/** Its lists are not needed before somebody searches. */
const SearchFilters = lazyPage(() => import('./search-filters.js').then((m) => m.SearchFilters))

export interface Searched {
  readonly text: string
  readonly users: number[]
  readonly tags: number[]
}
export const NOT_SEARCHED: Searched = { text: '', users: [], tags: [] }

interface Props {
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  readonly onShown: (tickets: readonly TicketRecord[]) => void
  /** what was searched for last, which this begins with and keeps */
  readonly last: RefObject<Searched>
}

/** People, tickets and messages by words; tickets alone where tags narrow them, or for admins who attends them. */
export const SearchTab = ({ selected, actions, onPeek, onShown, last }: Props) => {
  const { t } = useTranslation()
  const { text, setText, search } = useSearch(last.current.text)
  // what was searched for last is typed over
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus({ cursor: 'all' }), [])
  const [users, setUsers] = useState(last.current.users)
  const [tags, setTags] = useState(last.current.tags)
  useEffect(() => {
    last.current = { text, users, tags }
  }, [last, text, users, tags])
  const filter = useMemo<TicketFilter>(
    () => ({ showAll: true, queueIds: null, searchParam: search, users, tags }),
    [search, users, tags],
  )
  const shown = { selected, actions, onPeek, onShown }
  return (
    <>
      <div className={styles.head}>
        <Input
          id="ticket-search"
          allowClear={{ clearIcon: <ClearSearch /> }}
          ref={field}
          prefix={<SearchOutlined />}
          placeholder={t('inbox:search.placeholder')}
          aria-label={t('inbox:search.placeholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Suspense>
          <SearchFilters {...{ tags, setTags, users, setUsers }} />
        </Suspense>
      </div>
      {users.length > 0 || tags.length > 0 ? (
        <TicketList {...shown} filter={filter} empty={t('inbox:search.nothing')} />
      ) : search === '' ? (
        <div className={styles.state}>{t('inbox:search.hint')}</div>
      ) : (
        <FoundList key={search} {...shown} text={search} />
      )}
    </>
  )
}
