import { mayReplace, removeFrom, replaceIn } from '../../realtime/newer.js'
import type { FramePatches } from '../../realtime/patches.js'
import { contactsApi } from './api.js'

export const patches: FramePatches = {
  contactImport: ({ import: record }, { dispatch }) => {
    dispatch(
      contactsApi.util.updateQueryData('imports', undefined, (held) => {
        const at = held.findIndex(({ id }) => id === record.id)
        const known = held[at]
        if (known === undefined) held.unshift(record)
        // frames of two processes may cross: an import that is over does not run again
        else if (known.done <= record.done && (known.status === 'running' || record.status !== 'running'))
          held[at] = record
      }),
    )
  },
  contact: (frame, { dispatch, getState, refetch }) => {
    let found = false
    for (const search of contactsApi.util.selectCachedArgsForQuery(getState(), 'contacts')) {
      dispatch(
        contactsApi.util.updateQueryData('contacts', search, ({ pages }) => {
          for (const { contacts } of pages) {
            const there =
              frame.action === 'delete'
                ? removeFrom(contacts, frame.contactId)
                : replaceIn(contacts, frame.contact)
            found ||= there
          }
        }),
      )
    }
    if (frame.action === 'delete') return
    if (!found) refetch('Contacts')
    const { contact } = frame
    dispatch(
      contactsApi.util.updateQueryData('contact', { id: contact.id }, (held) =>
        mayReplace(held, contact) ? { ...held, ...contact } : held,
      ),
    )
  },
}
