import { PRIORITIES, type Priority } from '@guiche/contracts/priority.js'
import { readStored, store } from '../../../base/storage.js'

/** What narrows the lists. Empty lists of ids narrow nothing. */
export interface Chosen {
  readonly queueIds: readonly number[]
  /** a ticket has all of them */
  readonly tags: readonly number[]
  /** who attends; of admins alone */
  readonly users: readonly number[]
  readonly connections: readonly number[]
  readonly priorities: readonly Priority[]
  readonly withUnread: boolean
  /** the contact came by an advertisement */
  readonly fromAd: boolean
  /** snoozed ones instead of those that are not */
  readonly snoozed: boolean
  /** everybody's; of admins alone */
  readonly showAll: boolean
  /** yyyy-MM-dd, '' for an open end */
  readonly from: string
  readonly to: string
}
export const NOTHING: Chosen = {
  queueIds: [],
  tags: [],
  users: [],
  connections: [],
  priorities: [],
  withUnread: false,
  fromAd: false,
  snoozed: false,
  showAll: false,
  from: '',
  to: '',
}
type Ids = 'queueIds' | 'tags' | 'users' | 'connections'

const keyOf = (userId: number): string => `guiche.inbox.${userId}`
const ids = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id) => Number.isInteger(id)) : []
const priorities = (value: unknown): readonly Priority[] =>
  Array.isArray(value) ? PRIORITIES.filter((priority) => value.includes(priority)) : []
const day = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''

/** What this browser has kept of a user's choice, as far as it can be read. */
export const readChosen = (userId: number): Chosen => {
  try {
    const kept = JSON.parse(readStored(keyOf(userId)) ?? '{}') as Partial<Record<keyof Chosen, unknown>>
    return {
      queueIds: ids(kept.queueIds),
      tags: ids(kept.tags),
      users: ids(kept.users),
      connections: ids(kept.connections),
      priorities: priorities(kept.priorities),
      withUnread: kept.withUnread === true,
      fromAd: kept.fromAd === true,
      snoozed: kept.snoozed === true,
      showAll: kept.showAll === true,
      from: day(kept.from),
      to: day(kept.to),
    }
  } catch {
    return NOTHING
  }
}

/** Keeps a user's choice for the next visit. */
export const keepChosen = (userId: number, chosen: Chosen): void => {
  store(keyOf(userId), JSON.stringify(chosen))
}

/**
 * What of a choice is to be taken back, because it is not there any more; null: nothing. `there`: the records that may be
 * chosen, absent as long as they are not known.
 */
export const unknownIn = (
  chosen: Chosen,
  there: { readonly [K in Ids]?: readonly { readonly id: number }[] },
): Partial<Chosen> | null => {
  const change: { [K in Ids]?: readonly number[] } = {}
  for (const kind of ['queueIds', 'tags', 'users', 'connections'] as const) {
    const known = there[kind]
    const left = chosen[kind].filter((one) => known === undefined || known.some(({ id }) => id === one))
    if (left.length < chosen[kind].length) change[kind] = left
  }
  return Object.keys(change).length === 0 ? null : change
}
