import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useMemo } from 'react'
import { newId } from '../../../api/ids.js'
import { useSaved } from '../../../api/use-saved.js'
import { useUser } from '../../../base/access.js'
import { useCreateRecordMutation } from '../../../records/record-api.js'
import { useUserListQuery } from '../../../records/user-list.js'
import { mentionedIn } from '../../notes/mentions.js'
import { colleaguesOf } from '../model/colleagues.js'
import { useDraft } from './use-draft.js'

interface NoteBody {
  readonly note: string
  readonly contactId: number
  readonly ticketId: number
  readonly mentions: number[]
}

/** The last unanswered note request of each ticket; the note may exist nevertheless. */
const attempts = new Map<number, { readonly said: string; readonly idempotencyKey: string }>()

/**
 * Makes a note with `save`. Attempts with equal text are one note, even from different places. Rejects as
 * `save` does.
 */
export const addNote = async (
  body: NoteBody,
  save: (call: { readonly body: NoteBody; readonly idempotencyKey: string }) => Promise<unknown>,
): Promise<void> => {
  const { ticketId } = body
  const said = JSON.stringify(body)
  const before = attempts.get(ticketId)
  const { idempotencyKey } = before?.said === said ? before : { idempotencyKey: newId() }
  attempts.set(ticketId, { said, idempotencyKey })
  await save({ body, idempotencyKey })
  attempts.delete(ticketId)
}

/**
 * A ticket's unsaved note, kept as a draft. `offers`: loads the colleagues who can be mentioned. `add`
 * creates the note, or rejects with an ApiError. `isUnknown`: the mentioned colleagues are not loaded yet,
 * and `add` must wait.
 */
export const useNote = (ticket: TicketRecord, offers: boolean) => {
  const [text, setText] = useDraft(ticket.id, 'note')
  const [create] = useCreateRecordMutation()
  const { save, saving, late } = useSaved()
  const me = useUser()
  const mayMention = text.includes('@')
  const { data: users, isError } = useUserListQuery(undefined, { skip: !offers && !mayMention })
  const colleagues = useMemo(
    () => (users === undefined ? undefined : colleaguesOf(users, ticket, me.id)),
    [users, ticket, me.id],
  )
  const note = text.trim()
  const mentions = mentionedIn(note, colleagues ?? [])
  const isRead = users !== undefined || isError
  const add = async (): Promise<void> => {
    const body = { note, contactId: ticket.contactId, ticketId: ticket.id, mentions }
    await addNote(body, (call) => save(create, { record: 'note', ...call }))
    setText('')
  }
  return {
    text,
    setText,
    note,
    mentions,
    colleagues,
    isRead,
    isUnknown: mayMention && !isRead,
    add,
    saving,
    late,
  }
}
