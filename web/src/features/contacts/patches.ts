import { mayReplace, removeFrom, replaceIn } from '../../realtime/newer.js'
import type { FramePatches } from '../../realtime/patches.js'
import { contactsApi } from './api.js'

export const contactPatches: FramePatches = {
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
      contactsApi.util.updateQueryData('contact', contact.id, (held) =>
        mayReplace(held, contact) ? contact : held,
      ),
    )
  },
}
