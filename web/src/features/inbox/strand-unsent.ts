import i18next from 'i18next'
import type { ApiError } from '../../api/errors.js'
import { newId } from '../../api/ids.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { draftKey, takeDraft } from './drafts.js'
import { attachedKey, attachedTo, discardAttached } from './kept-attachments.js'
import { begun, calls, files, moved, type Outgoing } from './outgoing.js'
import { keepUnsent } from './unsent.js'

/** Milliseconds that the toast of an unsent message stays. */
const TOLD_MS = 10_000

/**
 * Whether the error means that this user cannot open a ticket; the status alone may be about the user's
 * token.
 */
export const isTicketInaccessible = ({ code }: Pick<ApiError, 'code'>): boolean =>
  code === 'ERR_NO_TICKET_FOUND' || code === 'ERR_NO_PERMISSION'

/** Unsent text or attachments of a ticket, as a message that lost its ticket. */
const strandedMessage = (
  message: Pick<Outgoing, 'key' | 'userId' | 'ticketId' | 'contactId'> & Partial<Outgoing>,
): Outgoing => ({
  ...{
    body: '',
    fileNames: [],
    captions: [],
    voice: false,
    quoted: null,
    createdAt: new Date().toISOString(),
  },
  ...{ state: 'stranded', progress: 0, messageIds: [], error: null },
  ...message,
})

/** A ticket's unsent attachments; null for none. */
const attachedMessage = (ticketId: number, contactId: number | null, userId: number): Outgoing | null => {
  const { files: attached, voice } = attachedTo(attachedKey(userId, ticketId))
  const all = voice === null || voice === 'recording' ? attached : [...attached, voice.file]
  if (all.length === 0) return null
  const key = newId()
  files.set(key, all)
  return strandedMessage({ key, userId, ticketId, contactId, fileNames: all.map(({ name }) => name) })
}

/** A ticket's unsent text; null for none. Other windows of this browser make an equal message. */
const typedMessage = (ticketId: number, contactId: number | null, userId: number): Outgoing | null => {
  const draft = takeDraft(draftKey(userId, ticketId))
  if (draft === null) return null
  const key = `draft-${ticketId}-${draft.at}`
  const createdAt = new Date(draft.at).toISOString()
  return strandedMessage({ key, userId, ticketId, contactId, body: draft.text, createdAt })
}

/**
 * Keeps unsent messages and text of a ticket that this user can no longer open. Such a message becomes
 * `strandedMessage`: the page offers it where the user may still write to the contact. A running request continues,
 * because the server may have the message; if refused, the message becomes `strandedMessage` then.
 */
export const strandUnsent =
  (ticketId: number, contactId: number | null = null) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const {
      sending,
      session: { user },
    } = getState()
    if (user === null) return
    const unsent = sending.filter(
      ({ ticketId: of, state, key }) =>
        of === ticketId && state !== 'accepted' && state !== 'stranded' && !calls.has(key),
    )
    for (const entry of unsent) {
      const kept = { ...entry, contactId: entry.contactId ?? contactId, state: 'stranded' } as const
      keepUnsent(kept)
      dispatch(moved(kept))
    }
    const typed = typedMessage(ticketId, contactId, user.id)
    if (typed !== null) {
      keepUnsent(typed)
      dispatch(begun(typed))
    }
    const attached = attachedMessage(ticketId, contactId, user.id)
    if (attached !== null) dispatch(begun(attached))
    const hadAttached = discardAttached(attachedKey(user.id, ticketId))
    const isOffered = unsent.length > 0 || typed !== null || attached !== null
    if (!isOffered && !hadAttached) return
    const text = i18next.t(isOffered ? 'inbox:toast.stranded' : 'inbox:toast.recordingGone')
    dispatch(toastShown({ tone: 'waiting', text, stays: TOLD_MS }))
  }
