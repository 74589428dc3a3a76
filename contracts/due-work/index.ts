import { billsKind } from './bills.js'
import { closureKind } from './closure.js'
import { completionKind } from './completion.js'
import { editKind } from './edit.js'
import { eraseKind } from './erase.js'
import { companyExport } from './export.js'
import type { DueKindSpec, DueSubject } from './kind.js'
import { mediaKind } from './media.js'
import { reactionKind } from './reaction.js'
import { read } from './read.js'
import { revokeKind } from './revoke.js'
import { scheduleKind } from './schedule.js'
import { sendKind } from './send.js'
import { snoozeKind } from './snooze.js'
import { visitKind } from './visit.js'

/** All kinds of due work: work to do later, or outside of the streams. */
export const DUE_KINDS = {
  send: sendKind,
  edit: editKind,
  revoke: revokeKind,
  reaction: reactionKind,
  media: mediaKind,
  read,
  erase: eraseKind,
  completion: completionKind,
  snooze: snoozeKind,
  schedule: scheduleKind,
  bills: billsKind,
  export: companyExport,
  visit: visitKind,
  closure: closureKind,
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
