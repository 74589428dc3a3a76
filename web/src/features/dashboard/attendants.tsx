import type { DashboardRecord } from '@guiche/contracts/views/insight.js'
import { EmptyState } from '../../components/empty-state.js'
import { type Column, DataTable } from '../../components/list/data-table.js'
import { NOTHING } from '../../components/nothing.js'
import { PersonName } from '../../components/person-name.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { minutesText } from './minutes.js'

type Attendant = DashboardRecord['attendants'][number]

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** Agents with the number of their closed tickets, and their response times. */
export const Attendants = ({ attendants }: { attendants: readonly Attendant[] }) => {
  const { t, i18n } = useTranslation()
  const rated = attendants.some(({ rating }) => rating !== null)
  const columns: readonly Column<Attendant>[] = [
    {
      key: 'name',
      title: t('dashboard:attendants.name'),
      bare: true,
      render: ({ name, online }) => (
        <PersonName
          name={name}
          presence={online ? 'online' : 'offline'}
          line={t(online ? 'dashboard:attendants.online' : 'dashboard:attendants.offline')}
        />
      ),
    },
    {
      key: 'tickets',
      title: t('dashboard:attendants.tickets'),
      align: 'right',
      render: ({ tickets }) => <span className="tabular">{tickets.toLocaleString(i18n.language)}</span>,
    },
    ...(rated
      ? [
          {
            key: 'rating',
            title: t('dashboard:attendants.rating'),
            align: 'right' as const,
            render: ({ rating }: Attendant) => (
              <span className="tabular">{rating?.toLocaleString(i18n.language, TENTHS) ?? NOTHING}</span>
            ),
          },
        ]
      : []),
    {
      key: 'avgSupportTime',
      title: t('dashboard:attendants.avgSupport'),
      align: 'right',
      render: ({ avgSupportTime }) => <span className="tabular">{minutesText(avgSupportTime)}</span>,
    },
  ]
  if (attendants.length === 0) return <EmptyState title={t('dashboard:attendants.empty')} />
  return (
    <DataTable
      label={t('dashboard:attendants.title')}
      columns={columns}
      rows={attendants}
      rowKey={({ id }) => id}
    />
  )
}
