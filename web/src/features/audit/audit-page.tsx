import { useState } from 'react'
import { dataForArgument } from '../../api/data-for-argument.js'
import { EmptyState } from '../../components/empty-state.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListStates } from '../../components/list/list-states.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { addSettingWords } from '../../i18n/setting-words.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type AuditFilter, useAuditInfiniteQuery } from './api.js'
import { AuditFilters } from './audit-filters.js'
import { ExportButton } from './export-button.js'
import { ParkedItems } from './parked.js'
import { Timeline } from './timeline.js'

addSettingWords()

/** The audit, newest first. */
export const AuditPage = () => {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<AuditFilter>({})
  const list = dataForArgument(useAuditInfiniteQuery({ query: filter }, { refetchOnMountOrArgChange: true }))
  const { data, busy, isError, refetch } = list
  const records = data?.pages.flatMap((page) => page.records) ?? null
  const filtered = Object.values(filter).some(Boolean)

  return (
    <>
      <PageHeader title={t('audit:title')} hint={t('audit:hint')} button={<ExportButton filter={filter} />} />
      <ParkedItems />
      <AuditFilters filter={filter} onFilter={setFilter} />
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={records?.length ?? null}
        busy={busy}
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
          <div aria-busy={busy}>
            <Timeline records={records} />
          </div>
        )}
        <ListEnd list={list} />
      </ListStates>
    </>
  )
}
