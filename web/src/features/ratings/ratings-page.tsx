import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import type { RatingRecord } from '@guiche/contracts/views/ratings.js'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { dataForArgument } from '../../api/data-for-argument.js'
import { formatDayAndTime } from '../../base/dates.js'
import { saveCsv } from '../../base/save-file.js'
import { EmptyState } from '../../components/empty-state.js'
import { type Column, DataTable } from '../../components/list/data-table.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListStates } from '../../components/list/list-states.js'
import { NOTHING } from '../../components/nothing.js'
import { PageHeader } from '../../components/page-header.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type RatingFilter, useLazyExportRatingsQuery, useRatingsInfiniteQuery } from './api.js'
import { RatingFilters } from './rating-filters.js'
import { RatingTag } from './rating-tag.js'
import styles from './ratings.module.css'
import { Summary } from './summary.js'

const useColumns = (): readonly Column<RatingRecord>[] => {
  const { t } = useTranslation()
  return [
    {
      key: 'contact',
      title: t('ratings:sheet.contact'),
      bare: true,
      render: ({ contact, ticketUuid, ticketId }) => {
        const name = contact?.name || t('ratings:goneContact', { id: ticketId })
        return ticketUuid === null ? name : <Link to={`/tickets/${ticketUuid}`}>{name}</Link>
      },
    },
    {
      key: 'rating',
      title: t('ratings:sheet.rating'),
      render: ({ rating }) => <RatingTag rating={rating} />,
    },
    {
      key: 'comment',
      title: t('ratings:sheet.comment'),
      render: ({ comments }) =>
        comments.length === 0 ? (
          NOTHING
        ) : (
          <ul className={styles.comments}>
            {comments.map(({ id, body, kind }) => (
              <li key={id}>
                {body || t(kind === 'sticker' ? 'ratings:wordless.sticker' : 'ratings:wordless.other')}
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'user',
      title: t('ratings:sheet.user'),
      render: ({ user }) => (user === null ? NOTHING : user.name || t('ratings:unknown')),
    },
    {
      key: 'queue',
      title: t('ratings:sheet.queue'),
      render: ({ queue }) => (queue === null ? NOTHING : queue.name || t('ratings:unknown')),
    },
    {
      key: 'ratedAt',
      title: t('ratings:sheet.ratedAt'),
      align: 'right',
      render: ({ ratedAt }) => (
        <time className="tabular" dateTime={ratedAt}>
          {formatDayAndTime(ratedAt)}
        </time>
      ),
    },
  ]
}

/** Downloads all ratings that match the filters as a CSV file; a failure shows a toast. */
const ExportButton = ({ filter }: { readonly filter: RatingFilter }) => {
  const { t } = useTranslation()
  const [read, { isFetching }] = useLazyExportRatingsQuery()
  const save = async (): Promise<void> => {
    const { data } = await read({ query: filter })
    if (data !== undefined) saveCsv(`${t('ratings:export.file')}-${dayjs().format('YYYY-MM-DD')}.csv`, data)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isFetching} onClick={() => void save()}>
      {t('ratings:export.button')}
    </Button>
  )
}

/** Ratings with agent, contact and comment. */
export const RatingsPage = () => {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<RatingFilter>({})
  const columns = useColumns()
  const list = dataForArgument(
    useRatingsInfiniteQuery({ query: filter }, { refetchOnMountOrArgChange: true }),
  )
  const { data, busy, isError, refetch } = list
  const rows = data?.pages.flatMap(({ records }) => records) ?? null
  const filtered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        title={t('ratings:title')}
        hint={t('ratings:hint')}
        button={<ExportButton filter={filter} />}
      />
      <RatingFilters filter={filter} onFilter={setFilter} />
      <Summary filter={filter} />
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={rows?.length ?? null}
        busy={busy}
        empty={
          <EmptyState
            title={t(filtered ? 'ratings:empty.filtered' : 'ratings:empty.title')}
            hint={t(filtered ? 'ratings:empty.filteredHint' : 'ratings:empty.hint')}
          />
        }
      >
        <DataTable
          label={t('ratings:title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          busy={busy}
          end={<ListEnd list={list} />}
        />
      </ListStates>
    </>
  )
}
