import type { ImportRecord } from '@guiche/contracts/imports.js'
import { removeFrom, replaceIn } from '../../realtime/newer.js'
import type { FramePatches } from '../../realtime/patches.js'
import { contactsApi } from './api.js'

/** Shows an import as an answer or a frame tells it. */
export const showImport = (record: ImportRecord) =>
  contactsApi.util.updateQueryData('imports', undefined, (held) => {
    const at = held.findIndex(({ id }) => id === record.id)
    const known = held[at]
    if (known === undefined) held.unshift(record)
    // answers and frames may cross: an import that is over does not run again
    else if (known.done <= record.done && (known.status === 'running' || record.status !== 'running'))
      held[at] = record
  })

export const patches: FramePatches = {
  contactImport: (frame, { dispatch }) => {
    dispatch(showImport(frame.import))
  },
  contact: (frame, { dispatch, getState, refetch }) => {
    let found = false
    for (const search of contactsApi.util.selectCachedArgsForQuery(getState(), 'contacts')) {
      dispatch(
        contactsApi.util.updateQueryData('contacts', search, ({ pages }) => {
          for (const { contacts } of pages) {
            if (frame.action === 'delete') {
              found = removeFrom(contacts, frame.contactId) || found
              continue
            }
            // a frame tells the contact alone, not its tickets
            const held = contacts.find(({ id }) => id === frame.contact.id)
            const { tickets = [], tags = [] } = held ?? {}
            found = replaceIn(contacts, { ...frame.contact, tickets, tags } as never) || found
          }
        }),
      )
    }
    if (frame.action !== 'delete' && !found) refetch('Contacts')
  },
}
