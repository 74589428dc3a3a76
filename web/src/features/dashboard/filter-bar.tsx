import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import Button from 'antd/es/button/index.js'
import Segmented from 'antd/es/segmented/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { formatDay } from '../../base/dates.js'
import { useAppDispatch } from '../../base/hooks.js'
import { DateField } from '../../components/form/date-field.js'
import { FilterFold } from '../../components/list/filter-fold.js'
import { Select } from '../../components/select.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { DashboardFilter } from './api.js'
import styles from './dashboard.module.css'

type Mode = 'period' | 'date'
const PERIODS = [3, 7, 15, 30, 60, 90] as const

interface Props {
  readonly filter: DashboardFilter
  readonly onFilter: (filter: DashboardFilter) => void
  readonly busy: boolean
}

/**
 * A period back from today, or two dates. Chosen values show at once; without a period nothing is requested.
 */
export const FilterBar = (props: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [mode, setMode] = useState<Mode>('period')
  const [days, setDays] = useState<number | undefined>(7)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const today = dayjs().format('YYYY-MM-DD')

  const applyDates = (from: string, to: string): void => {
    if (from !== '' || to !== '') props.onFilter({ date_from: from || to, date_to: to || today })
  }
  const apply = (): void => {
    if (mode === 'period' && days !== undefined) return props.onFilter({ days: String(days) })
    if (mode === 'date' && (from !== '' || to !== '')) return applyDates(from, to)
    dispatch(toastShown({ tone: 'failed', text: t('dashboard:filter.missing') }))
  }

  const { days: shown, date_from, date_to } = props.filter
  const chosen =
    shown === undefined
      ? `${formatDay(date_from ?? '')} – ${formatDay(date_to ?? '')}`
      : t('dashboard:filter.days', { count: Number(shown) })

  return (
    <FilterFold count={1} label={chosen}>
      <form
        className={styles.filter}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Segmented<Mode>
          aria-label={t('dashboard:filter.by')}
          value={mode}
          onChange={setMode}
          options={[
            { value: 'period', label: t('dashboard:filter.period') },
            { value: 'date', label: t('dashboard:filter.date') },
          ]}
        />
        {mode === 'period' ? (
          <Select
            allowClear
            aria-label={t('dashboard:filter.period')}
            placeholder={t('dashboard:filter.choose')}
            value={days}
            onChange={(next) => {
              setDays(next)
              if (next !== undefined) props.onFilter({ days: String(next) })
            }}
            style={{ width: 150 }}
            options={PERIODS.map((value) => ({ value, label: t('dashboard:filter.days', { count: value }) }))}
          />
        ) : (
          <>
            <DateField
              label={t('dashboard:filter.from')}
              value={from}
              onChange={(day) => {
                setFrom(day)
                applyDates(day, to)
              }}
              max={to || today}
            />
            <DateField
              label={t('dashboard:filter.to')}
              value={to}
              onChange={(day) => {
                setTo(day)
                applyDates(from, day)
              }}
              min={from}
              max={today}
            />
          </>
        )}
        {/*
         * the button spins by its icon: antd's loading button accepts no press, but the filter may change
         * meanwhile
         */}
        <Button htmlType="submit" icon={props.busy && <LoadingOutlined />}>
          {t('dashboard:filter.apply')}
        </Button>
      </form>
    </FilterFold>
  )
}
