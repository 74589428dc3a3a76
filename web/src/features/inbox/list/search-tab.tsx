import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Input, { type InputRef } from 'antd/es/input/index.js'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { ClearSearch } from '../../../components/list/clear-search.js'
import { useSearch } from '../../../components/list/use-search.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import type { TicketFilter } from '../api.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { FoundList } from './found-list.js'
import styles from './list.module.css'
import { TicketList } from './ticket-list.js'
import type { ListFilter } from './use-list-filter.js'

export interface SearchState {
  readonly text: string
}
export const EMPTY_SEARCH: SearchState = { text: '' }

interface Props {
  readonly filter: ListFilter
  /** the panel of filters, if open */
  readonly panel: ReactNode
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  readonly onShown: (tickets: readonly TicketRecord[]) => void
  /** the last search: initial value, updated by each search */
  readonly last: RefObject<SearchState>
}

/** Contacts, tickets and messages by words; only tickets if filters are set. */
export const SearchTab = ({ filter, panel, selected, actions, onPeek, onShown, last }: Props) => {
  const { t } = useTranslation()
  const { text, setText, search } = useSearch(last.current.text)
  // the last search is selected, so that typing replaces it
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus({ cursor: 'all' }), [])
  useEffect(() => {
    last.current = { text }
  }, [last, text])
  const { searched, count, clear } = filter
  const found = useMemo<TicketFilter>(
    () => ({ wide: true, showAll: true, queueIds: null, ...searched, searchParam: search }),
    [search, searched],
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
        {panel}
      </div>
      {count > 0 ? (
        <TicketList
          {...shown}
          filter={found}
          empty={
            <>
              {t('inbox:list.emptyFiltered')}
              <Button onClick={clear}>{t('inbox:filter.clear')}</Button>
            </>
          }
        />
      ) : search === '' ? (
        <div className={styles.state}>{t('inbox:search.hint')}</div>
      ) : (
        <FoundList key={search} {...shown} text={search} />
      )}
    </>
  )
}
