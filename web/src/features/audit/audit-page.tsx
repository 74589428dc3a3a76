import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListStates } from '../../components/list/list-states.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { type AuditFilter, useAuditInfiniteQuery } from './api.js'
import styles from './audit.module.css'
import { AuditEntry } from './audit-entry.js'
import { AuditFilters } from './audit-filters.js'
import { byDay } from './by-day.js'
import { Parked } from './parked.js'

/** Who did what and when, newest first. */
export const AuditPage = () => {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<AuditFilter>({})
  const list = useAuditInfiniteQuery(filter)
  const { data, isError, refetch } = list
  const records = data?.pages.flatMap((page) => page.records) ?? null
  const filtered = Object.values(filter).some(Boolean)

  return (
    <>
      <PageHeader title={t('common:page.audit')} hint={t('audit:hint')} />
      <Parked />
      <AuditFilters filter={filter} onFilter={setFilter} />
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={records?.length ?? null}
        empty={
          <EmptyState
            title={t(filtered ? 'audit:empty.filtered' : 'audit:empty.title')}
            hint={t(filtered ? 'audit:empty.filteredHint' : 'audit:empty.hint')}
          />
        }
      >
        {records === null ? (
          <PageSkeleton />
        ) : (
          byDay(records).map(({ day, label, entries }) => (
            <section key={day} aria-label={label}>
              <h2 className={styles.day}>{label}</h2>
              <ol className={styles.entries}>
                {entries.map((record) => (
                  <AuditEntry key={record.id} record={record} />
                ))}
              </ol>
            </section>
          ))
        )}
        <ListEnd list={list} />
      </ListStates>
    </>
  )
}
