import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { QueueRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../app/hooks.js'
import { lazyPage } from '../../app/lazy-page.js'
import { ColorDot } from '../../components/color-dot.js'
import { useConfirmDelete } from '../../components/confirm/use-confirm-delete.js'
import { EmptyState } from '../../components/empty-state.js'
import { IconButton } from '../../components/icon-button.js'
import { LazyDialog } from '../../components/lazy-dialog.js'
import { type Column, DataTable } from '../../components/list/data-table.js'
import { ListStates } from '../../components/list/list-states.js'
import { PageHeader } from '../../components/page-header.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useDeleteQueueMutation, useQueuesQuery } from './api.js'

const QueueDialog = lazyPage(() => import('./queue-dialog.js').then((m) => m.QueueDialog))

/** The queues of the company, in their order. */
export const QueuesPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirmDelete = useConfirmDelete()
  const { data, isError, refetch } = useQueuesQuery()
  const [remove] = useDeleteQueueMutation()
  const [edited, setEdited] = useState<QueueRecord | 'new' | null>(null)

  const removeOne = async ({ id, name }: QueueRecord): Promise<void> => {
    if (!(await confirmDelete(t('queues:deleteDetail', { name })))) return
    const answer = await remove(id)
    if (answer.error === undefined) dispatch(toastShown({ tone: 'good', text: t('queues:deleted') }))
  }
  const columns: readonly Column<QueueRecord>[] = [
    { key: 'id', title: t('queues:field.id'), width: '64px', render: ({ id }) => id },
    {
      key: 'name',
      title: t('queues:field.name'),
      bare: true,
      render: ({ name, color }) => (
        <strong>
          <ColorDot color={color} label={name} />
        </strong>
      ),
    },
    { key: 'color', title: t('queues:field.color'), render: ({ color }) => <code>{color}</code> },
    { key: 'order', title: t('queues:field.order'), render: ({ orderQueue }) => orderQueue ?? '—' },
    {
      key: 'greeting',
      title: t('queues:field.greeting'),
      width: '40%',
      render: ({ greetingMessage }) => (
        <span title={greetingMessage}>{greetingMessage.slice(0, 90) || '—'}</span>
      ),
    },
    {
      key: 'actions',
      title: t('common:actions'),
      align: 'right',
      width: '96px',
      bare: true,
      render: (queue) => (
        <span style={{ display: 'inline-flex' }}>
          <IconButton label={t('common:edit')} onClick={() => setEdited(queue)}>
            <EditOutlined />
          </IconButton>
          <IconButton danger label={t('common:delete.confirm')} onClick={() => void removeOne(queue)}>
            <DeleteOutlined />
          </IconButton>
        </span>
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
      {t('queues:add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('common:page.queues')} hint={t('queues:hint')}>
        {add}
      </PageHeader>
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={data?.length ?? null}
        empty={<EmptyState title={t('queues:empty.title')} hint={t('queues:empty.hint')} action={add} />}
      >
        <DataTable
          label={t('common:page.queues')}
          columns={columns}
          rows={data ?? null}
          rowKey={({ id }) => id}
        />
      </ListStates>
      <LazyDialog>
        {edited !== null && (
          <QueueDialog queue={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </LazyDialog>
    </>
  )
}
