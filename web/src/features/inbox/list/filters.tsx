import type { Priority } from '@guiche/contracts/priority.js'
import Button from 'antd/es/button/index.js'
import Switch from 'antd/es/switch/index.js'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useAppSelector } from '../../../base/hooks.js'
import { DateField } from '../../../components/form/date-field.js'
import { Select } from '../../../components/select.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import { useRecords } from '../../../records/record-api.js'
import { UserSelect } from '../../../records/user-select.js'
import { useConnectionsQuery } from '../../connections/api.js'
import { TagSelect } from '../../tags/tag-select.js'
import { PRIORITY_CHOICES } from '../priority.js'
import styles from './list.module.css'
import { useOfferedQueues } from './use-known-choice.js'
import type { ListFilter } from './use-list-filter.js'

interface Props {
  readonly filter: ListFilter
}

const QueueFilter = ({ filter }: Props) => {
  const { t } = useTranslation()
  const queues = useOfferedQueues()
  return (
    <QueueSelect<number[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      aria-label={t('inbox:list.queues')}
      placeholder={t('inbox:list.allQueues')}
      value={[...filter.chosen.queueIds]}
      onChange={(queueIds) => filter.choose({ queueIds })}
      queues={queues}
    />
  )
}

/** Only where the company has tags. */
const TagFilter = ({ filter }: Props) => {
  const { t } = useTranslation()
  const { rows = [] } = useRecords('tag')
  if (rows.length === 0) return null
  return (
    <TagSelect<number>
      allowClear
      aria-label={t('tags:on.filter')}
      placeholder={t('tags:on.filter')}
      value={[...filter.chosen.tags]}
      onChange={(tags) => filter.choose({ tags })}
    />
  )
}

const UserFilter = ({ filter }: Props) => {
  const { t } = useTranslation()
  return (
    <UserSelect<number[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('inbox:filter.users')}
      aria-label={t('inbox:filter.users')}
      value={[...filter.chosen.users]}
      onChange={(users) => filter.choose({ users })}
    />
  )
}

/** Only where there is something to choose. */
const ConnectionFilter = ({ filter }: Props) => {
  const { t } = useTranslation()
  const { data: connections = [] } = useConnectionsQuery()
  if (connections.length < 2 && filter.chosen.connections.length === 0) return null
  return (
    <Select
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('inbox:filter.connections')}
      aria-label={t('inbox:filter.connections')}
      value={[...filter.chosen.connections]}
      onChange={(connections) => filter.choose({ connections })}
      optionFilterProp="label"
      options={connections.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

const PriorityFilter = ({ filter }: Props) => {
  const { t } = useTranslation()
  return (
    <Select<Priority[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('inbox:field.priority')}
      aria-label={t('inbox:field.priority')}
      value={[...filter.chosen.priorities]}
      onChange={(priorities) => filter.choose({ priorities })}
      optionFilterProp="label"
      options={PRIORITY_CHOICES.map((priority) => ({
        value: priority,
        label: t(`inbox:priority.${priority}`),
      }))}
    />
  )
}

const On = ({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) => {
  const id = useId()
  return (
    <label className={styles.switch} htmlFor={id}>
      <Switch id={id} size="small" checked={on} onChange={onChange} />
      {label}
    </label>
  )
}

const Day = (given: ComponentProps<typeof DateField>) => (
  <div className={styles.day}>
    <span aria-hidden>{given.label}</span>
    <DateField {...given} placeholder="" />
  </div>
)

/** What can narrow the lists; `more`: what else can be done with what they show. */
export const Filters = ({ filter, more }: Props & { readonly more?: ReactNode }) => {
  const { t } = useTranslation()
  const admin = useAppSelector(({ session }) => session.user?.profile === 'admin')
  const { chosen, choose, clear, count, tab } = filter
  return (
    <section id="ticket-filters" className={styles.filters} aria-label={t('inbox:filter.title')}>
      <QueueFilter filter={filter} />
      <TagFilter filter={filter} />
      {admin && tab !== 'pending' && <UserFilter filter={filter} />}
      <ConnectionFilter filter={filter} />
      <PriorityFilter filter={filter} />
      <div className={styles.days}>
        <Day
          label={t('inbox:filter.from')}
          value={chosen.from}
          max={chosen.to}
          onChange={(from) => choose({ from })}
        />
        <Day
          label={t('inbox:filter.to')}
          value={chosen.to}
          min={chosen.from}
          onChange={(to) => choose({ to })}
        />
      </div>
      <On
        label={t('inbox:filter.unread')}
        on={chosen.withUnread}
        onChange={(withUnread) => choose({ withUnread })}
      />
      <On label={t('inbox:filter.fromAd')} on={chosen.fromAd} onChange={(fromAd) => choose({ fromAd })} />
      {tab === 'open' && (
        <On
          label={t('inbox:filter.snoozed')}
          on={chosen.snoozed}
          onChange={(snoozed) => choose({ snoozed })}
        />
      )}
      {admin && (
        <On label={t('inbox:list.showAll')} on={chosen.showAll} onChange={(showAll) => choose({ showAll })} />
      )}
      {more}
      {count > 0 && (
        <Button size="small" onClick={clear}>
          {t('inbox:filter.clear')}
        </Button>
      )}
    </section>
  )
}
