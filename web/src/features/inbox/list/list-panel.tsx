import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Badge from 'antd/es/badge/index.js'
import Button from 'antd/es/button/index.js'
import Segmented from 'antd/es/segmented/index.js'
import Select from 'antd/es/select/index.js'
import Switch from 'antd/es/switch/index.js'
import Tabs from 'antd/es/tabs/index.js'
import Tooltip from 'antd/es/tooltip/index.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../../../app/hooks.js'
import { useConfirm } from '../../../components/confirm/confirm.js'
import type { Command } from '../../../shell/commands/registry.js'
import { useCommands } from '../../../shell/commands/use-commands.js'
import { useQueuesQuery } from '../../queues/api.js'
import { useCloseAllMutation, useCountsQuery } from '../api.js'
import type { TicketActions } from '../use-ticket-actions.js'
import styles from './list.module.css'
import { SearchTab } from './search-tab.js'
import { TicketList } from './ticket-list.js'
import { type ListFilter, type ListTab, useListFilter } from './use-list-filter.js'

interface Props {
  readonly selected: string | undefined
  readonly actions: TicketActions
  readonly onPeek: (ticket: TicketRecord) => void
  readonly onNewTicket: () => void
  readonly onShown: (tickets: readonly TicketRecord[]) => void
}

const QueueFilter = ({ filter }: { filter: ListFilter }) => {
  const { t } = useTranslation()
  const user = useAppSelector(({ session }) => session.user)
  const { data: all = [] } = useQueuesQuery()
  const own = new Set(user?.queues.map(({ id }) => id))
  const offered = user?.profile === 'admin' ? all : all.filter(({ id }) => own.has(id))
  return (
    <Select
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      aria-label={t('inbox:list.queues')}
      placeholder={t('inbox:list.allQueues')}
      value={[...(filter.queueIds ?? [])].filter((id) => offered.some((queue) => queue.id === id))}
      onChange={(ids: number[]) => filter.setQueueIds(ids)}
      optionFilterProp="label"
      options={offered.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

const CloseAll = ({ status, filter }: { status: 'open' | 'pending'; filter: ListFilter }) => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [closeAll] = useCloseAllMutation()
  const ask = async () => {
    const sure = await confirm({
      title: t('inbox:closeAll.title'),
      text: filter.queueIds === null ? t('inbox:closeAll.text') : t('inbox:closeAll.textQueues'),
      confirm: t('inbox:closeAll.ok'),
      danger: true,
    })
    if (sure) void closeAll({ status, selectedQueueIds: filter.queueIds ?? [] })
  }
  return (
    <Tooltip title={t('inbox:closeAll.title')}>
      <Button
        icon={<CheckSquareOutlined />}
        aria-label={t('inbox:closeAll.title')}
        onClick={() => void ask()}
      />
    </Tooltip>
  )
}

/** The left side of the inbox: tabs, filters and the list that they choose. */
export const ListPanel = ({ selected, actions, onPeek, onNewTicket, onShown }: Props) => {
  const { t } = useTranslation()
  const filter = useListFilter()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const { data: counts } = useCountsQuery({ showAll: filter.showAll, queueIds: filter.queueIds })
  const { setTab } = filter
  useCommands(
    useMemo(
      (): readonly Command[] => [
        {
          id: 'inbox search',
          label: t('inbox:key.search'),
          group: t('inbox:title'),
          keys: '/',
          run: () => setTab('search'),
        },
      ],
      [t, setTab],
    ),
  )
  const list = (status: 'open' | 'pending' | 'closed') => (
    <TicketList
      key={status}
      filter={filter.filterOf(status)}
      selected={selected}
      actions={actions}
      onPeek={onPeek}
      onShown={onShown}
      empty={
        <>
          {status === 'open'
            ? t('inbox:list.emptyOpen')
            : status === 'pending'
              ? t('inbox:list.emptyPending')
              : t('inbox:list.emptyClosed')}
          {status === 'open' && (
            <Button onClick={() => filter.setTab('pending')}>{t('inbox:list.seePending')}</Button>
          )}
        </>
      }
    />
  )
  const top = filter.tab === 'pending' ? 'open' : filter.tab
  return (
    <section className={styles.panel} aria-label={t('inbox:list.label')}>
      <div className={styles.head}>
        <div className={styles.titleRow}>
          <h1>{t('inbox:title')}</h1>
          {admin && (filter.tab === 'open' || filter.tab === 'pending') && (
            <CloseAll status={filter.tab} filter={filter} />
          )}
          <Button type="primary" icon={<PlusOutlined />} onClick={onNewTicket}>
            {t('inbox:newTicket.open')}
          </Button>
        </div>
        <Tabs
          size="small"
          activeKey={top}
          onChange={(tab) => filter.setTab(tab as ListTab)}
          items={[
            { key: 'open', label: t('inbox:tab.inbox') },
            { key: 'closed', label: t('inbox:tab.closed') },
            { key: 'search', label: t('inbox:tab.search') },
          ]}
        />
        {top !== 'search' && (
          <div className={styles.filters}>
            <QueueFilter filter={filter} />
            {admin && (
              <Tooltip title={t('inbox:list.showAll')}>
                <Switch
                  checked={filter.showAll}
                  onChange={filter.setShowAll}
                  aria-label={t('inbox:list.showAll')}
                  checkedChildren={t('inbox:list.all')}
                  unCheckedChildren={t('inbox:list.mine')}
                />
              </Tooltip>
            )}
          </div>
        )}
        {top === 'open' && (
          <Segmented
            block
            value={filter.tab}
            onChange={(tab) => filter.setTab(tab as ListTab)}
            options={[
              {
                value: 'open',
                label: (
                  <Badge count={counts?.open ?? 0} color="var(--g-open-solid)" offset={[14, 0]} size="small">
                    {t('inbox:tab.open')}
                  </Badge>
                ),
              },
              {
                value: 'pending',
                label: (
                  <Badge
                    count={counts?.pending ?? 0}
                    color="var(--g-waiting-solid)"
                    offset={[14, 0]}
                    size="small"
                  >
                    {t('inbox:tab.pending')}
                  </Badge>
                ),
              },
            ]}
          />
        )}
      </div>
      {filter.tab === 'search' ? (
        <SearchTab selected={selected} actions={actions} onPeek={onPeek} onShown={onShown} />
      ) : (
        list(filter.tab)
      )}
    </section>
  )
}
