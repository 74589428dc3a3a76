import { ConnectionBody, NewSession } from '@guiche/contracts/commands/connections.js'
import { ContactBody } from '@guiche/contracts/commands/contacts.js'
import { EditMessage, NewMessage, Reaction } from '@guiche/contracts/commands/messages.js'
import { QueueBody } from '@guiche/contracts/commands/queues.js'
import { CloseAll, NewTicket, TicketBody } from '@guiche/contracts/commands/tickets.js'
import { Login, SettingBody, SetUp, UserBody } from '@guiche/contracts/commands/users.js'
import type { TSchema } from '@sinclair/typebox'
import type { HttpKey } from './summaries.js'

/** What a command's body looks like. Those that are not here take none. */
export const BODIES: { readonly [K in HttpKey]?: TSchema } = {
  'POST /setup': SetUp,
  'POST /auth/login': Login,
  'POST /users': UserBody,
  'PUT /users/:id': UserBody,
  'POST /queue': QueueBody,
  'PUT /queue/:id': QueueBody,
  'PUT /settings/:key': SettingBody,
  'POST /whatsapp': ConnectionBody,
  'PUT /whatsapp/:id': ConnectionBody,
  'PUT /whatsappsession/:id': NewSession,
  'POST /contacts': ContactBody,
  'PUT /contacts/:id': ContactBody,
  'POST /tickets': NewTicket,
  'PUT /tickets/:id': TicketBody,
  'POST /tickets/closeAll': CloseAll,
  'POST /messages/:ticketId': NewMessage,
  'POST /messages/edit/:id': EditMessage,
  'POST /messages/:id/reactions': Reaction,
}

/** Text parameters of the queries. */
export const QUERIES: { readonly [K in HttpKey]?: readonly string[] } = {
  'GET /users': ['searchParam', 'pageNumber', 'cursor'],
  'GET /contacts': ['searchParam', 'pageNumber', 'cursor', 'date', 'dateStart', 'dateEnd'],
  'GET /contacts/list': ['name'],
  'GET /tickets': [
    'searchParam',
    'pageNumber',
    'cursor',
    'status',
    'showAll',
    'withUnreadMessages',
    'queueIds',
    'users',
    'tags',
    'date',
    'updatedAt',
  ],
  'DELETE /whatsapp/:id': ['moveTo'],
  'GET /tickets/counts': ['queueIds', 'showAll'],
  'GET /tickets/:id/history': ['pageNumber', 'cursor'],
  'GET /messages/:ticketId': ['pageNumber', 'cursor', 'around', 'newer'],
  'GET /search/messages': ['searchParam', 'ticketId', 'pageNumber', 'cursor'],
  'GET /dashboard': ['days', 'date_from', 'date_to'],
  'GET /audit': ['userId', 'ticketId', 'area', 'kind', 'type', 'from', 'to', 'pageNumber', 'cursor'],
}
