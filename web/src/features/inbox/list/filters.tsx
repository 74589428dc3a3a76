import { offeredValues, type TicketChoiceName } from '@guiche/contracts/ticket/choices.js'
import { type FiltersOf, filtersOf, TICKET_FILTERS } from '@guiche/contracts/ticket-lists/filters.js'
import Button from 'antd/es/button/index.js'
import Switch from 'antd/es/switch/index.js'
import { type ComponentProps, type ComponentType, useId } from 'react'
import { DateField } from '../../../components/form/date-field.js'
import { Select } from '../../../components/select.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { QueueSelect } from '../../../records/queue-select.js'
import { useRecords } from '../../../records/record-api.js'
import { UserSelect } from '../../../records/user-select.js'
import { useConnectionsQuery } from '../../connections/api.js'
import { TagSelect } from '../../tags/tag-select.js'
import styles from './list.module.css'
import { useOfferedQueues } from './use-known-choice.js'
import type { ListFilter } from './use-list-filter.js'

interface Props {
  readonly filter: ListFilter
}
/** Value and handler of an input of ids. */
interface IdsProps {
  readonly value: number[]
  readonly onChange: (ids: readonly number[]) => void
}

const QueueFilter = ({ value, onChange }: IdsProps) => {
  const { t } = useTranslation()
  const queues = useOfferedQueues()
  return (
    <QueueSelect<number[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      aria-label={t('inbox:list.queues')}
      placeholder={t('inbox:list.allQueues')}
      value={value}
      onChange={onChange}
      queues={queues}
    />
  )
}

/** The filter by tags; nothing if the company has no tags. */
const TagFilter = ({ value, onChange }: IdsProps) => {
  const { t } = useTranslation()
  const { rows = [] } = useRecords('tag')
  if (rows.length === 0) return null
  return (
    <TagSelect<number>
      allowClear
      aria-label={t('tags:on.filter')}
      placeholder={t('tags:on.filter')}
      value={value}
      onChange={onChange}
    />
  )
}

const UserFilter = ({ value, onChange }: IdsProps) => {
  const { t } = useTranslation()
  return (
    <UserSelect<number[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('inbox:filter.users')}
      aria-label={t('inbox:filter.users')}
      value={value}
      onChange={onChange}
    />
  )
}

/** Shown only if there is a choice. */
const ConnectionFilter = ({ value, onChange }: IdsProps) => {
  const { t } = useTranslation()
  const { data: connections = [] } = useConnectionsQuery()
  if (connections.length < 2 && value.length === 0) return null
  return (
    <Select
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t('inbox:filter.connections')}
      aria-label={t('inbox:filter.connections')}
      value={value}
      onChange={onChange}
      optionFilterProp="label"
      options={connections.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

interface ChoiceProps {
  readonly of: TicketChoiceName
  readonly value: string[]
  onChange(values: string[]): void
}
const ChoiceFilter = ({ of, value, onChange }: ChoiceProps) => {
  const { t } = useTranslation()
  return (
    <Select<string[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t(`inbox:field.${of}`)}
      aria-label={t(`inbox:field.${of}`)}
      value={value}
      onChange={onChange}
      optionFilterProp="label"
      options={offeredValues(of).map((one) => ({ value: one, label: t(`inbox:${of}.${one}`) }))}
    />
  )
}

const FilterSwitch = ({
  label,
  on,
  onChange,
}: {
  label: string
  on: boolean
  onChange: (on: boolean) => void
}) => {
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

/** The input of each filter by ids. */
const INPUTS: { readonly [O in (typeof TICKET_FILTERS)[FiltersOf<'ids'>]['of']]: ComponentType<IdsProps> } = {
  queue: QueueFilter,
  tag: TagFilter,
  user: UserFilter,
  connection: ConnectionFilter,
}

/** The filters of lists and of the search. */
export const Filters = ({ filter }: Props) => {
  const { t } = useTranslation()
  const { chosen, choose, clear, count, isOffered } = filter
  const days = filtersOf('day').filter(isOffered)
  const dayOf = (end: 'first' | 'last') => days.find((name) => TICKET_FILTERS[name].end === end)
  const [first, last] = [dayOf('first'), dayOf('last')]
  return (
    <section id="ticket-filters" className={styles.filters} aria-label={t('inbox:filter.title')}>
      {filtersOf('ids')
        .filter(isOffered)
        .map((name) => {
          const Input = INPUTS[TICKET_FILTERS[name].of]
          const choice = {
            value: [...chosen[name]],
            onChange: (ids: readonly number[]) => choose({ [name]: ids }),
          }
          return <Input key={name} {...choice} />
        })}
      {filtersOf('choice')
        .filter(isOffered)
        .map((name) => (
          <ChoiceFilter
            key={name}
            of={TICKET_FILTERS[name].of}
            value={[...chosen[name]]}
            onChange={(value) => choose({ [name]: value })}
          />
        ))}
      <div className={styles.days}>
        {days.map((name) => (
          <Day
            key={name}
            label={t(`inbox:filter.${name}`)}
            value={chosen[name]}
            {...(name === first ? { max: last && chosen[last] } : { min: first && chosen[first] })}
            onChange={(day) => choose({ [name]: day })}
          />
        ))}
      </div>
      {filtersOf('flag')
        .filter(isOffered)
        .map((name) => (
          <FilterSwitch
            key={name}
            label={t(`inbox:filter.${name}`)}
            on={chosen[name]}
            onChange={(on) => choose({ [name]: on })}
          />
        ))}
      {count > 0 && (
        <Button size="small" onClick={clear}>
          {t('inbox:filter.clear')}
        </Button>
      )}
    </section>
  )
}
