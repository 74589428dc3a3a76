import { mentions } from '@guiche/contracts/notices/notices.js'
import { RECORDS, type Records } from '@guiche/contracts/records/index.js'
import type { RecordDoc } from '@guiche/contracts/records/shapes.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { NoteRecord } from '@guiche/contracts/views/records.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'
import { presentRecords, recordReaders } from '@guiche/infra/records/present-records.js'
import { readableRecords } from './record-pages.js'

/** Maximum of newest mentions that are read. */
const MENTIONS = 20
const NEWEST_FIRST = [
  ['createdAt', -1],
  ['id', -1],
] as const

/** Notes that the caller may read, the newest first. */
export const createNotes = (documents: Documents) => {
  // `presentRecords` gives records of any kind; records of notes have this type
  const present = async (docs: readonly RecordDoc<Records['note']>[]): Promise<NoteRecord[]> =>
    (await presentRecords(documents, RECORDS.note, docs)) as unknown as NoteRecord[]
  return {
    /** About the contact of a ticket. */
    about: async (caller: Caller, { companyId, contactId }: TicketDoc): Promise<NoteRecord[]> => {
      const where = { contactId: { in: await mergedIdsOf(documents, companyId, contactId) } }
      return present(await readableRecords(documents, 'note', caller, { where }))
    },
    /** Of the newest notes that mention the caller, those about tickets that are not closed. */
    mentioning: async (caller: Caller): Promise<NoteRecord[]> => {
      const { companyId, userId } = caller
      const where = { companyId, mentions: { has: userId } }
      const docs = await documents.find('notes', { where, sort: NEWEST_FIRST, limit: MENTIONS })
      const mayRead = await recordReaders(documents, RECORDS.note, docs)
      const notes = await present(docs.filter((doc) => mayRead(caller, doc)))
      return notes.filter(
        (note) => note.ticket !== null && note.ticket.status !== 'closed' && mentions(note, userId),
      )
    },
  }
}
