import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../app/access.js'
import { useAppDispatch } from '../../app/hooks.js'
import { lazyPage } from '../../app/lazy-page.js'
import { ColorDot } from '../../components/color-dot.js'
import { useConfirmDelete } from '../../components/confirm/use-confirm-delete.js'
import { EmptyState } from '../../components/empty-state.js'
import { IconButton } from '../../components/icon-button.js'
import { LazyDialog } from '../../components/lazy-dialog.js'
import { type Column, DataTable } from '../../components/list/data-table.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListStates } from '../../components/list/list-states.js'
import { SearchField } from '../../components/list/search-field.js'
import { useSearch } from '../../components/list/use-search.js'
import { PageHeader } from '../../components/page-header.js'
import { PersonName } from '../../components/person-name.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useDeleteUserMutation, useUsersInfiniteQuery } from './api.js'
import styles from './users.module.css'

const UserDialog = lazyPage(() => import('./user-dialog.js').then((m) => m.UserDialog))

/** The people of the company: who is here, and what each may do. */
export const UsersPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const me = useUser()
  const confirmDelete = useConfirmDelete()
  const { text, setText, search } = useSearch()
  const list = useUsersInfiniteQuery(search)
  const { data, isError, refetch } = list
  const [remove] = useDeleteUserMutation()
  const [edited, setEdited] = useState<UserRecord | 'new' | null>(null)
  const users = data?.pages.flatMap((page) => page.users) ?? null

  const removeOne = async ({ id, name }: UserRecord): Promise<void> => {
    if (!(await confirmDelete(t('users:deleteDetail', { name })))) return
    const answer = await remove(id)
    if (answer.error === undefined) dispatch(toastShown({ tone: 'good', text: t('users:deleted') }))
  }
  const columns: readonly Column<UserRecord>[] = [
    { key: 'id', title: t('users:field.id'), width: '64px', render: ({ id }) => id },
    {
      key: 'name',
      title: t('users:field.name'),
      bare: true,
      render: ({ name, online }) => (
        <PersonName name={name} online={online} line={t(online ? 'users:online' : 'users:offline')} />
      ),
    },
    { key: 'email', title: t('users:field.email'), render: ({ email }) => email },
    {
      key: 'profile',
      title: t('users:field.profile'),
      render: ({ profile }) => t(`users:profile.${profile}`),
    },
    {
      key: 'queues',
      title: t('users:field.queues'),
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
      key: 'actions',
      title: t('common:actions'),
      align: 'right',
      width: '96px',
      bare: true,
      render: (user) => (
        <span className={styles.actions}>
          <IconButton label={t('common:edit')} onClick={() => setEdited(user)}>
            <EditOutlined />
          </IconButton>
          <IconButton
            danger
            label={t('common:delete.confirm')}
            disabled={user.id === me.id}
            onClick={() => void removeOne(user)}
          >
            <DeleteOutlined />
          </IconButton>
        </span>
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<UserAddOutlined />} onClick={() => setEdited('new')}>
      {t('users:add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('common:page.users')} hint={t('users:hint')}>
        <SearchField label={t('users:search')} value={text} onChange={setText} />
        {add}
      </PageHeader>
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={users?.length ?? null}
        search={search}
        onClearSearch={() => setText('')}
        empty={<EmptyState title={t('users:empty')} action={add} />}
      >
        <DataTable
          label={t('common:page.users')}
          columns={columns}
          rows={users}
          rowKey={({ id }) => id}
          end={<ListEnd list={list} />}
        />
      </ListStates>
      <LazyDialog>
        {edited !== null && (
          <UserDialog user={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </LazyDialog>
    </>
  )
}
