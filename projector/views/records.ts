import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { defaultsOf, namesOf } from '@guiche/contracts/records/fields.js'
import {
  hasChanges,
  isErasable,
  RECORDS,
  type RecordName,
  type Records,
} from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import { orderOf, orderValues } from '@guiche/contracts/records/order.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import {
  allRules,
  change,
  declareView,
  make,
  type Projection,
  type ProjectionSpec,
  removeRule,
  retireRule,
} from '../engine/projection.js'

type RecordStoredEvent = StoredEvent<{
  type: string
  data: Readonly<Record<string, string | number | object | null>>
}>

/** The document without its texts and files, because readers must not see what a person has deleted. */
const withoutTexts = (spec: RecordSpec) => (doc: object) => ({
  ...doc,
  ...Object.fromEntries(
    Object.entries(spec.fields).flatMap(([name, field]) => {
      const { emptied } = kindOf(field)
      return emptied === undefined ? [] : [[name, emptied] as const]
    }),
  ),
})

/** The view of one kind of record: the records, and deleted ones for documents that still name them. */
const recordView = (spec: RecordSpec, plural: Records[RecordName]['plural']): Projection => {
  const idField = `${spec.name}Id`
  const gone = `deleted-${plural}` as const
  const isAlone = spec.kept === 'alone'
  const foundBy = (values: Readonly<Record<string, unknown>>) =>
    Object.assign(
      {},
      ...Object.entries(spec.fields).map(([name, field]) => kindOf(field).found?.(name, values[name])),
    )
  /** the values with those by which they are sorted, and their files are found */
  const sorted = (doc: object) => ({ ...doc, ...orderValues(spec, { ...doc }), ...foundBy({ ...doc }) })
  const order = orderOf(spec).map(([field]) => field)
  const by = (spec.list.by ?? []).map((field) => ['companyId', field, ...order])
  // A page with own and public records reads along both indexes.
  const whose = spec.shared === undefined ? [] : [spec.shared.by, ...namesOf(spec.fields, 'author')]
  const lists = [['companyId', ...order], ...by, ...whose.map((field) => ['companyId', field, ...order])]
  const named = namesOf(spec.fields, 'users').map((field) => ['companyId', field])
  // Indexes for the records that name a deleted thing. Deleted records are found by their files.
  const letGo = Object.entries(spec.fields).flatMap(([name, field]) =>
    isAlone && kindOf(field).names?.(field).gone !== undefined ? [['companyId', name]] : [],
  )
  // the owner of a file decides who may download it
  const files = Object.entries(spec.fields).flatMap(([name, field]) =>
    Object.keys(kindOf(field).foundBy?.(name, '') ?? {}).map((found) => ['companyId', found]),
  )
  const ranges = [
    ...(spec.list.range === undefined ? [] : [['companyId', spec.list.range]]),
    ...namesOf(spec.fields, 'recurrence').map((field) => ['companyId', `${field}.every`]),
  ]
  const idOf = ({ data }: RecordStoredEvent) => Number(data[idField])
  const defaults = defaultsOf(spec.fields)
  const values = ({ data }: RecordStoredEvent) => sorted({ ...defaults, ...data })
  const last = isAlone ? (doc: object) => sorted(withoutTexts(spec)(doc)) : (doc: object) => doc
  // All records' events have this shape, but the compiler cannot see it behind the computed names.
  const on = {
    [`${spec.name}.created.v1`]: make(plural, idOf as never, values as never),
    ...(hasChanges(spec) && {
      [`${spec.name}.changed.v1`]: change(plural, idOf as never, values as never),
    }),
    [`${spec.name}.deleted.v1`]: retireRule(plural, gone, idOf as never, last as never),
    ...(isErasable(spec) && {
      [`${spec.name}.erased.v1`]: allRules(
        removeRule(plural, idOf as never),
        removeRule(gone, idOf as never),
      ),
    }),
  } as ProjectionSpec['on']
  return declareView({
    name: plural,
    version: spec.version,
    collections: [
      {
        name: plural,
        indexes: [['companyId', 'id'], ...lists, ...named, ...letGo, ...files, ...ranges],
        ...(spec.list.search !== undefined && { search: { text: spec.list.search } }),
      },
      { name: gone, indexes: [...by, ...letGo] },
    ],
    visibility: { [plural]: () => ({}) },
    on,
  })
}

/** The views of all records. */
export const recordViews = Object.fromEntries(
  Object.values(RECORDS).map((spec) => [spec.plural, recordView(spec, spec.plural)]),
) as { readonly [N in RecordName as Records[N]['plural']]: Projection }
