import { DRAFT_KINDS, type DraftKind, MOST_DRAFTS } from '@guiche/contracts/message/drafts.js'
import type { Draft as ServerDraft } from '@guiche/contracts/routes/drafts.js'
import { readStored, storedKeys, storeText } from '../../base/storage.js'
import { hasSignedOut, UNSENT_TEXTS } from '../../base/unsent-texts.js'

/** Each draft has its own entry: windows that write concurrently never overwrite each other's drafts. */
const PREFIX = UNSENT_TEXTS.draft

export interface Draft {
  /** '' for a draft that was removed here but not yet on the server */
  readonly text: string
  /** time of the last change, in ms since the epoch */
  readonly at: number
  /** the server has this version */
  readonly saved?: boolean
}

export const draftKey = (userId: number, ticketId: number, kind: DraftKind = 'message'): string =>
  `${PREFIX}${userId}.${ticketId}${kind === 'note' ? '.note' : ''}`

/** The parts of a draft's key; null for another key. */
export const draftPlace = (
  key: string,
): { readonly userId: number; readonly ticketId: number; readonly kind: DraftKind } | null => {
  if (!key.startsWith(PREFIX)) return null
  const [userId, ticketId, kind = 'message'] = key.slice(PREFIX.length).split('.')
  const known = DRAFT_KINDS.find((one) => one === kind)
  return known === undefined ? null : { userId: Number(userId), ticketId: Number(ticketId), kind: known }
}

/** Reads a stored draft; null without a draft, or if the entry is invalid. */
export const parseDraft = (stored: string | null): Draft | null => {
  try {
    const draft = JSON.parse(stored ?? 'null') as Partial<Draft> | null
    return typeof draft?.text === 'string' && typeof draft.at === 'number'
      ? { text: draft.text, at: draft.at, saved: draft.saved === true }
      : null
  } catch {
    return null
  }
}

/** The text of a stored draft; '' for none. */
export const draftText = (stored: string | null): string => parseDraft(stored)?.text ?? ''

/** Typed and unsent text; it survives a reload. */
export const readDraft = (key: string): string => draftText(readStored(key))

/** The keys of all drafts of a user in this browser. */
export const draftKeys = (userId: number): string[] =>
  storedKeys(PREFIX).filter((key) => draftPlace(key)?.userId === userId)

const forgetOldest = (): void => {
  const held = storedKeys(PREFIX)
    .map((key) => ({ key, at: parseDraft(readStored(key))?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
  for (const { key } of held.slice(0, Math.max(0, held.length - MOST_DRAFTS))) storeText(key, null)
}

/**
 * Stores a draft, or removes it with null. Gives false if nothing was stored: the storage failed, or its user
 * has signed out.
 */
export const storeDraft = (key: string, draft: Draft | null): boolean => {
  if (draft !== null && hasSignedOut(draftPlace(key)?.userId ?? 0)) return false
  const fresh = readStored(key) === null
  const kept = storeText(key, draft && JSON.stringify(draft))
  if (kept && fresh && draft !== null) forgetOldest()
  return kept
}

/** Informs other components of this window about a stored draft; the browser itself informs other windows. */
export const tellDraft = (key: string): void =>
  void dispatchEvent(new StorageEvent('storage', { key, newValue: readStored(key) }))

/**
 * Stores a draft typed here. An empty draft is removed after the server has it. The new time is always later
 * than the former draft's, even if the former device's clock is ahead.
 */
export const writeDraft = (key: string, text: string, now: number = Date.now()): void => {
  const before = parseDraft(readStored(key))?.at ?? 0
  storeDraft(key, { text: text.trim() === '' ? '' : text, at: Math.max(now, before + 1), saved: false })
}

/** Functions that store the text of each visible composer, by the key of its draft. */
const composers = new Map<string, () => void>()

/** Registers a composer, so that its unstored text can be taken, too. Gives a function that removes the composer. */
export const registerComposer = (key: string, keep: () => void): (() => void) => {
  composers.set(key, keep)
  return () => {
    if (composers.get(key) === keep) composers.delete(key)
  }
}

/** Removes a draft from its ticket and gives it; null without a draft. */
export const takeDraft = (key: string): Draft | null => {
  composers.get(key)?.()
  const draft = parseDraft(readStored(key))
  if (draft === null || draft.text.trim() === '') return null
  writeDraft(key, '')
  tellDraft(key)
  return draft
}

/** Adds a text below a draft, and shows it in the composer of the draft. */
export const addToDraft = (key: string, text: string): void => {
  const before = readDraft(key)
  writeDraft(key, before.trim() === '' || text === '' ? before + text : `${before}\n${text}`)
  tellDraft(key)
}

/**
 * The newer one of this browser's draft and the server's; null for none. If the server had the draft but has
 * it no longer, it was sent or removed on another device.
 */
export const mergedDraft = (
  local: Draft | null,
  server: Pick<ServerDraft, 'text' | 'at'> | null,
): Draft | null => {
  const isNewer = local !== null && local.saved !== true && local.at >= (server?.at ?? 0)
  if (isNewer) return local
  return server === null ? null : { text: server.text, at: server.at, saved: true }
}
