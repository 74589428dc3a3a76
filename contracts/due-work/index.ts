import { bills } from './bills.js'
import { closure } from './closure.js'
import { completion } from './completion.js'
import { edit } from './edit.js'
import { erase } from './erase.js'
import { companyExport } from './export.js'
import type { DueKindSpec, DueSubject } from './kind.js'
import { media } from './media.js'
import { reaction } from './reaction.js'
import { read } from './read.js'
import { revoke } from './revoke.js'
import { schedule } from './schedule.js'
import { send } from './send.js'
import { snooze } from './snooze.js'
import { visit } from './visit.js'

/** All kinds of due work: work to do later, or outside of the streams. */
export const DUE_KINDS = {
  send,
  edit,
  revoke,
  reaction,
  media,
  read,
  erase,
  completion,
  snooze,
  schedule,
  bills,
  export: companyExport,
  visit,
  closure,
} as const

export type DueKinds = typeof DUE_KINDS
export type DueKind = keyof DueKinds
/** The kinds with these properties, for example `{ worker: 'gateway' }`. */
export type DueKindWith<P extends Partial<Pick<DueKindSpec, 'worker' | 'subject' | 'view'>>> = {
  [K in DueKind]: DueKinds[K] extends P ? K : never
}[DueKind]

/** Whether work of a kind waits while its company is blocked. */
export const waitsWhileBlocked = (kind: DueKind): boolean => (DUE_KINDS[kind] as DueKindSpec).waits === true

export const dueKinds = Object.keys(DUE_KINDS) as readonly DueKind[]

/** The kinds of work about this subject. */
export const dueKindsAbout = <S extends DueSubject>(subject: S) =>
  dueKinds.filter((kind): kind is DueKindWith<{ subject: S }> => DUE_KINDS[kind].subject === subject)

type OwnView<K extends DueKind> = DueKinds[K]['view'] extends 'due-work' ? never : `due-${K}`
/** The views of due work, and the collection of each; see collections.ts. */
export type DueViews = { readonly 'due-work': readonly ['due-work'] } & {
  readonly [K in DueKind as OwnView<K>]: readonly [OwnView<K>]
}
export type DueCollection = keyof DueViews

/** The collection of a kind's work; its view has the same name. */
export const collectionOf = (kind: DueKind): DueCollection =>
  ((DUE_KINDS[kind] as DueKindSpec).view === 'due-work' ? 'due-work' : `due-${kind}`) as DueCollection

export const dueViews = Object.fromEntries(
  dueKinds.map((kind) => [collectionOf(kind), [collectionOf(kind)]]),
) as unknown as DueViews
