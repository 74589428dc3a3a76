import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { ReactNode } from 'react'
import { lazyPage } from '../base/lazy-page.js'
import type { PageSpec } from '../base/page.js'
import type { DialogTab } from './dialog-tabs.js'

const RecordPage = lazyPage(() => import('./record-page.js').then((m) => m.RecordPage))

interface Options extends Pick<PageSpec, 'icon' | 'section' | 'place'> {
  /** `/<plural>` unless given */
  readonly path?: `/${string}`
  /** fields of the dialog, in order; all entered fields unless given */
  readonly fields?: readonly string[]
  /** further tabs of the dialog */
  readonly tabs?: readonly DialogTab[]
  /** between the title and the list */
  readonly notice?: ReactNode
  /** columns of the list; `id` and the dialog's fields unless given */
  readonly columns?: readonly string[]
}

/** The page of a record's kind, for users who may create such records. */
export const pageOfRecord = (
  name: RecordName,
  { fields, columns, tabs, notice, path, ...page }: Options,
): PageSpec => ({
  ...page,
  path: path ?? `/${RECORDS[name].plural}`,
  needs: RECORDS[name].allow.create,
  plan: (RECORDS[name] as RecordSpec).plan,
  Component: () => <RecordPage name={name} fields={fields} columns={columns} tabs={tabs} notice={notice} />,
})
