import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import FilterFilled from '@ant-design/icons/es/icons/FilterFilled'
import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Badge from 'antd/es/badge/index.js'
import Button from 'antd/es/button/index.js'
import Tabs from 'antd/es/tabs/index.js'
import { Activity, memo, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useHasSeat } from '../../../base/access.js'
import { useAppSelector } from '../../../base/hooks.js'
import { lazyPage } from '../../../base/lazy-page.js'
import type { Command } from '../../../commands/registry.js'
import { useCommands } from '../../../commands/use-commands.js'
import { IconButton } from '../../../components/icon-button.js'
import { pageWithTexts } from '../../../i18n/page-with-texts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { loadRecordTexts } from '../../../records/record-texts.js'
import { useCountsQuery } from '../api.js'
import { Stranded } from '../stranded.js'
import type { TicketActions } from '../use-ticket-actions.js'
import { Count } from './count.js'
import styles from './list.module.css'
import { EMPTY_SEARCH, SearchTab } from './search-tab.js'
import { TicketList } from './ticket-list.js'
import { useKnownChoice } from './use-known-choice.js'
import type { ListFilter, ListTab } from './use-list-filter.js'
import { PICKS_OPENER, type PickedTickets, usePicks } from './use-picks.js'
import { useRowKeys } from './use-row-keys.js'

/** Loaded on demand, because of its calendar. */
const Filters = lazyPage(() => import('./filters.js').then((m) => m.Filters))
/** Loaded on demand, when tickets are picked. */
const PickBar = lazyPage(() => import('./pick-bar.js').then((m) => m.PickBar))
const CloseAll = lazyPage(() => import('./close-all.js').then((m) => m.CloseAll))

/** The bar of views is loaded with its texts after the list. */
const ViewBar = pageWithTexts('ticket-views', async () => {
  const [part] = await Promise.all([import('./view-bar.js'), loadRecordTexts('ticketView')])
  return part.ViewBar
})

type ListedTab = Exclude<ListTab, 'search'>
interface Props {
  readonly filter: ListFilter
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  readonly onNewTicket: () => void
  readonly onShown: (tickets: readonly TicketRecord[]) => void
}

