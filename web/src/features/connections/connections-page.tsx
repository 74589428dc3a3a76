import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { useAppDispatch } from '../../base/hooks.js'
import { QueueNames } from '../../components/color-dot.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import type { Column } from '../../components/list/data-table.js'
import { ListPage } from '../../components/list/list-page.js'
import { NOTHING } from '../../components/nothing.js'
import { formatPhone } from '../../components/phone.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { PlanUsage } from '../companies/plan-usage.js'
import { useConnectionsQuery, useRestartConnectionsMutation } from './api.js'
import { ConnectionStatus } from './connection-status.js'
import styles from './connections.module.css'
import { HealthButton } from './health.js'
import { HistoryProgress } from './history-progress.js'
import { SessionButtons } from './session-buttons.js'

const ConnectionDialog = lazyDialog(() => import('./connection-dialog.js').then((m) => m.ConnectionDialog))
const DeleteConnection = lazyDialog(() => import('./delete-connection.js').then((m) => m.DeleteConnection))
const PairingDialog = lazyDialog(() => import('./pairing-dialog.js').then((m) => m.PairingDialog))

/** The number of a connection; the last number while no phone is linked. */
const NumberOf = ({ connection: { number, linkedNumber, status } }: { connection: ConnectionRecord }) => {
  const { t } = useTranslation()
  const isHad =
    linkedNumber !== null && (number === null || (status === 'DISCONNECTED' && number !== linkedNumber))
  if (!isHad) return <span className={styles.number}>{formatPhone(number) || NOTHING}</span>
  return <span className={styles.reason}>{t('connections:had', { number: formatPhone(linkedNumber) })}</span>
}

/** The company's connections: their live state, and their actions. */
export const ConnectionsPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const list = useConnectionsQuery()
  const [restart, restarting] = useRestartConnectionsMutation()
  const [deleted, setDeleted] = useState<ConnectionRecord | null>(null)
  const [paired, setPaired] = useState<number | null>(null)
  const [awaited, setLinking] = useState<number | null>(null)

  // a session that ends for an import still shows as connected for a moment
  const linking = list.data?.find(({ id }) => id === awaited)
  const mayLink = linking !== undefined && linking.status !== 'CONNECTED'
  useEffect(() => {
    if (!mayLink) return
    setPaired(awaited)
    setLinking(null)
  }, [mayLink, awaited])

  const link = (id: number): void =>
    list.data?.some((one) => one.id === id && one.status === 'CONNECTED') ? setLinking(id) : setPaired(id)

  const restartAll = async (): Promise<void> => {
    const answer = await restart()
    if (answer.error === undefined)
      dispatch(toastShown({ tone: 'waiting', text: t('connections:restarting') }))
  }

  const columns: readonly Column<ConnectionRecord>[] = [
    {
      key: 'name',
      title: t('connections:field.name'),
      bare: true,
      render: (connection) => (
        <span className={styles.name}>
          <strong>{connection.name}</strong>
          {connection.isDefault && (
            <span className={styles.default}>
              <StarFilled /> {t('connections:field.default')}
            </span>
          )}
          {connection.channel === 'simulator' && (
            <span className={styles.default}>{t('connections:channel.simulator')}</span>
          )}
        </span>
      ),
    },
    {
      key: 'number',
      title: t('connections:field.number'),
      render: (connection) => <NumberOf connection={connection} />,
    },
    {
      key: 'status',
      title: t('connections:field.status'),
      render: (connection) => (
        <span className={styles.state}>
          <ConnectionStatus connection={connection} />
          {connection.importOldMessages !== null && connection.statusImportMessages !== null && (
            <HistoryProgress id={connection.id} history={connection.statusImportMessages} />
          )}
        </span>
      ),
    },
    {
      key: 'session',
      title: t('connections:field.session'),
      bare: true,
      render: (connection) => (
        <SessionButtons connection={connection} onPair={() => setPaired(connection.id)} />
      ),
    },
    {
      key: 'queues',
      title: t('connections:field.queues'),
      render: ({ queues }) => <QueueNames queues={queues} />,
    },
    {
      key: 'updatedAt',
      title: t('connections:field.updatedAt'),
      spare: true,
      render: ({ updatedAt }) => (
        <time dateTime={updatedAt}>{dayjs(updatedAt).format('DD/MM/YY HH:mm')}</time>
      ),
    },
  ]
  return (
    <ListPage
      of="connections"
      hint={t('connections:hint')}
      empty={{ title: t('connections:empty.title'), hint: t('connections:empty.hint') }}
      icon={<PlusOutlined />}
      rows={list.data ?? null}
      list={list}
      columns={columns}
      notice={<PlanUsage of="connections" />}
      more={
        list.data !== undefined && list.data.length > 0
          ? [
              {
                ...{ key: 'restart', label: t('connections:restart'), icon: <ReloadOutlined /> },
                busy: restarting.isLoading,
                run: () => void restartAll(),
              },
            ]
          : []
      }
      rowButtons={({ id, name }) => <HealthButton id={id} name={name} />}
      onDelete={(connection) => () => setDeleted(connection)}
      dialog={(connection, onClose) => (
        <ConnectionDialog connection={connection} onClose={onClose} onLink={link} />
      )}
    >
      {deleted !== null && <DeleteConnection connection={deleted} onClose={() => setDeleted(null)} />}
      {paired !== null && <PairingDialog key={paired} id={paired} onClose={() => setPaired(null)} />}
    </ListPage>
  )
}
