import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import type { FieldOf } from '@guiche/contracts/records/kinds/kind.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { ReactNode } from 'react'
import { ColorDot } from '../components/color-dot.js'
import { useSearch } from '../components/list/use-search.js'
import { Select, type SelectProps } from '../components/select.js'
import { useConnectionListQuery } from './connection-list.js'
import { colorOf, nameField } from './fields.js'
import { type AnyRecord, useRecordPages, useRecords } from './record-api.js'
import { UserSelect } from './user-select.js'

/** A record with its name, as in answers. */
export interface NamedRecord {
  readonly id: number
  readonly name: string
}
interface Props {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly allowClear?: boolean
  readonly placeholder?: string
  readonly value?: NamedRecord | null
  readonly onChange?: (named: NamedRecord | null) => void
}
type Choice = SelectProps<number>
type Choices = SelectProps<number[]>
interface Option {
  readonly value: number
  readonly title: string
  readonly label: ReactNode
}
const BY_NAME = { optionFilterProp: 'title' }

const ConnectionSelect = <V,>(props: SelectProps<V>) => {
  const read = useConnectionListQuery()
  const options = (read.data ?? []).map(({ id, name }): Option => ({ value: id, title: name, label: name }))
  return <Select<V> read={read} showSearch={BY_NAME} {...props} options={options} />
}

/** Options for records of a kind, each with its first text and its colour. */
const optionsOf = (record: RecordName, rows: readonly AnyRecord[] = []): Option[] => {
  const known = nameField(RECORDS[record])
  return rows.map((row) => {
    const [title, color] = [String(row[known]), colorOf(RECORDS[record], row)]
    return {
      value: row.id,
      title,
      label: color === undefined ? title : <ColorDot color={color} label={title} />,
    }
  })
}
const ListSelect = <V,>({ record, ...props }: SelectProps<V> & { readonly record: RecordName }) => {
  const read = useRecords(record)
  const options = optionsOf(record, read.rows as readonly AnyRecord[] | undefined)
  return <Select<V> read={read} showSearch={BY_NAME} {...props} options={options} />
}
interface OfRecord extends Choice {
  readonly record: RecordName
  readonly chosen: NamedRecord | null
}
/** A select field that searches on the server; the chosen record is always an option. */
const PageSelect = ({ record, chosen, ...props }: OfRecord) => {
  const { search, setText } = useSearch()
  const read = useRecordPages(record, search)
  const found = optionsOf(record, read.rows as readonly AnyRecord[] | undefined)
  const isThere = chosen === null || found.some(({ value }) => value === chosen.id)
  const own = isThere ? [] : [{ value: chosen.id, title: chosen.name, label: chosen.name }]
  const isSearched = (RECORDS[record].list as RecordSpec['list']).search !== undefined
  const searching = isSearched ? { filterOption: false as const, onSearch: setText } : BY_NAME
  return <Select<number> read={read} showSearch={searching} {...props} options={[...own, ...found]} />
}

/** Chooses the value of a reference: a colleague, a connection or a record. */
export const RefSelect = ({
  to,
  value = null,
  onChange,
  ...given
}: Props & Pick<FieldOf<'ref'>, 'to'>): ReactNode => {
  const choice: Choice = {
    ...given,
    ...(value !== null && { value: value.id }),
    onChange: (id, option) => {
      const { title = '' } = ([option].flat()[0] ?? {}) as Partial<Option>
      onChange?.(id === undefined ? null : { id, name: title })
    },
  }
  if (to === 'user') return <UserSelect {...choice} />
  if (to === 'connection') return <ConnectionSelect {...choice} />
  const record = to as RecordName
  const { all }: RecordSpec['list'] = RECORDS[record].list
  return all === undefined ? (
    <PageSelect record={record} chosen={value} {...choice} />
  ) : (
    <ListSelect record={record} {...choice} />
  )
}

interface SelectSeveral {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly to: FieldOf<'refs'>['to']
  readonly most: number
  /** shown while nothing is chosen */
  readonly placeholder: string
  readonly value?: number[]
  readonly onChange?: (ids: number[]) => void
}
/** Chooses several references: colleagues, connections, or records of a kind whose list is read whole. */
export const RefsSelect = ({ to, most, ...given }: SelectSeveral): ReactNode => {
  const choice: Choices = { ...given, mode: 'multiple', maxCount: most, allowClear: true }
  if (to === 'user') return <UserSelect<number[]> {...choice} />
  return to === 'connection' ? (
    <ConnectionSelect {...choice} />
  ) : (
    <ListSelect record={to as RecordName} {...choice} />
  )
}
