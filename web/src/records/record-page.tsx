import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Language } from '@guiche/contracts/languages.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { ReactNode } from 'react'
import { useMayDo, useUser } from '../base/access.js'
import { ColorDot } from '../components/color-dot.js'
import { lazyDialog } from '../components/lazy-dialog.js'
import type { Column } from '../components/list/data-table.js'
import { ListEnd } from '../components/list/list-end.js'
import { ListPage, useDelete } from '../components/list/list-page.js'
import { useSearch } from '../components/list/use-search.js'
import type { PageAction } from '../components/page-header.js'
import { useTranslation } from '../i18n/use-translation.js'
import { valueShown } from './cells.js'
import type { DialogTab } from './dialog-tabs.js'
import { colorOf, fieldsOf, isEntered, mayTouch, nameField } from './fields.js'
import { type AnyRecord, useDeleteRecordMutation, useRecordPages } from './record-api.js'
import { type ListedName, useRecordTexts } from './record-texts.js'

const RecordDialog = lazyDialog(() => import('./record-dialog.js').then((m) => m.RecordDialog))

interface RecordPageProps {
  readonly name: ListedName
  readonly fields?: readonly string[] | undefined
  readonly columns?: readonly string[] | undefined
  /** columns hidden in a table without enough room */
  readonly spare?: readonly string[] | undefined
  readonly tabs?: readonly DialogTab[] | undefined
  /** between the title and the list */
  readonly notice?: ReactNode
  /** secondary actions of the page */
  readonly more?: readonly PageAction[]
  /** if the list is part of another page */
  readonly level?: 2
  /** inputs of the dialog that replace the kinds' inputs */
  readonly inputs?: Readonly<Record<string, ReactNode>>
}
interface ListedPageProps extends RecordPageProps {
  /** null while the first page loads */
  readonly rows: readonly AnyRecord[] | null
  readonly list: { readonly isError: boolean; readonly refetch: () => unknown; readonly busy?: boolean }
  readonly search?: ReturnType<typeof useSearch>
  /** above the rows */
  readonly filters?: ReactNode
  /** below the rows */
  readonly end?: ReactNode
  /** replaces the rows if the filters leave none */
  readonly empty?: { readonly title: string; readonly hint?: string; readonly action: ReactNode }
}

const List = ({ name, rows, list, ...given }: ListedPageProps) => {
  const { t, i18n } = useTranslation()
  const spec = RECORDS[name]
  const { plural, allow }: RecordSpec = spec
  const declared = fieldsOf(spec)
  const fields =
    given.fields ?? Object.keys(declared).filter((field) => declared[field] && isEntered(declared[field]))
  const known = nameField(spec)
  const mayAdd = useMayDo(allow.create)
  const user = useUser()
  const [removing] = useDeleteRecordMutation()
  const remove = useDelete(({ id }) => removing({ record: name, id }), {
    detail: `${plural}:deleteDetail`,
    done: `${plural}:deleted`,
  })

  const columns = (given.columns ?? ['id', ...fields]).flatMap((field): Column<AnyRecord>[] => {
    if (field === 'id')
      return [{ key: 'id', title: 'ID', width: '64px', spare: true, render: ({ id }) => id }]
    const spec_ = declared[field]
    if (spec_ === undefined) return []
    const title = t(`${plural}:field.${field}`)
    if (field !== known)
      return [
        {
          key: field,
          title,
          spare: given.spare?.includes(field) ?? false,
          render: (row) =>
            valueShown(spec_, row[kindOf(spec_).listed?.(field) ?? field], i18n.language as Language),
        },
      ]
    const render = (row: AnyRecord) => {
      const color = colorOf(spec, row)
      const text = String(row[field])
      return <strong>{color === undefined ? text : <ColorDot chip color={color} label={text} />}</strong>
    }
    return [{ key: field, title, bare: true, render }]
  })
  return (
    <ListPage
      of={plural}
      hint={t(`${plural}:hint`)}
      empty={given.empty ?? { title: t(`${plural}:empty.title`), hint: t(`${plural}:empty.hint`) }}
      icon={<PlusOutlined />}
      more={given.more}
      notice={given.notice}
      level={given.level}
      rows={rows}
      list={list}
      {...(given.search !== undefined && { search: { ...given.search, label: t(`${plural}:search`) } })}
      filters={given.filters}
      columns={columns}
      end={given.end}
      width="96px"
      mayAdd={mayAdd}
      mayChange={(row) => mayTouch(spec, user, row, 'change')}
      onDelete={(row) =>
        mayTouch(spec, user, row, 'delete') ? () => remove({ id: row.id, name: String(row[known]) }) : null
      }
      dialog={(record, onClose) => (
        <RecordDialog
          name={name}
          fields={fields}
          tabs={given.tabs ?? []}
          record={record}
          {...(given.inputs !== undefined && { inputs: given.inputs })}
          onClose={onClose}
        />
      )}
    />
  )
}

/** A list of records with its dialogs; the page reads the rows. */
export const RecordList = (listed: ListedPageProps) =>
  useRecordTexts(listed.name) ? <List {...listed} /> : null

/** The page of a record, by its declaration and its texts (`TextsOf`). */
export const RecordPage = (given: RecordPageProps) => {
  const search = useSearch()
  const list = useRecordPages(given.name, search.search)
  const { search: searched }: RecordSpec['list'] = RECORDS[given.name].list
  return (
    <RecordList
      {...given}
      rows={(list.rows as readonly AnyRecord[] | undefined) ?? null}
      list={list}
      {...(searched !== undefined && { search })}
      end={<ListEnd list={list} />}
    />
  )
}
