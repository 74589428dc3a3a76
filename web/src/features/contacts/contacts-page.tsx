import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../app/access.js'
import { useAppDispatch } from '../../app/hooks.js'
import { lazyPage } from '../../app/lazy-page.js'
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
import { formatPhone } from '../../components/phone.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { NewTicket } from '../inbox/dialogs/lazy.js'
import { useContactsInfiniteQuery, useDeleteContactMutation } from './api.js'

const ContactDialog = lazyPage(() => import('./contact-dialog.js').then((m) => m.ContactDialog))

/** Everybody who ever wrote, or was added: find them, change them, start a conversation. */
export const ContactsPage = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const mayDelete = useMay('DELETE /contacts/:id')
  const confirmDelete = useConfirmDelete()
  const { text, setText, search } = useSearch()
  const list = useContactsInfiniteQuery(search)
  const { data, isError, refetch } = list
  const [remove] = useDeleteContactMutation()
  const [edited, setEdited] = useState<ContactRecord | 'new' | null>(null)
  const [wanted, setWanted] = useState<ContactRecord | null>(null)
  const contacts = data?.pages.flatMap((page) => page.contacts) ?? null

  const removeOne = async ({ id, name }: ContactRecord): Promise<void> => {
    if (!(await confirmDelete(t('contacts:deleteDetail', { name })))) return
    const answer = await remove(id)
    if (answer.error === undefined) dispatch(toastShown({ tone: 'good', text: t('contacts:deleted') }))
  }
  const columns: readonly Column<ContactRecord>[] = [
    {
      key: 'name',
      title: t('contacts:field.name'),
      bare: true,
      render: ({ name, profilePicUrl, active }) => (
        <PersonName
          name={name}
          picture={profilePicUrl}
          {...(active ? {} : { line: t('contacts:outside') })}
        />
      ),
    },
    {
      key: 'number',
      title: t('contacts:field.number'),
      render: ({ number, isGroup }) => (
        <span className="tabular">{isGroup ? t('contacts:group') : formatPhone(number) || '—'}</span>
      ),
    },
    { key: 'email', title: t('contacts:field.email'), render: ({ email }) => email || '—' },
    {
      key: 'actions',
      title: t('common:actions'),
      align: 'right',
      width: '136px',
      bare: true,
      render: (contact) => (
        <span style={{ display: 'inline-flex' }}>
          <IconButton label={t('contacts:start', { name: contact.name })} onClick={() => setWanted(contact)}>
            <MessageOutlined />
          </IconButton>
          <IconButton label={t('common:edit')} onClick={() => setEdited(contact)}>
            <EditOutlined />
          </IconButton>
          {mayDelete && (
            <IconButton danger label={t('common:delete.confirm')} onClick={() => void removeOne(contact)}>
              <DeleteOutlined />
            </IconButton>
          )}
        </span>
      ),
    },
  ]
  const add = (
    <Button type="primary" icon={<UserAddOutlined />} onClick={() => setEdited('new')}>
      {t('contacts:add')}
    </Button>
  )
  const count = data?.pages[0]?.count
  return (
    <>
      <PageHeader
        title={t('common:page.contacts')}
        {...(!count ? {} : { hint: t('contacts:count', { count }) })}
      >
        <SearchField label={t('contacts:search')} value={text} onChange={setText} />
        {add}
      </PageHeader>
      <ListStates
        failed={isError}
        onRetry={refetch}
        count={contacts?.length ?? null}
        search={search}
        onClearSearch={() => setText('')}
        empty={<EmptyState title={t('contacts:empty.title')} hint={t('contacts:empty.hint')} action={add} />}
      >
        <DataTable
          label={t('common:page.contacts')}
          columns={columns}
          rows={contacts}
          rowKey={({ id }) => id}
          end={<ListEnd list={list} />}
        />
      </ListStates>
      <LazyDialog>
        {edited !== null && (
          <ContactDialog contact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
        {wanted !== null && <NewTicket contact={wanted} onClose={() => setWanted(null)} />}
      </LazyDialog>
    </>
  )
}
