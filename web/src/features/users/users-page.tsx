import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import { useState } from 'react'
import { dataForArgument } from '../../api/data-for-argument.js'
import { useUser } from '../../base/access.js'
import { formatDay } from '../../base/dates.js'
import { QueueNames } from '../../components/color-dot.js'
import { IconButton } from '../../components/icon-button.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import type { Column } from '../../components/list/data-table.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListPage, useDelete } from '../../components/list/list-page.js'
import { useSearch } from '../../components/list/use-search.js'
import { PersonName } from '../../components/person-name.js'
import { presenceOf } from '../../components/presence-dot.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { HistoryButton } from '../audit/history-button.js'
import { PlanUsage } from '../companies/plan-usage.js'
import { useDeleteUserMutation, useUsersInfiniteQuery } from './api.js'
import { endOfInvitation } from './invitation.js'

const InvitationDialog = lazyDialog(() => import('./invitation-dialog.js').then((m) => m.InvitationDialog))
const UserDialog = lazyDialog(() => import('./user-dialog.js').then((m) => m.UserDialog))

/** The line below a user's name: a pending invitation, else the presence. */
const useLine = (): ((user: UserRecord) => string) => {
  const { t } = useTranslation()
  return (user) => {
    const until = endOfInvitation(user, Date.now())
    if (until !== null) return t('users:invite.pending', { date: formatDay(until) })
    const presence = t(`users:presence.${presenceOf(user)}`)
    return user.offHours ? `${presence} · ${t('users:offHours')}` : presence
  }
}

/** The users of the company: their presence, and their rights. */
export const UsersPage = () => {
  const { t } = useTranslation()
  const me = useUser()
  const lineOf = useLine()
  const [invited, setInvited] = useState<Pick<UserRecord, 'id' | 'name' | 'email'> | null>(null)
  const search = useSearch()
  const list = dataForArgument(useUsersInfiniteQuery({ query: { searchParam: search.search } }))
  const [removing] = useDeleteUserMutation()
  const remove = useDelete(removing, { detail: 'users:deleteDetail', done: 'users:deleted' })

  const columns: readonly Column<UserRecord>[] = [
    { key: 'id', title: t('users:field.id'), width: '64px', spare: true, render: ({ id }) => id },
    {
      key: 'name',
      title: t('users:field.name'),
      bare: true,
      render: (user) => <PersonName name={user.name} presence={presenceOf(user)} line={lineOf(user)} />,
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
      render: ({ queues }) => <QueueNames queues={queues} />,
    },
  ]
  return (
    <ListPage
      of="users"
      hint={t('users:hint')}
      empty={{ title: t('users:empty') }}
      icon={<UserAddOutlined />}
      rows={list.data?.pages.flatMap((page) => page.users) ?? null}
      list={list}
      search={{ ...search, label: t('users:search') }}
      columns={columns}
      notice={<PlanUsage of="users" />}
      end={<ListEnd list={list} />}
      width="176px"
      rowButtons={(user) => (
        <>
          {user.id !== me.id && (!user.super || me.super) && (
            <IconButton label={t('users:invite.button')} onClick={() => setInvited(user)}>
              <LinkOutlined />
            </IconButton>
          )}
          <HistoryButton name={user.name} of={{ subject: `user-${user.id}` }} />
        </>
      )}
      onDelete={(user) => (user.id === me.id ? 'disabled' : () => remove(user))}
      dialog={(user, onClose) => <UserDialog user={user} onClose={onClose} onInvited={setInvited} />}
    >
      {invited !== null && <InvitationDialog user={invited} onClose={() => setInvited(null)} />}
    </ListPage>
  )
}
