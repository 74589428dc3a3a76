import { FilterFold } from '../../components/list/filter-fold.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { QueueSelect } from '../../records/queue-select.js'
import { type Narrowing, REPLY_ORDERS } from './quick-replies.js'

interface Props {
  readonly categories: readonly string[]
  readonly asked: Narrowing
  readonly onAsk: (asked: Narrowing) => void
  readonly onClear: () => void
}

/** Filters and order of the quick replies. */
export const QuickFilters = ({ categories, asked, onAsk, onClear }: Props) => {
  const { t } = useTranslation()
  const set = (change: Partial<Narrowing>): void => onAsk({ ...asked, ...change })
  const count = [asked.category, asked.queueId, asked.status].filter((one) => one !== null).length
  const status = asked.status === null ? null : asked.status ? 'active' : 'inactive'
  return (
    <FilterFold count={count} onClear={onClear}>
      {(categories.length > 0 || asked.category !== null) && (
        <Select<string | null>
          allowClear
          showSearch
          aria-label={t('quick-messages:filter.category')}
          placeholder={t('quick-messages:filter.category')}
          value={asked.category}
          onChange={(category) => set({ category: category ?? null })}
          options={categories.map((value) => ({ value, label: value }))}
        />
      )}
      <QueueSelect<number | null>
        allowClear
        aria-label={t('quick-messages:filter.queue')}
        placeholder={t('quick-messages:filter.queue')}
        value={asked.queueId}
        onChange={(queueId) => set({ queueId: queueId ?? null })}
      />
      <Select<string | null>
        allowClear
        aria-label={t('quick-messages:filter.status')}
        placeholder={t('quick-messages:filter.status')}
        value={status}
        onChange={(one) => set({ status: one ? one === 'active' : null })}
        options={['active', 'inactive'].map((value) => ({
          value,
          label: t(`quick-messages:filter.${value}`),
        }))}
      />
      <Select<Narrowing['order']>
        aria-label={t('quick-messages:order.label')}
        value={asked.order}
        onChange={(order) => set({ order })}
        options={REPLY_ORDERS.map((value) => ({ value, label: t(`quick-messages:order.${value}`) }))}
      />
    </FilterFold>
  )
}
