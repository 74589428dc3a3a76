import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Segmented from 'antd/es/segmented/index.js'
import Tabs from 'antd/es/tabs/index.js'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../app/hooks.js'
import type { Command } from '../../../shell/commands/registry.js'
import { useCommands } from '../../../shell/commands/use-commands.js'
import { useCountsQuery } from '../api.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { Count } from './count.js'
import { CloseAll, Filters } from './filters.js'
import styles from './list.module.css'
import { SearchTab } from './search-tab.js'
import { TicketList } from './ticket-list.js'
import type { ListFilter, ListTab } from './use-list-filter.js'

interface Props {
  readonly filter: ListFilter
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  readonly onNewTicket: () => void
  readonly onShown: (tickets: readonly TicketRecord[]) => void
}

/** Opens the search tab, or goes to its field when it is open. */
const useSearchKey = (setTab: (tab: ListTab) => void): void => {
  const { t } = useTranslation()
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'inbox search',
          label: t('inbox:key.search'),
          group: t('inbox:title'),
          keys: '/',
          run: () => {
            setTab('search')
            document.getElementById('ticket-search')?.focus()
          },
        },
      ],
      [t, setTab],
    ),
  )
}

/** Those with somebody, and those that wait for one; each with how many there are. */
const OpenOrPending = ({ filter }: { filter: ListFilter }) => {
  const { t } = useTranslation()
  const { data: counts } = useCountsQuery({ showAll: filter.showAll, queueIds: filter.queueIds })
  const label = (text: string, count: ReactNode) => (
    <span className={styles.tabLabel}>
      {text}
      {count}
    </span>
  )
  const open = counts?.open ?? 0
  const pending = counts?.pending ?? 0
  return (
    <Segmented
      block
      aria-label={t('inbox:tab.inbox')}
      value={filter.tab}
      onChange={(tab) => filter.setTab(tab as ListTab)}
      options={[
        {
          value: 'open',
          label: label(
            t('inbox:tab.open'),
            <Count value={open} tone="open" label={t('inbox:list.count', { count: open })} />,
          ),
        },
        {
          value: 'pending',
          label: label(
            t('inbox:tab.pending'),
            <Count value={pending} tone="waiting" label={t('inbox:list.count', { count: pending })} />,
          ),
        },
      ]}
    />
  )
}

/** The left side of the inbox: tabs, filters and the list that they choose. */
export const ListPanel = ({ filter, selected, actions, onPeek, onNewTicket, onShown }: Props) => {
  const { t } = useTranslation()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const { tab, setTab } = filter
  useSearchKey(setTab)
  const empty = {
    open: (
      <>
        {t('inbox:list.emptyOpen')}
        <Button onClick={() => setTab('pending')}>{t('inbox:list.seePending')}</Button>
      </>
    ),
    pending: t('inbox:list.emptyPending'),
    closed: t('inbox:list.emptyClosed'),
  }
  const top = tab === 'pending' ? 'open' : tab
  return (
    <section className={styles.panel} aria-label={t('inbox:list.label')}>
      <div className={styles.head}>
        <div className={styles.titleRow}>
          <h1>{t('inbox:title')}</h1>
          {admin && (tab === 'open' || tab === 'pending') && <CloseAll status={tab} filter={filter} />}
          <Button type="primary" icon={<PlusOutlined />} onClick={onNewTicket}>
            {t('inbox:newTicket.open')}
          </Button>
        </div>
        <Tabs
          size="small"
          tabBarStyle={{ margin: 0 }}
          activeKey={top}
          onChange={(next) => setTab(next as ListTab)}
          items={[
            { key: 'open', label: t('inbox:tab.inbox') },
            { key: 'closed', label: t('inbox:tab.closed') },
            { key: 'search', label: t('inbox:tab.search') },
          ]}
        />
        {top !== 'search' && <Filters filter={filter} />}
        {top === 'open' && <OpenOrPending filter={filter} />}
      </div>
      {tab === 'search' ? (
        <SearchTab selected={selected} actions={actions} onPeek={onPeek} onShown={onShown} />
      ) : (
        <TicketList
          key={tab}
          filter={filter.filterOf(tab)}
          selected={selected}
          actions={actions}
          onPeek={onPeek}
          onShown={onShown}
          empty={empty[tab]}
        />
      )}
    </section>
  )
}
