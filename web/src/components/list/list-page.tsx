import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import type { MenuProps } from 'antd'
import Button from 'antd/es/button/index.js'
import type { ReactNode } from 'react'
import { useHasSeat } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useConfirmDelete } from '../confirm/use-confirm-delete.js'
import { EmptyState } from '../empty-state.js'
import { IconButton } from '../icon-button.js'
import { MenuButton } from '../menu-button.js'
import { type PageAction, PageHeader } from '../page-header.js'
import { toastShown } from '../toasts/toasts.js'
import { type Column, DataTable } from './data-table.js'
import { ListStates } from './list-states.js'
import { SearchField } from './search-field.js'
import { useEdited } from './use-edited.js'
import type { useSearch } from './use-search.js'

interface Props<R> {
  /** namespace of the list's texts, with `title` and `add` */
  readonly of: string
  readonly hint?: string | undefined
  /** level of the title, if the list is part of another page */
  readonly level?: 2 | undefined
  /** `action`: replaces the button that adds a record */
  readonly empty: { readonly title: string; readonly hint?: string; readonly action?: ReactNode }
  /** icon of the button that adds a record */
  readonly icon: ReactNode
  /** null while the first page loads */
  readonly rows: readonly R[] | null
  readonly list: { readonly isError: boolean; readonly refetch: () => unknown; readonly busy?: boolean }
  readonly search?: ReturnType<typeof useSearch> & { readonly label: string }
  readonly columns: readonly Column<R>[]
  /** content above the rows */
  readonly filters?: ReactNode
  /** tone of a row with a warning */
  readonly tone?: (row: R) => 'waiting' | 'failed' | null
  /** content below the rows */
  readonly end?: ReactNode
  /** CSS width of the column of buttons */
  readonly width?: string
  /** secondary actions of the page */
  readonly more?: readonly PageAction[] | undefined
  /** further buttons of each row */
  readonly rowButtons?: (row: R) => ReactNode
  /** further actions on a row: change and delete then join them in one menu with this name */
  readonly rowMenu?: {
    readonly label: (row: R) => string
    readonly items: (row: R) => NonNullable<MenuProps['items']>
  }
  /** a press anywhere on a row */
  readonly onOpen?: (row: R) => void
  /** whether this user may add records; true unless given */
  readonly mayAdd?: boolean
  readonly mayChange?: boolean | ((row: R) => boolean)
  /** null: the row has no delete button */
  readonly onDelete: (row: R) => (() => unknown) | 'disabled' | null
  /** dialog that changes a record, or makes a new record (null) */
  readonly dialog: (record: R | null, onClose: () => void) => ReactNode
  /** content between the title and the list */
  readonly notice?: ReactNode
  /** other dialogs */
  readonly children?: ReactNode
}

/** Props for a user without a seat, who only reads. */
const NOTHING_MORE = { mayAdd: false, mayChange: false, onDelete: () => null } as const

/** A list of records with its search, its states and its dialogs: add, change, delete. */
export const ListPage = <R extends { readonly id: number }>(props: Props<R>) => {
  const { of, hint, icon, rows, list, search, width } = props
  const hasSeat = useHasSeat()
  const { mayAdd = true, mayChange = true } = hasSeat ? props : NOTHING_MORE
  const { onDelete } = hasSeat ? props : NOTHING_MORE
  const { t } = useTranslation()
  const [edited, setEdited] = useEdited(rows ?? [])
  const actions: Column<R> = {
    key: 'actions',
    title: t('common:actions'),
    align: 'right',
    ...(width !== undefined && { width }),
    bare: true,
    render: (row) => {
      const remove = onDelete(row)
      const isChangeable = typeof mayChange === 'function' ? mayChange(row) : mayChange
      if (props.rowMenu !== undefined) {
        const change = { key: 'edit', label: t('common:edit'), onClick: () => setEdited(row) }
        const drop = {
          ...{ key: 'delete', label: t('common:delete.confirm'), danger: true },
          ...(remove === 'disabled' ? { disabled: true } : { onClick: () => void remove?.() }),
        }
        const items = [
          ...(isChangeable ? [change] : []),
          ...props.rowMenu.items(row),
          ...(remove === null ? [] : [drop]),
        ]
        return (
          <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
            {hasSeat && props.rowButtons?.(row)}
            {items.length > 0 && (
              <MenuButton label={props.rowMenu.label(row)} menu={{ items }} placement="bottomRight">
                <MoreOutlined />
              </MenuButton>
            )}
          </span>
        )
      }
      return (
        <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
          {hasSeat && props.rowButtons?.(row)}
          {isChangeable && (
            <IconButton label={t('common:edit')} onClick={() => setEdited(row)}>
              <EditOutlined />
            </IconButton>
          )}
          {remove !== null && (
            <IconButton
              danger
              label={t('common:delete.confirm')}
              disabled={remove === 'disabled'}
              onClick={() => remove !== 'disabled' && remove()}
            >
              <DeleteOutlined />
            </IconButton>
          )}
        </span>
      )
    },
  }
  const add = mayAdd && (
    <Button type="primary" icon={icon} onClick={() => setEdited('new')}>
      {t(`${of}:add`)}
    </Button>
  )
  const title = t(`${of}:title`)
  return (
    <>
      <PageHeader title={title} level={props.level} hint={hint} more={props.more} button={add}>
        {search !== undefined && (
          <SearchField label={search.label} value={search.text} onChange={search.setText} />
        )}
      </PageHeader>
      {props.filters}
      {props.notice}
      <ListStates
        failed={list.isError}
        onRetry={list.refetch}
        count={rows?.length ?? null}
        busy={list.busy}
        {...(search !== undefined && { search: search.search, onClearSearch: () => search.setText('') })}
        empty={<EmptyState {...props.empty} action={props.empty.action ?? add} />}
      >
        <DataTable
          label={title}
          columns={[...props.columns, actions]}
          rows={rows}
          rowKey={({ id }) => id}
          busy={list.busy}
          tone={props.tone}
          end={props.end}
          onOpen={props.onOpen}
        />
      </ListStates>
      {edited !== null && props.dialog(edited === 'new' ? null : edited, () => setEdited(null))}
      {props.children}
    </>
  )
}

/**
 * Asks, deletes the record, and confirms. `texts`: keys of the question, its details and the confirmation.
 */
export const useDelete = (
  remove: (call: { readonly id: number }) => Promise<{ readonly error?: unknown }>,
  texts: { readonly ask?: string; readonly detail?: string; readonly done: string },
) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirmDelete = useConfirmDelete()
  return async ({ id, name }: { readonly id: number; readonly name: string }): Promise<void> => {
    const detail = texts.detail && t(texts.detail, { name })
    if (!(await confirmDelete(detail, texts.ask && t(texts.ask)))) return
    const answer = await remove({ id })
    if (answer.error === undefined) dispatch(toastShown({ tone: 'good', text: t(texts.done) }))
  }
}
