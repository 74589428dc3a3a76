import type { ErrorCode } from '@guiche/contracts/errors.js'
import { useEffect } from 'react'
import { endpoints } from '../../../api/base-api.js'
import type { ApiError } from '../../../api/errors.js'
import type { AppDispatch, RootState } from '../../../app/store.js'
import { useAppDispatch, useAppSelector } from '../../../base/hooks.js'
import { readStored } from '../../../base/storage.js'
import {
  type Draft,
  draftKey,
  draftKeys,
  draftPlace,
  mergedDraft,
  parseDraft,
  storeDraft,
  tellDraft,
} from '../drafts.js'

const QUIET_REQUEST = { quiet: true } as const
const { drafts, keepDraft } = endpoints(({ query, command }) => ({
  drafts: query('GET /drafts', QUIET_REQUEST),
  keepDraft: command('PUT /drafts/:ticketId', QUIET_REQUEST),
})).endpoints

/** Stores a draft in this browser and updates the composer of this window. */
const putDraft = (key: string, draft: Draft | null): void => {
  if (storeDraft(key, draft)) tellDraft(key)
}

/**
 * Errors for a draft that the server will not take: another agent has the ticket, or the text is too long.
 */
const REFUSAL_ERRORS: ReadonlySet<string> = new Set<ErrorCode>(['ERR_NO_PERMISSION', 'ERR_VALIDATION'])
/** Drafts refused by the server: they stay in this browser and are not sent again. */
const refused = new Map<string, string | null>()

const saveNow = async (key: string, dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
  const stored = readStored(key)
  const draft = parseDraft(stored)
  const place = draftPlace(key)
  if (draft === null || draft.saved === true || place === null || refused.get(key) === stored) return
  if (place.userId !== getState().session.user?.id) return
  const { ticketId, kind } = place
  const { text, at } = draft
  const call = keepDraft.initiate({ ticketId, body: { kind, text, at } }, { track: false })
  const error = (await dispatch(call)).error as ApiError | undefined
  // the draft was changed during the request; the next save writes the change
  if (readStored(key) !== stored) return
  // the ticket was deleted, so nothing can be written in it
  const over = error?.code === 'ERR_NO_TICKET_FOUND'
  if (over || (error === undefined && text === '')) storeDraft(key, null)
  else if (error === undefined) storeDraft(key, { ...draft, saved: true })
  else if (REFUSAL_ERRORS.has(error.code)) refused.set(key, stored)
}

/**
 * Requests are sent one after another, so that an earlier text does not arrive after the removal of the
 * draft.
 */
let last: Promise<void> = Promise.resolve()

/** Saves a draft of this browser on the server; after a failure, again when the server is back. */
export const saveDraft = (key: string) => (dispatch: AppDispatch, getState: () => RootState) => {
  last = last.then(() => saveNow(key, dispatch, getState))
  return last
}

/**
 * Merges the drafts of this browser with those of the server. A draft edited during the merge stays
 * unchanged.
 */
const mergeDrafts = (userId: number) => async (dispatch: AppDispatch, getState: () => RootState) => {
  const before = new Map(draftKeys(userId).map((key) => [key, readStored(key)]))
  const read = await dispatch(drafts.initiate(undefined, { subscribe: false, forceRefetch: true }))
  if (read.data === undefined || getState().session.user?.id !== userId) return
  const kept = new Map(read.data.drafts.map((one) => [draftKey(userId, one.ticketId, one.kind), one]))
  for (const key of new Set([...before.keys(), ...kept.keys()])) {
    const stored = readStored(key)
    if (stored !== (before.get(key) ?? null)) continue
    const local = parseDraft(stored)
    const draft = mergedDraft(local, kept.get(key) ?? null)
    if (draft === local) await dispatch(saveDraft(key))
    else putDraft(key, draft)
  }
}

/** Drafts follow their user to other devices: read after a sign-in, and whenever the server is back. */
export const useDraftsOfOtherDevices = (): void => {
  const dispatch = useAppDispatch()
  const userId = useAppSelector(({ session }) => session.user?.id)
  const online = useAppSelector(({ realtime }) => realtime.status === 'online')
  useEffect(() => {
    if (online && userId !== undefined) void dispatch(mergeDrafts(userId))
  }, [dispatch, online, userId])
}
