import { author, ref, text, users } from './fields.js'
import { invalidError, missingError, record } from './record.js'

/** A colleague's note about a contact, or about one of its tickets. The contact never sees notes. */
export const note = record({
  name: 'note',
  plural: 'notes',
  path: '/ticket-notes',
  version: 3,
  fields: {
    note: text({ min: 2, max: 10_000 }),
    contactId: ref({ to: 'contact', gone: 'remove' }),
    ticketId: ref({ to: 'ticket', gone: 'clear' }),
    userId: author({ joined: true }),
    /** colleagues mentioned in the text as `@name`, who are notified */
    mentions: users({ most: 20, added: true }),
  },
  kept: 'alone',
  unique: [],
  order: ['-createdAt'],
  list: { all: '/list', by: ['ticketId', 'contactId'] },
  allow: { read: 'user', create: 'user', delete: 'author' },
  screen: null,
  words: {
    name: ['Observação', 'Note', 'Nota'],
    noun: ['a observação', 'the note', 'la nota'],
    title: ['Observações', 'Notes', 'Notas'],
  },
  errors: {
    ERR_NO_TICKETNOTE_FOUND: missingError(
      'Esta observação não existe mais. Recarregue a página.',
      'This note is no longer there. Reload the page.',
      'Esta nota ya no existe. Recarga la página.',
    ),
    ERR_TICKETNOTE_INVALID_NAME: invalidError(
      'note',
      'A observação deve ter de 2 a 10.000 caracteres.',
      'A note must have 2 to 10,000 characters.',
      'La nota debe tener de 2 a 10.000 caracteres.',
    ),
  },
  wire: { deleted: 'Observação removida' },
})
