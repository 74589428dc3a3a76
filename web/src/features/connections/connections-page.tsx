import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import StarFilled from '@ant-design/icons/es/icons/StarFilled'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../app/hooks.js'
import { lazyPage } from '../../app/lazy-page.js'
import { ColorDot } from '../../components/color-dot.js'
import { EmptyState } from '../../components/empty-state.js'
import { IconButton } from '../../components/icon-button.js'
import { LazyDialog } from '../../components/lazy-dialog.js'
import { type Column, DataTable } from '../../components/list/data-table.js'
import { ListStates } from '../../components/list/list-states.js'
import { PageHeader } from '../../components/page-header.js'
import { formatPhone } from '../../components/phone.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useConnectionsQuery, useRestartConnectionsMutation } from './api.js'
import { ConnectionStatus } from './connection-status.js'
import styles from './connections.module.css'
import { SessionButtons } from './session-buttons.js'

const ConnectionDialog = lazyPage(() => import('./connection-dialog.js').then((m) => m.ConnectionDialog))
const DeleteConnection = lazyPage(() => import('./delete-connection.js').then((m) => m.DeleteConnection))
const PairingDialog = lazyPage(() => import('./pairing-dialog.js').then((m) => m.PairingDialog))

/** The numbers of the company: their state, live, and what can be done about it. */
export const ConnectionsPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { data, isError, refetch } = useConnectionsQuery()
  const [restart, restarting] = useRestartConnectionsMutation()
  const [deleted, setDeleted] = useState<ConnectionRecord | null>(null)
  const [edited, setEdited] = useState<ConnectionRecord | 'new' | null>(null)
  const [paired, setPaired] = useState<number | null>(null)

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
              <StarFilled aria-hidden /> {t('connections:field.default')}
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
      render: ({ number }) => <span className={styles.number}>{formatPhone(number) || '—'}</span>,
    },
    {
      key: 'status',
      title: t('connections:field.status'),
      render: (connection) => <ConnectionStatus connection={connection} />,
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
      render: ({ queues }) =>
        queues.length === 0 ? (
          '—'
        ) : (
          <span className={styles.queues}>
            {queues.map(({ id, name, color }) => (
              <ColorDot key={id} color={color} label={name} />
            ))}
          </span>
        ),
    },
    {
      key: 'updatedAt',
      title: t('connections:field.updatedAt'),
      spare: true,
      render: ({ updatedAt }) => (
        <time dateTime={updatedAt}>{dayjs(updatedAt).format('DD/MM/YY HH:mm')}</time>
      ),
    },
    {
      key: 'actions',
      title: t('common:actions'),
      align: 'right',
      bare: true,
      render: (connection) => (
        <span className={styles.actions}>
          <IconButton label={t('common:edit')} onClick={() => setEdited(connection)}>
            <EditOutlined />
          </IconButton>
          <IconButton danger label={t('common:delete.confirm')} onClick={() => setDeleted(connection)}>
            <DeleteOutlined />
          </IconButton>
        </span>
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
      {t('connections:add')}
    </Button>
  )

  return (
    <>
      <PageHeader title={t('common:page.connections')} hint={t('connections:hint')}>
        {data !== undefined && data.length > 0 && (
          <Button icon={<ReloadOutlined />} loading={restarting.isLoading} onClick={() => void restartAll()}>
            {t('connections:restart')}
          </Button>
        )}
        {add}
      </PageHeader>
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={data?.length ?? null}
        empty={
          <EmptyState title={t('connections:empty.title')} hint={t('connections:empty.hint')} action={add} />
        }
      >
        <DataTable
          label={t('common:page.connections')}
          columns={columns}
          rows={data ?? null}
          rowKey={({ id }) => id}
        />
      </ListStates>
      <LazyDialog>
        {edited !== null && (
          <ConnectionDialog
            connection={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
            onCreated={setPaired}
          />
        )}
        {deleted !== null && <DeleteConnection connection={deleted} onClose={() => setDeleted(null)} />}
        {paired !== null && <PairingDialog key={paired} id={paired} onClose={() => setPaired(null)} />}
      </LazyDialog>
    </>
  )
}
