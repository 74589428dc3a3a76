import { choiceNames, choiceValueNames } from '../records/ticket-choice-words.js'
import { audit } from './audit/en.js'
import { wordsOfRecords } from './record-texts.js'

/** Texts that both the app and the server use, by namespace. The app merges them with its own texts. */
export const en = {
  audit,
  ...wordsOfRecords('en'),
  users: {
    profile: {
      user: 'Agent',
      supervisor: 'Supervisor',
      admin: 'Administrator',
    },
  },
  inbox: {
    field: {
      status: 'State',
      userId: 'Agent',
      queueId: 'Queue',
      connectionId: 'Connection',
      ...choiceNames('en'),
    },
    ...choiceValueNames('en'),
    status: {
      open: 'Open',
      pending: 'Waiting',
      closed: 'Closed',
    },
    did: {
      nobody: 'Guichê',
      accepted: '{{name}} accepted this ticket',
      returned: '{{name}} returned this ticket',
      transferred: '{{name}} transferred this ticket',
      closed: '{{name}} closed this ticket',
      reopened: '{{name}} reopened this ticket',
      moved: '{{name}} changed this ticket',
    },
  },
  ratings: {
    sheet: {
      ratedAt: 'Date and time',
      contact: 'Contact',
      user: 'Agent',
      queue: 'Queue',
      rating: 'Rating',
      comment: 'Comment',
      ticket: 'Ticket no.',
    },
  },
  contacts: {
    sheet: {
      name: 'name',
      number: 'number',
      email: 'email',
      username: 'username',
      group: 'group',
      createdAt: 'created at',
      extraInfo: 'further information',
    },
    report: {
      line: 'row',
      outcome: 'result',
      contact: 'contact',
    },
    import: {
      outcome: {
        created: 'created',
        existed: 'existed already',
        'invalid-number': 'invalid number',
        'invalid-email': 'invalid e-mail',
        duplicate: 'duplicate',
        erased: 'being deleted',
        cancelled: 'cancelled',
        failed: 'not imported: the import failed',
      },
    },
  },
}
