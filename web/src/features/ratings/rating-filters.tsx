import dayjs from 'dayjs'
import { DateField } from '../../components/form/date-field.js'
import { FilterFold } from '../../components/list/filter-fold.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { QueueSelect } from '../../records/queue-select.js'
import { useUserListQuery } from '../../records/user-list.js'
import type { RatingFilter } from './api.js'
import { RATINGS } from './rating-tag.js'

interface Props {
  readonly filter: RatingFilter
  readonly onFilter: (filter: RatingFilter) => void
}

/** Filters of ratings: agent, queue, rating and period. */
export const RatingFilters = ({ filter, onFilter }: Props) => {
  const { t } = useTranslation()
  const users = useUserListQuery()
  /** removes unchosen filters from the query */
  const set = (change: RatingFilter) =>
    onFilter(Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value)))
  const today = dayjs().format('YYYY-MM-DD')
  return (
    <FilterFold count={Object.keys(filter).length} onClear={() => onFilter({})}>
      <Select
        allowClear
        read={users}
        aria-label={t('ratings:filter.user')}
        placeholder={t('ratings:filter.user')}
        showSearch={{ optionFilterProp: 'label' }}
        value={filter.userId}
        onChange={(userId?: string) => set({ userId: userId ?? '' })}
        options={(users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <QueueSelect<number | null>
        allowClear
        aria-label={t('ratings:filter.queue')}
        placeholder={t('ratings:filter.queue')}
        value={filter.queueId ? Number(filter.queueId) : null}
        onChange={(queueId) => set({ queueId: queueId ? String(queueId) : '' })}
      />
      <Select
        allowClear
        aria-label={t('ratings:filter.rating')}
        placeholder={t('ratings:filter.rating')}
        value={filter.rating}
        onChange={(rating?: string) => set({ rating: rating ?? '' })}
        options={RATINGS.map((value) => ({ value: String(value), label: t(`ratings:value.${value}`) }))}
      />
      <DateField
        label={t('ratings:filter.from')}
        value={filter.date_from ?? ''}
        onChange={(date_from) => set({ date_from })}
        max={filter.date_to || today}
      />
      <DateField
        label={t('ratings:filter.to')}
        value={filter.date_to ?? ''}
        onChange={(date_to) => set({ date_to })}
        min={filter.date_from ?? ''}
        max={today}
      />
    </FilterFold>
  )
}
