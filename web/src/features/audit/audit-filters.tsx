import { RECORDS } from '@guiche/contracts/records/index.js'
import { DateField } from '../../components/form/date-field.js'
import { NumberField } from '../../components/form/number-field.js'
import { FilterFold } from '../../components/list/filter-fold.js'
import { Select } from '../../components/select.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useUserListQuery } from '../../records/user-list.js'
import { type AuditFilter, useFormerUsersQuery } from './api.js'

interface Props {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}

/** Filters of the audit: user, subject, period and ticket. */
export const AuditFilters = ({ filter, onFilter }: Props) => {
  const { t } = useTranslation()
  const users = useUserListQuery()
  const { data: former = [] } = useFormerUsersQuery()
  const set = (change: AuditFilter) => onFilter({ ...filter, ...change })
  return (
    <FilterFold count={Object.values(filter).filter(Boolean).length} onClear={() => onFilter({})}>
      <Select
        allowClear
        read={users}
        aria-label={t('audit:filter.user')}
        placeholder={t('audit:filter.user')}
        showSearch={{ optionFilterProp: 'label' }}
        value={filter.userId || undefined}
        onChange={(userId?: string) => set({ userId: userId ?? '' })}
        options={[
          ...(users.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ...former.map(({ id, name }) => ({
            value: String(id),
            label: t('audit:filter.former', { name }),
          })),
        ]}
      />
      <Select
        allowClear
        aria-label={t('audit:filter.area')}
        placeholder={t('audit:filter.area')}
        value={filter.area || undefined}
        onChange={(area?: string) => set({ area: area ?? '' })}
        options={[
          ...Object.entries(t('audit:area', { returnObjects: true })),
          ...Object.values(RECORDS).map(({ name, plural }) => [name, t(`${plural}:title`)]),
        ].map(([value, label]) => ({ value, label }))}
      />
      <DateField
        label={t('audit:filter.from')}
        value={filter.from ?? ''}
        onChange={(from) => set({ from })}
        max={filter.to ?? ''}
      />
      <DateField
        label={t('audit:filter.to')}
        value={filter.to ?? ''}
        onChange={(to) => set({ to })}
        min={filter.from ?? ''}
      />
      <NumberField
        aria-label={t('audit:filter.ticket')}
        placeholder={t('audit:filter.ticket')}
        min={1}
        precision={0}
        value={filter.ticketId ? Number(filter.ticketId) : null}
        onChange={(ticketId) => set({ ticketId: ticketId === null ? '' : String(ticketId) })}
      />
    </FilterFold>
  )
}
