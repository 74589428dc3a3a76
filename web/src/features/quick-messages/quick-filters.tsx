import Button from 'antd/es/button/index.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { QueueSelect } from '../../records/queue-select.js'
import styles from './quick-messages.module.css'
import { type Narrowing, ORDERS } from './quick-replies.js'

interface Props {
  readonly categories: readonly string[]
  readonly asked: Narrowing
  readonly onAsk: (asked: Narrowing) => void
  /** null if no filter is set */
  readonly onClear: (() => void) | null
}

/** Filters and order of the quick replies. */
export const QuickFilters = ({ categories, asked, onAsk, onClear }: Props) => {
  const { t } = useTranslation()
  const set = (change: Partial<Narrowing>): void => onAsk({ ...asked, ...change })
  const status = asked.status === null ? null : asked.status ? 'active' : 'inactive'
  return (
    <search className={styles.filters}>
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
        options={ORDERS.map((value) => ({ value, label: t(`quick-messages:order.${value}`) }))}
      />
      {onClear !== null && (
        <Button type="text" onClick={onClear}>
          {t('quick-messages:filter.clear')}
        </Button>
      )}
    </search>
  )
}
