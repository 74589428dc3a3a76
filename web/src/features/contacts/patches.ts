import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import type { FramePatches, PatchContext } from '../../realtime/patches.js'
import { removeFrom, replaceIn } from '../../realtime/record-age.js'
import { contactsApi } from './api.js'

/** Updates an import from an answer or a frame. */
export const showImport = (record: ImportRecord) =>
  contactsApi.util.updateQueryData('imports', undefined, (held) => {
    const at = held.findIndex(({ id }) => id === record.id)
    const known = held[at]
    if (known === undefined) held.unshift(record)
    // answers and frames may arrive in any order: an ended import does not run again
    else if (known.done <= record.done && (known.status === 'running' || record.status !== 'running'))
      held[at] = record
  })

/** Reads a contact's visible numbers again; for a frame without contact, those of all contacts. */
const countAgain = ({ getState, refetch }: PatchContext, contactId?: number): void => {
  const shown = contactsApi.util.selectCachedArgsForQuery(getState(), 'contactCounts')
  if (shown.some(({ id }) => contactId === undefined || id === contactId)) refetch('ContactCounts')
}

/** Removes a deleted message from the galleries. */
const dropFromGalleries = (messageId: string, { dispatch, getState }: PatchContext): void => {
  for (const gallery of contactsApi.util.selectCachedArgsForQuery(getState(), 'gallery')) {
    dispatch(
      contactsApi.util.updateQueryData('gallery', gallery, ({ pages }) => {
        for (const { messages } of pages) removeFrom(messages, messageId)
      }),
    )
  }
}

export const patches: FramePatches = {
  schedule: (frame, context) =>
    countAgain(context, frame.action === 'delete' ? undefined : frame.schedule.contactId),
  ticket: (frame, context) =>
    countAgain(context, frame.action === 'update' ? frame.ticket.contactId : undefined),
  appMessage: (frame, context) => {
    if (frame.action === 'delete') {
      dropFromGalleries(frame.messageId, context)
      countAgain(context)
      return
    }
    if (frame.message.isDeleted) dropFromGalleries(frame.message.id, context)
    countAgain(context, frame.ticket.contactId)
  },
  contactImport: (frame, { dispatch }) => {
    dispatch(showImport(frame.import))
  },
  contact: (frame, context) => {
    const { dispatch, getState, refetch } = context
    let found = false
    for (const search of contactsApi.util.selectCachedArgsForQuery(getState(), 'contacts')) {
      dispatch(
        contactsApi.util.updateQueryData('contacts', search, ({ pages }) => {
          for (const { contacts } of pages) {
            if (frame.action === 'delete') {
              found = removeFrom(contacts, frame.contactId) || found
              continue
            }
            // the frame has only the contact, not its tickets
            const held = contacts.find(({ id }) => id === frame.contact.id)
            const { tickets = [], tags = [] } = held ?? {}
            found = replaceIn(contacts, { ...frame.contact, tickets, tags } as never) || found
          }
        }),
      )
    }
    if (frame.action === 'delete') countAgain(context, frame.contactId)
    else if (!found) refetch('Contacts')
  },
}