/** Opens the search tab, or focuses its field. */
const useSearchKey = (setTab: (tab: ListTab) => void): void => {
  const { t } = useTranslation()
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'inbox search',
          label: t('inbox:key.search'),
          icon: <SearchOutlined />,
          group: 'places',
          keys: '/',
          atOnce: true,
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

/** X picks the open ticket, if the shown rows can be picked. */
const usePickKey = (
  picks: PickedTickets | null,
  tickets: readonly TicketRecord[],
  selected: string | undefined,
): void => {
  const { t } = useTranslation()
  const now = useRef({ picks, tickets, selected })
  now.current = { picks, tickets, selected }
  const isOffered = picks !== null
  useCommands(
    useMemo((): readonly Command[] => {
      const pick: Command = {
        id: 'inbox pick',
        label: t('inbox:key.pick'),
        icon: <CheckSquareOutlined />,
        group: 'general',
        keys: 'x',
        keysOnly: true,
        run: () => {
          const { picks, tickets, selected } = now.current
          const ticket = tickets.find(({ uuid }) => uuid === selected)
          if (ticket !== undefined) picks?.pick(ticket, false)
        },
      }
      return isOffered ? [pick] : []
    }, [t, isOffered]),
  )
}

/**
 * Number of snoozed tickets, with a button to list them; in their list, the button back. Renders nothing if
 * there are none.
 */
const SnoozedLine = ({ filter, count }: { filter: ListFilter; count: number }) => {
  const { t } = useTranslation()
  const { snoozed } = filter.chosen
  if (!snoozed && count === 0) return null
  return (
    <button type="button" className={styles.snoozed} onClick={() => filter.choose({ snoozed: !snoozed })}>
      {snoozed ? t('inbox:tab.notSnoozed') : t('inbox:tab.snoozedCount', { count })}
    </button>
  )
}

/** Tabs of own, waiting and closed tickets, each with its count. */
const ListTabs = ({ filter }: { filter: ListFilter }) => {
  const { t } = useTranslation()
  const { data: counts } = useCountsQuery(filter.narrowing)
  const { chosen, narrowing, tab, setTab } = filter
  const numbers = {
    open: (chosen.snoozed ? counts?.snoozed : counts?.open) ?? 0,
    pending: counts?.pending ?? 0,
    closed: counts?.closed ?? 0,
  }
  const names = {
    open: chosen.snoozed
      ? t('inbox:tab.snoozed')
      : t(narrowing.showAll ? 'inbox:tab.everybody' : 'inbox:tab.mine'),
    pending: t('inbox:tab.pending'),
    closed: t('inbox:tab.closed'),
  }
  return (
    <>
      <Tabs
        size="small"
        className={styles.tabs ?? ''}
        tabBarStyle={{ margin: 0 }}
        activeKey={tab}
        onChange={(next) => setTab(next as ListTab)}
        items={(['open', 'pending', 'closed'] as const).map((key) => ({
          key,
          label: (
            <span className={styles.tabLabel}>
              {names[key]}
              <Count
                value={numbers[key]}
                tone={TONES[key]}
                label={t('inbox:list.count', { count: numbers[key] })}
              />
            </span>
          ),
        }))}
      />
      {tab === 'open' && <SnoozedLine filter={filter} count={counts?.snoozed ?? 0} />}
    </>
  )
}
const TONES = { open: 'open', pending: 'waiting', closed: 'closed' } as const

/** Opens and closes the filters, and shows how many are on. */
const FilterButton = ({ count, open, onClick }: { count: number; open: boolean; onClick: () => void }) => {
  const { t } = useTranslation()
  const label = count === 0 ? t('inbox:filter.title') : t('inbox:filter.on', { count })
  return (
    <Badge count={count} size="small" color="var(--g-brand)">
      <Button
        type={count === 0 ? 'text' : 'default'}
        icon={count === 0 ? <FilterOutlined /> : <FilterFilled />}
        aria-label={label}
        data-hint={label}
        aria-expanded={open}
        aria-controls="ticket-filters"
        onClick={onClick}
      />
    </Badge>
  )
}

/** Lists shown before. They stay mounted beside the visible list, so that returning takes one frame. */
const useVisited = (shown: ListedTab | null): readonly ListedTab[] => {
  const visited = useRef<readonly ListedTab[]>([])
  if (shown !== null && !visited.current.includes(shown)) visited.current = [...visited.current, shown]
  return visited.current
}

/** The left side of the inbox: tabs, filters and the chosen list. */
export const ListPanel = memo(({ filter, selected, actions, onPeek, onNewTicket, onShown }: Props) => {
  const { t } = useTranslation()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const writes = useHasSeat()
  const { tab, setTab, count, clear } = filter
  const [narrowing, setNarrowing] = useState(false)
  useSearchKey(setTab)
  useKnownChoice(filter)
  const isSearch = tab === 'search'
  const searched = useRef(EMPTY_SEARCH)
  // the tab changes at once; its rows render later
  const deferred = useDeferredValue(tab)
  const listed = tab === 'search' ? null : deferred === 'search' ? tab : deferred
  const visited = useVisited(listed)
  const [tickets, setTickets] = useState<readonly TicketRecord[]>([])
  const show = useCallback(
    (all: readonly TicketRecord[]) => {
      setTickets(all)
      onShown(all)
    },
    [onShown],
  )
  const picks = usePicks(tickets)
  const pickable = isSearch || !writes ? null : picks
  usePickKey(pickable, tickets, selected)
  const onKeyDown = useRowKeys(pickable, tickets)
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
  const filtered = (
    <>
      {t('inbox:list.emptyFiltered')}
      <Button onClick={clear}>{t('inbox:filter.clear')}</Button>
    </>
  )
  const panel = narrowing && (
    <Suspense>
      <Filters filter={filter} />
    </Suspense>
  )
  return (
    // the keys belong to the rows, which are links
    <section className={styles.panel} aria-label={t('inbox:list.label')} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <div className={styles.titleRow}>
          <h1>{t('inbox:title')}</h1>
          <IconButton
            label={isSearch ? t('inbox:search.close') : t('inbox:tab.search')}
            data-hint={isSearch ? t('inbox:search.close') : t('inbox:key.search')}
            onClick={() => setTab(isSearch ? 'open' : 'search')}
          >
            {isSearch ? <CloseOutlined /> : <SearchOutlined />}
          </IconButton>
          {!isSearch && writes && (
            <IconButton
              id={PICKS_OPENER}
              label={t('inbox:bulk.title')}
              aria-pressed={picks.on}
              disabled={picks.busy}
              onClick={picks.on ? picks.stop : picks.start}
            >
              <CheckSquareOutlined />
            </IconButton>
          )}
          <FilterButton count={count} open={narrowing} onClick={() => setNarrowing(!narrowing)} />
          {writes && (
            <Button
              type="primary"
              className={styles.new ?? ''}
              icon={<PlusOutlined />}
              aria-label={t('inbox:newTicket.open')}
              onClick={onNewTicket}
            >
              {t('inbox:newTicket.open')}
            </Button>
          )}
        </div>
        {!isSearch && <ListTabs filter={filter} />}
        {!isSearch && writes && picks.on && (
          <Suspense>
            <PickBar
              picks={picks}
              tickets={tickets}
              status={tab}
              more={
                admin && !filter.narrowed && tab !== 'closed' && <CloseAll status={tab} filter={filter} />
              }
            />
          </Suspense>
        )}
        {!isSearch && (
          <Suspense>
            <ViewBar filter={filter} />
          </Suspense>
        )}
        {!isSearch && panel}
      </div>
      <Stranded />
      {listed === null && (
        <SearchTab {...{ filter, panel, selected, actions, onPeek, onShown }} last={searched} />
      )}
      {visited.map((one) => (
        <Activity key={one} mode={one === listed ? 'visible' : 'hidden'}>
          <TicketList
            filter={filter.filterOf(one)}
            selected={selected}
            actions={actions}
            onPeek={onPeek}
            onShown={show}
            {...(writes && { picks })}
            empty={count === 0 ? empty[one] : filtered}
          />
        </Activity>
      ))}
    </section>
  )
})
