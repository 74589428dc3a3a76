import { ID, type Json, must, oneOf, strict, TEXT, TIME } from './json.js'
import type { Subject } from './kind.js'

interface SubjectSpec {
  /** the view that it is shown from */
  readonly view: string
  /** how an id of it is refused that names nothing here */
  readonly missing: `ERR_${string}`
  /** its schema beside another record */
  readonly shown: Json
}
const named = { ...must('id', ID), ...must('name', TEXT) }

/** What fields of records may name and show beside them. */
export const SUBJECTS: { readonly [S in Exclude<Subject, 'tag-counts'>]: SubjectSpec } = {
  user: {
    view: 'users',
    missing: 'ERR_NO_USER_FOUND',
    shown: strict({ ...named, ...must('email', TEXT) }),
  },
  contact: { view: 'contacts', missing: 'ERR_NO_CONTACT_FOUND', shown: strict(named) },
  ticket: {
    view: 'inbox',
    missing: 'ERR_NO_TICKET_FOUND',
    shown: strict({
      ...must('id', ID),
      ...must('uuid', TEXT),
      ...must('status', oneOf(['pending', 'open', 'closed'])),
      ...must('createdAt', TIME),
    }),
  },
}

/** The view that something is shown from; tickets are counted by the view of tickets. */
export const viewOf = (subject: Subject): string =>
  subject === 'tag-counts' ? SUBJECTS.ticket.view : SUBJECTS[subject].view
