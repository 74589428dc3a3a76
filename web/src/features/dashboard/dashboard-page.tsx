import Skeleton from 'antd/es/skeleton/index.js'
import { useState } from 'react'
import { dataForArgument } from '../../api/data-for-argument.js'
import { ErrorState } from '../../components/error-state.js'
import { PageHeader } from '../../components/page-header.js'
import { SkeletonBlock } from '../../components/skeleton-block.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type DashboardFilter, useDashboardQuery } from './api.js'
import { Attendants } from './attendants.js'
import { Cards } from './cards.js'
import styles from './dashboard.module.css'
import { DaysChart } from './days-chart.js'
import { FilterBar } from './filter-bar.js'
import { FirstSteps } from './first-steps.js'

/** Cards and panels before their figures have come. */
const DashboardSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.page} role="status" aria-label={t('common:loading')}>
      <div className={styles.cards}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
          <SkeletonBlock key={card} height={100} />
        ))}
      </div>
      {[8, 4].map((rows) => (
        <div key={rows} className={styles.panel}>
          <Skeleton active title={{ width: 180 }} paragraph={{ rows, width: '100%' }} />
        </div>
      ))}
    </div>
  )
}

/** Figures of the service: number of tickets, times, and agents. */
export const DashboardPage = () => {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<DashboardFilter>({ days: '7' })
  const { data, isError, isFetching, refetch } = dataForArgument(useDashboardQuery({ query: filter }))

  return (
    <>
      <PageHeader title={t('dashboard:title')} hint={t('dashboard:hint')}>
        <FilterBar filter={filter} onFilter={setFilter} busy={isFetching} />
      </PageHeader>
      <FirstSteps />
      {isError && data === undefined && <ErrorState onRetry={refetch} />}
      {data === undefined ? (
        !isError && <DashboardSkeleton />
      ) : (
        <div className={styles.page} aria-busy={isFetching}>
          <Cards counters={data.counters} days={data.days} />
          <section className={styles.panel}>
            <h2 className={styles.heading}>{t('dashboard:chart.title')}</h2>
            <DaysChart days={data.days} />
          </section>
          <section className={styles.panel}>
            <h2 className={styles.heading}>{t('dashboard:attendants.title')}</h2>
            <Attendants attendants={data.attendants} />
          </section>
        </div>
      )}
    </>
  )
}
