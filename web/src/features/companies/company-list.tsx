import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { LimitedFeature } from '@guiche/contracts/company/features.js'
import type { CompanyRow } from '@guiche/contracts/views/company.js'
import Button from 'antd/es/button/index.js'
import { type ReactNode, useState } from 'react'
import { dataForArgument } from '../../api/data-for-argument.js'
import { useUser } from '../../base/access.js'
import { formatDay, formatDayAndTime } from '../../base/dates.js'
import { useAppDispatch } from '../../base/hooks.js'
import { IconButton } from '../../components/icon-button.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import type { Column } from '../../components/list/data-table.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListPage } from '../../components/list/list-page.js'
import { useSearch } from '../../components/list/use-search.js'
import { NOTHING } from '../../components/nothing.js'
import { StatusTag } from '../../components/status-tag.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { loadTextsOf } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useAdvanceDueDateMutation, useCompaniesInfiniteQuery } from './api.js'
import { Closures } from './closure-report.js'
import { CompanyForm } from './company-form.js'
import styles from './company-list.module.css'
import { dueDay, dueTone } from './due-date.js'
import { EraseCompany } from './erase-company.js'
import { type LimitUse, nearnessOfLimit } from './limit-use.js'
import { useClosures } from './use-closures.js'

const VisitDialog = lazyDialog(async () => {
  const [{ VisitDialog: Dialog }] = await Promise.all([
    import('../visits/visit-dialog.js'),
    loadTextsOf('visits'),
  ])
  return Dialog
})

const dayOrNothing = (day: string): ReactNode => (day === '' ? NOTHING : formatDay(day))

/** Use of a limit; highlighted from 80 % on. */
const UsedOf = ({ used, limit }: LimitUse) => {
  const near = nearnessOfLimit({ used, limit })
  const text = limit === null ? String(used) : `${used} / ${limit}`
  if (near === null) return <span className="tabular">{text}</span>
  return <StatusTag tone={near === 'full' ? 'failed' : 'waiting'}>{text}</StatusTag>
}

/** All companies of the platform: limits, use and due dates. */
export const CompanyList = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const search = useSearch()
  const list = dataForArgument(
    useCompaniesInfiniteQuery(
      { query: { searchParam: search.search } },
      // no frame reports companies' changes
      { refetchOnMountOrArgChange: true },
    ),
  )
  const own = useUser().companyId
  const { closures, ask } = useClosures(list.refetch)
  const [erased, setErased] = useState<CompanyRow | null>(null)
  const closureOf = ({ id }: Pick<CompanyRow, 'id'>) => closures.find(({ companyId }) => companyId === id)
  const [visited, setVisited] = useState<CompanyRow | null>(null)
  const [advance, { isLoading }] = useAdvanceDueDateMutation()
  const rows = list.data?.pages.flatMap((page) => page.companies) ?? null

  const moveOn = async ({ id, dueDate, name }: CompanyRow): Promise<void> => {
    const { data, error } = await advance({ id, body: { from: dueDate } })
    // another user has moved the due date: reads the list, to show the present date first
    if (error !== undefined) void list.refetch()
    if (data === undefined || !('dueDate' in data)) return
    const text = t('companies:advanced', { name, date: dayOrNothing(dueDay(data)) })
    dispatch(toastShown({ tone: 'good', text }))
  }
  const usage = (of: LimitedFeature): Column<CompanyRow> => ({
    ...{ key: of, spare: of !== 'users' },
    title: t(`companies:field.${of}`),
    render: (row) => <UsedOf {...row.usage[of]} />,
  })
  const isOn = ({ settings }: CompanyRow) =>
    settings.some(({ key, value }) => key === 'campaignsEnabled' && /^(true|enabled)$/.test(value))
  const columns: readonly Column<CompanyRow>[] = [
    { key: 'id', title: t('companies:field.id'), width: '64px', spare: 'wide', render: ({ id }) => id },
    {
      key: 'name',
      title: t('companies:field.name'),
      bare: true,
      render: ({ name, email }) => (
        <div>
          <strong>{name}</strong>
          <small className={styles.under} title={email}>
            {email}
          </small>
        </div>
      ),
    },
    { key: 'plan', title: t('companies:field.plan'), render: ({ plan }) => plan?.name ?? NOTHING },
    { key: 'dueDate', title: t('companies:field.dueDate'), render: (row) => dayOrNothing(dueDay(row)) },
    ...(['users', 'connections', 'queues'] as const).map(usage),
    { key: 'tickets', title: t('companies:field.tickets'), spare: 'wide', render: ({ tickets }) => tickets },
    {
      key: 'lastActivity',
      title: t('companies:field.lastActivity'),
      spare: true,
      render: ({ lastActivity }) => (lastActivity === null ? NOTHING : formatDayAndTime(lastActivity)),
    },
    {
      key: 'status',
      title: t('companies:field.status'),
      render: (row) => {
        if (row.status || closureOf(row) === undefined)
          return t(row.status ? 'companies:yes' : 'companies:no')
        return <StatusTag tone="failed">{t('companies:erase.state')}</StatusTag>
      },
    },
    {
      key: 'phone',
      title: t('companies:field.phone'),
      spare: 'wide',
      render: ({ phone }) => phone || NOTHING,
    },
    {
      key: 'campaigns',
      title: t('companies:field.campaigns'),
      spare: 'wide',
      render: (row) => t(isOn(row) ? 'companies:enabled' : 'companies:disabled'),
    },
    {
      key: 'recurrence',
      title: t('companies:field.recurrence'),
      spare: 'wide',
      render: ({ recurrence }) => t(`companies:recurrence.${recurrence}`),
    },
    {
      key: 'createdAt',
      title: t('companies:field.createdAt'),
      spare: 'wide',
      render: ({ createdAt }) => formatDay(createdAt),
    },
  ]
  const page = (
    <ListPage
      of="companies"
      level={2}
      hint={t('companies:hint')}
      empty={{ title: t('companies:empty') }}
      icon={<PlusOutlined />}
      rows={rows}
      list={list}
      search={{ ...search, label: t('companies:search') }}
      columns={columns}
      tone={(row) => dueTone(row, new Date())}
      end={<ListEnd list={list} />}
      mayAdd={false}
      rowButtons={(row) => (
        <span className={styles.buttons}>
          <Button
            size="small"
            disabled={isLoading || closureOf(row) !== undefined}
            aria-label={t('companies:advanceOf', { name: row.name })}
            onClick={() => void moveOn(row)}
          >
            {t('companies:advance')}
          </Button>
          {row.id !== own && closureOf(row) === undefined && (
            <Button
              size="small"
              aria-label={t('companies:visitOf', { name: row.name })}
              onClick={() => setVisited(row)}
            >
              {t('companies:visit')}
            </Button>
          )}
          {row.id !== own && (
            <IconButton
              danger
              label={t('companies:erase.title', { name: row.name })}
              onClick={() => setErased(row)}
            >
              <DeleteOutlined />
            </IconButton>
          )}
        </span>
      )}
      mayChange={(row) => closureOf(row) === undefined}
      onDelete={() => null}
      dialog={(company, onClose) => <CompanyForm company={company} onClose={onClose} />}
    >
      {erased !== null && (
        <EraseCompany
          company={erased}
          closure={closureOf(erased)}
          onAsked={ask}
          onClose={() => setErased(null)}
        />
      )}
      <Closures all={closures} />
    </ListPage>
  )
  return (
    <>
      {page}
      {visited !== null && <VisitDialog company={visited} onClose={() => setVisited(null)} />}
    </>
  )
}
