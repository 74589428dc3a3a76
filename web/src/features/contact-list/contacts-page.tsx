import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import UserAddOutlined from '@ant-design/icons/es/icons/UserAddOutlined'
import UsergroupAddOutlined from '@ant-design/icons/es/icons/UsergroupAddOutlined'
import { displayNameOf } from '@guiche/contracts/contact/name.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { COUNT_CAP, SEARCH_CAP } from '@guiche/contracts/ticket/counts.js'
import { ACCESS } from '@guiche/contracts/users/access.js'
import type { ListedContact } from '@guiche/contracts/views/records.js'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { dataForArgument } from '../../api/data-for-argument.js'
import { hasFeature, useHasSeat, useMay, useMayDo, useUser } from '../../base/access.js'
import { formatDayOrTime } from '../../base/dates.js'
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
import { useContactsInfiniteQuery } from '../contacts/api.js'
import { type Erasure, useErase } from '../contacts/use-erase.js'
import { useExportAction } from '../contacts/use-export-action.js'
import { TicketTags } from '../tags/ticket-tags.js'
import styles from './contacts-page.module.css'
import { useNewContactsPeriod } from './new-contacts-period.js'

const ContactDialog = lazyDialog(() => import('../contacts/contact-dialog.js').then((m) => m.ContactDialog))
const DuplicatesDialog = lazyDialog(() =>
  import('../contacts/duplicates-dialog.js').then((m) => m.DuplicatesDialog),
)
const ImportDialog = lazyDialog(() => import('../contacts/import-dialog.js').then((m) => m.ImportDialog))
const ContactPane = lazyDialog(() => import('./contact-pane.js').then((m) => m.ContactPane))
const RecordHistory = lazyDialog(() => import('../audit/history.js').then((m) => m.RecordHistory))
const ErasedDialog = lazyDialog(() => import('../contacts/erased-dialog.js').then((m) => m.ErasedDialog))

/** All contacts: search, change, start a conversation. */
export const ContactsPage = () => {
  const { t } = useTranslation()
  const mayDelete = useMayDo(ACCESS['DELETE /contacts/:id'])
  const search = useSearch()
  const came = useNewContactsPeriod()
  const query = { searchParam: search.search, ...came.query }
  const exporting = useExportAction(query)
  const list = dataForArgument(useContactsInfiniteQuery({ query }))
  const [erased, setErased] = useState<Erasure | null>(null)
  const erase = useErase(setErased)
  const mayMerge = useMayDo(ACCESS['POST /contacts/:id/merge'])
  const [comparing, setComparing] = useState(false)
  const [importing, setImporting] = useState(false)
  const [shown, setShown] = useState<ListedContact | null>(null)
  const [history, setHistory] = useState<ListedContact | null>(null)
  const mayAudit = useMay(ACCESS['GET /audit'])
  const goTo = useGoTo()
  const hasSeat = useHasSeat()
  const mayPlan = hasFeature(useUser(), RECORDS.schedule.plan) && hasSeat

  const columns: readonly Column<ListedContact>[] = [
    {
      key: 'name',
      title: t('contacts:field.name'),
      bare: true,
      render: (contact) => (
        <button type="button" className={styles.open} onClick={() => setShown(contact)}>
          <PersonName
            name={displayNameOf(contact)}
            picture={contact.profilePicUrl}
            {...(contact.active ? {} : { line: t('contacts:outside') })}
          />
        </button>
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
    { key: 'email', title: t('contacts:field.email'), spare: true, render: ({ email }) => email || NOTHING },
    {
      key: 'tags',
      title: t('tags:title'),
      spare: true,
      render: ({ tags }) =>
        tags.length === 0 ? (
          NOTHING
        ) : (
          <div className={styles.tags}>
            <TicketTags tags={tags} />
          </div>
        ),
    },
    {
      key: 'last',
      title: t('contacts:last'),
      render: ({ tickets: [newest] }) =>
        newest === undefined ? (
          NOTHING
        ) : (
          <Link to={`/tickets/${newest.uuid}`} className="tabular">
            <time dateTime={newest.updatedAt}>{formatDayOrTime(newest.updatedAt)}</time> ·{' '}
            {t(`inbox:status.${newest.status}`)}
          </Link>
        ),
    },
  ]
  const count = list.data?.pages[0]?.count ?? 0
  const isOfDays = came.notice !== undefined
  const isCapped = count >= (search.search === '' ? COUNT_CAP : SEARCH_CAP)
  return (
    <ListPage
      of="contacts"
      hint={count ? t(isCapped ? 'contacts:countOrMore' : 'contacts:count', { count }) : undefined}
      empty={
        isOfDays
          ? { title: t('contacts:empty.ofDays'), hint: t('contacts:empty.ofDaysHint') }
          : { title: t('contacts:empty.title'), hint: t('contacts:empty.hint') }
      }
      icon={<UserAddOutlined />}
      rows={list.data?.pages.flatMap((page) => page.contacts) ?? null}
      list={list}
      search={{ ...search, label: t('contacts:search') }}
      columns={columns}
      more={[
        ...(hasSeat
          ? [
              {
                ...{ key: 'import', label: t('contacts:import.button'), icon: <UploadOutlined /> },
                run: () => setImporting(true),
              },
            ]
          : []),
        ...(mayMerge
          ? [
              {
                ...{ key: 'merge', label: t('contacts:duplicates.button'), icon: <UsergroupAddOutlined /> },
                run: () => setComparing(true),
              },
            ]
          : []),
        exporting,
      ]}
      end={<ListEnd list={list} />}
      width="96px"
      rowButtons={(contact) => (
        <>
          <IconButton
            label={
              contact.active ? t('contacts:start', { name: displayNameOf(contact) }) : t('contacts:outside')
            }
            disabled={!contact.active}
            onClick={() => goTo('/tickets', { state: { newTicketFor: contact } })}
          >
            <MessageOutlined />
          </IconButton>
        </>
      )}
      rowMenu={{
        label: (contact) => t('contacts:actions', { name: displayNameOf(contact) }),
        items: (contact) => [
          ...(mayPlan
            ? [
                {
                  ...{ key: 'schedule', label: t('contacts:schedule', { name: displayNameOf(contact) }) },
                  disabled: !contact.active,
                  onClick: () => goTo(`/schedules?contactId=${contact.id}`),
                },
              ]
            : []),
          ...(mayAudit
            ? [
                {
                  ...{ key: 'history', label: t('audit:history.button') },
                  onClick: () => setHistory(contact),
                },
              ]
            : []),
        ],
      }}
      onOpen={setShown}
      notice={came.notice}
      onDelete={(contact) => (mayDelete ? () => erase(contact) : null)}
      dialog={(contact, onClose) => <ContactDialog contact={contact} onClose={onClose} />}
    >
      {shown !== null && (
        <ContactPane
          contact={
            list.data?.pages.flatMap((page) => page.contacts).find(({ id }) => id === shown.id) ?? shown
          }
          onClose={() => setShown(null)}
        />
      )}
      {history !== null && (
        <RecordHistory
          title={t('audit:history.of', { name: displayNameOf(history) })}
          filter={{ contactId: String(history.id) }}
          onClose={() => setHistory(null)}
        />
      )}
      {comparing && <DuplicatesDialog contactId={null} onClose={() => setComparing(false)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {erased !== null && <ErasedDialog {...erased} onClose={() => setErased(null)} />}
    </ListPage>
  )
}
