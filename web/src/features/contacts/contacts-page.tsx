import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import ScheduleOutlined from '@ant-design/icons/es/icons/ScheduleOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import UsergroupAddOutlined from '@ant-design/icons/es/icons/UsergroupAddOutlined'
import { ACCESS } from '@guiche/contracts/access.js'
import { calledOf } from '@guiche/contracts/contact-name.js'
import { COUNT_CAP, SEARCH_CAP } from '@guiche/contracts/counts.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useState } from 'react'
import { asAsked } from '../../api/as-asked.js'
import { hasFeature, useMayDo, useUser } from '../../base/access.js'
import { useGoTo } from '../../base/hooks.js'
import { IconButton } from '../../components/icon-button.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import type { Column } from '../../components/list/data-table.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListPage } from '../../components/list/list-page.js'
import { useSearch } from '../../components/list/use-search.js'
import { NOTHING } from '../../components/nothing.js'
import { PersonName } from '../../components/person-name.js'
import { addressOf } from '../../components/phone.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { HistoryButton } from '../audit/history-button.js'
import { useContactsInfiniteQuery } from './api.js'
import { ExportButton } from './export-button.js'
import { type Erasure, useErase } from './use-erase.js'

const ContactDialog = lazyDialog(() => import('./contact-dialog.js').then((m) => m.ContactDialog))
const DuplicatesDialog = lazyDialog(() => import('./duplicates-dialog.js').then((m) => m.DuplicatesDialog))
const ImportDialog = lazyDialog(() => import('./import-dialog.js').then((m) => m.ImportDialog))
const ErasedDialog = lazyDialog(() => import('./erased-dialog.js').then((m) => m.ErasedDialog))

/** Everybody who ever wrote, or was added: find them, change them, start a conversation. */
export const ContactsPage = () => {
  const { t } = useTranslation()
  const mayDelete = useMayDo(ACCESS['DELETE /contacts/:id'])
  const search = useSearch()
  const list = asAsked(useContactsInfiniteQuery({ query: { searchParam: search.search } }))
  const [erased, setErased] = useState<Erasure | null>(null)
  const erase = useErase(setErased)
  const mayMerge = useMayDo(ACCESS['POST /contacts/:id/merge'])
  const [comparing, setComparing] = useState(false)
  const [importing, setImporting] = useState(false)
  const goTo = useGoTo()
  const mayPlan = hasFeature(useUser(), RECORDS.schedule.plan)

  const columns: readonly Column<ContactRecord>[] = [
    {
      key: 'name',
      title: t('contacts:field.name'),
      bare: true,
      render: (contact) => (
        <PersonName
          name={calledOf(contact)}
          picture={contact.profilePicUrl}
          {...(contact.active ? {} : { line: t('contacts:outside') })}
        />
      ),
    },
    {
      key: 'number',
      title: t('contacts:field.number'),
      render: (contact) => (
        <span className="tabular">
          {contact.isGroup ? t('contacts:group') : addressOf(contact) || NOTHING}
        </span>
      ),
    },
    { key: 'email', title: t('contacts:field.email'), render: ({ email }) => email || NOTHING },
  ]
  const count = list.data?.pages[0]?.count ?? 0
  const isCapped = count >= (search.search === '' ? COUNT_CAP : SEARCH_CAP)
  return (
    <ListPage
      of="contacts"
      hint={count ? t(isCapped ? 'contacts:countOrMore' : 'contacts:count', { count }) : undefined}
      empty={{ title: t('contacts:empty.title'), hint: t('contacts:empty.hint') }}
      icon={<UserAddOutlined />}
      rows={list.data?.pages.flatMap((page) => page.contacts) ?? null}
      list={list}
      search={{ ...search, label: t('contacts:search') }}
      columns={columns}
      buttons={
        <>
          <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
            {t('contacts:import.button')}
          </Button>
          {mayMerge && (
            <Button icon={<UsergroupAddOutlined />} onClick={() => setComparing(true)}>
              {t('contacts:duplicates.button')}
            </Button>
          )}
          <ExportButton search={search.search} />
        </>
      }
      end={<ListEnd list={list} />}
      width={mayPlan ? '216px' : '176px'}
      rowButtons={(contact) => (
        <>
          <HistoryButton name={calledOf(contact)} of={{ contactId: String(contact.id) }} />
          <IconButton
            label={contact.active ? t('contacts:start', { name: calledOf(contact) }) : t('contacts:outside')}
            disabled={!contact.active}
            onClick={() => goTo('/tickets', { state: { newTicketFor: contact } })}
          >
            <MessageOutlined />
          </IconButton>
          {mayPlan && (
            <IconButton
              label={t('contacts:schedule', { name: calledOf(contact) })}
              disabled={!contact.active}
              onClick={() => goTo(`/schedules?contactId=${contact.id}`)}
            >
              <ScheduleOutlined />
            </IconButton>
          )}
        </>
      )}
      onDelete={(contact) => (mayDelete ? () => erase(contact) : null)}
      dialog={(contact, onClose) => <ContactDialog contact={contact} onClose={onClose} />}
    >
      {comparing && <DuplicatesDialog contactId={null} onClose={() => setComparing(false)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {erased !== null && <ErasedDialog {...erased} onClose={() => setErased(null)} />}
    </ListPage>
  )
}
