import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { RECORDS, type Records } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { ReactNode } from 'react'
import type { PageSpec } from '../base/page.js'
import type { DialogTab } from './dialog-tabs.js'
import { type PagedName, withRecordTexts } from './record-texts.js'

type FieldName<N extends PagedName> = keyof Records[N]['fields'] & string
interface Options<N extends PagedName> {
  readonly icon?: PageSpec['icon']
  /** `/<plural>` unless given */
  readonly path?: `/${string}`
  /** fields of the dialog, in order; all entered fields unless given */
  readonly fields?: readonly FieldName<N>[]
  /** further tabs of the dialog */
  readonly tabs?: readonly DialogTab[]
  /** between the title and the list */
  readonly notice?: ReactNode
  /** columns of the list; `id` and the dialog's fields unless given */
  readonly columns?: readonly (FieldName<N> | 'id')[]
}

/** The page of a record's kind, for users who may create such records. Its place in the menu is declared. */
export const pageOfRecord = <N extends PagedName>(
  name: N,
  { icon = UnorderedListOutlined, path, ...shown }: Options<N> = {},
) => {
  const { plural, allow, screen } = RECORDS[name]
  const Page = withRecordTexts(name, () => import('./record-page.js').then((m) => m.RecordPage))
  return {
    ...screen,
    icon,
    path: path ?? `/${plural}`,
    label: `${plural}:title`,
    needs: allow.create,
    plan: (RECORDS[name] as RecordSpec).plan,
    Component: () => <Page name={name} {...shown} />,
  } satisfies PageSpec
}
