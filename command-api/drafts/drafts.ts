import { DRAFT_KINDS, type DraftKind, MOST_DRAFTS } from '@guiche/contracts/message/drafts.js'
import type { Draft } from '@guiche/contracts/routes/drafts.js'
import { type Clock, systemClock } from '@guiche/infra/clock.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

/** The user and ticket of a draft. */
export interface DraftPlace {
  readonly userId: number
  readonly ticketId: number
  readonly contactId: number
  readonly kind: DraftKind
}
type WrittenDraft = Pick<Draft, 'text' | 'at'>
/** `removedAt`: ms by our clock, for a removed draft, whose text is ''. */
type KeptDraft = WrittenDraft & { readonly removedAt?: number }

/** The drafts of a user, all or in one ticket, or those in all tickets of a contact. */
export type WhichDrafts =
  | Pick<DraftPlace, 'userId'>
  | Pick<DraftPlace, 'userId' | 'ticketId'>
  | Pick<DraftPlace, 'contactId'>

export interface Drafts {
  /** All of a user. */
  of(companyId: number, userId: number): Promise<Draft[]>
  /**
   * Stores a user's one draft in a ticket, unless a newer draft exists or was just removed; '' removes the draft.
   * Beyond MOST_DRAFTS the user's oldest drafts are deleted.
   */
  keep(companyId: number, place: DraftPlace, draft: WrittenDraft): Promise<void>
  /** Forgets all that match. May be repeated. */
  forget(companyId: number, which: WhichDrafts): Promise<void>
}

/**
 * How long a removal is remembered, in ms: a request with an earlier text may still be on its way. No longer, because
 * another device's clock may be slow.
 */
const REMEMBERED_MS = 5 * 60_000

const ofCompany = (companyId: number): string => `draft/${companyId}/`
const ofUser = (companyId: number, userId: number): string => `${ofCompany(companyId)}${userId}/`
const ofTicket = (companyId: number, userId: number, ticketId: number): string =>
  `${ofUser(companyId, userId)}${ticketId}/`
const prefixOf = (companyId: number, which: WhichDrafts): string => {
  if ('contactId' in which) return ofCompany(companyId)
  const { userId } = which
  return 'ticketId' in which ? ofTicket(companyId, userId, which.ticketId) : ofUser(companyId, userId)
}

/** The key holds everything that `forget` selects by, so no value has to be read. */
const keyOf = (companyId: number, { userId, ticketId, contactId, kind }: DraftPlace): string =>
  `${ofTicket(companyId, userId, ticketId)}${contactId}/${kind}`
const placeOf = (key: string): DraftPlace => {
  const [, , userId, ticketId, contactId, kind] = key.split('/')
  return {
    userId: Number(userId),
    ticketId: Number(ticketId),
    contactId: Number(contactId),
    kind: DRAFT_KINDS.find((known) => known === kind) ?? 'message',
  }
}
const isPlaceMatching = (place: DraftPlace, which: Partial<DraftPlace>): boolean =>
  (Object.keys(which) as (keyof DraftPlace)[]).every((name) => place[name] === which[name])

/** Drafts are kept in the vault, because only their writer may read them. No event holds them. */
export const createDrafts = (
  vault: Pick<Vault, 'getMany' | 'commit' | 'list'>,
  clock: Clock = systemClock,
): Drafts => {
  const read = async (keys: readonly string[]) => {
    const found = keys.length === 0 ? null : await vault.getMany(keys)
    return keys.flatMap((key) => {
      const entry = found?.get(key)
      if (entry === undefined) return []
      return [{ key, epoch: entry.epoch, ...(JSON.parse(entry.value.toString()) as KeptDraft) }]
    })
  }
  const isOver = ({ removedAt }: KeptDraft): boolean =>
    removedAt !== undefined && removedAt < clock.now().getTime() - REMEMBERED_MS
  /** Entries to delete, so that `room` drafts stay: the oldest drafts, and old removals. */
  const superfluous = async (keys: readonly string[], room: number): Promise<string[]> => {
    if (keys.length <= room) return []
    const all = await read(keys)
    const drafts = all.filter(({ removedAt }) => removedAt === undefined).sort((a, b) => b.at - a.at)
    return [...all.filter(isOver), ...drafts.slice(room)].map(({ key }) => key)
  }

  const keep: Drafts['keep'] = async (companyId, place, draft) => {
    const key = keyOf(companyId, place)
    const { userId, ticketId, kind } = place
    const keys = await vault.list(ofUser(companyId, userId))
    // searches by ticket: an entry may still name the ticket's former contact
    const there = await read(keys.filter((one) => isPlaceMatching(placeOf(one), { ticketId, kind })))
    if (there.some((one) => one.at > draft.at && !isOver(one))) return
    const isRemoval = draft.text === ''
    const rest = keys.filter((one) => !there.some((before) => before.key === one))
    const before = there.map((one) => one.key).filter((one) => one !== key)
    const expected = there.find((one) => one.key === key)?.epoch ?? 0
    const kept: KeptDraft = isRemoval ? { ...draft, removedAt: clock.now().getTime() } : draft
    const gone = await superfluous(rest, MOST_DRAFTS - Number(!isRemoval))
    const removed = [...before, ...gone].map((other) => ({ key: other, value: null }))
    const written = await vault.commit([
      { key, value: Buffer.from(JSON.stringify(kept)), expected },
      ...removed,
    ])
    // another device has written meanwhile, perhaps a newer draft: decide again
    if (written === 'fenced') await keep(companyId, place, draft)
  }

  return {
    of: async (companyId, userId) =>
      (await read(await vault.list(ofUser(companyId, userId)))).flatMap(({ key, text, at }) => {
        const { ticketId, kind } = placeOf(key)
        return text === '' ? [] : [{ ticketId, kind, text, at }]
      }),
    keep,
    forget: async (companyId, which) => {
      const gone = (await vault.list(prefixOf(companyId, which))).filter((key) =>
        isPlaceMatching(placeOf(key), which),
      )
      if (gone.length > 0) await vault.commit(gone.map((key) => ({ key, value: null })))
    },
  }
}
