import type { PERMISSIONS, PermissionKey } from '@guiche/contracts/permissions.js'

export type HttpKey = Exclude<keyof typeof PERMISSIONS & PermissionKey, `WS ${string}`>

/** One line on each route, for whoever reads the generated description. */
export const SUMMARIES: { readonly [K in HttpKey]: string } = {
  'GET /setup': 'Whether the first visit still has to set the product up, and what a sign-in needs',
  'POST /setup': 'Makes the first company and its super user; once',
  'GET /version': 'Version of the product',
  'GET /openapi.json': 'This description',
  'GET /human-verification': 'A challenge to solve before signing in',
  'POST /auth/login': 'Signs in: access token and user; the refresh token comes as a cookie',
  'POST /auth/refresh_token': 'A new access token for the refresh cookie, which is renewed too',
  'DELETE /auth/logout': 'Ends the session',
  'GET /auth/me': 'Who is signed in',

  'GET /users': 'Users of the company, 20 a page, newest first',
  'GET /users/list': 'All users of the company in short, for pick lists',
  'GET /users/:id': 'One user: oneself, or any of the company for admins',
  'POST /users': 'Creates a user',
  'PUT /users/:id': 'Changes a user: admins all of it, others their own name, e-mail and password',
  'DELETE /users/:id': 'Deletes a user; his open tickets go back to their queues',

  'GET /queue': 'All queues of the company',
  'GET /queue/:id': 'One queue',
  'POST /queue': 'Creates a queue',
  'PUT /queue/:id': 'Changes a queue',
  'DELETE /queue/:id': 'Deletes a queue; its tickets stay, without one',

  'GET /settings': 'All settings of the company, defaults included',
  'PUT /settings/:key': 'Changes one setting',

  'GET /whatsapp': 'All connections of the company, without credentials and codes',
  'GET /whatsapp/:id': 'One connection',
  'GET /whatsapp/:id/tickets-count': 'How many active tickets its deletion would touch',
  'POST /whatsapp': 'Creates a connection and starts its session',
  'PUT /whatsapp/:id': 'Changes a connection',
  'DELETE /whatsapp/:id':
    'Deletes a connection and logs its session out; its active tickets move to `moveTo`, are closed (`close`), or stay without one',
  'POST /whatsapp-restart': 'Restarts the sessions of all connections of the company',
  'POST /whatsappsession/:id': 'Starts the session with the credentials it has',
  'PUT /whatsappsession/:id': 'Forgets the credentials and asks for a new QR or pairing code',
  'DELETE /whatsappsession/:id': 'Logs the session out',

  'GET /contacts':
    'Contacts by name, 30 a page; a search finds words of name and e-mail, and parts of the number',
  'GET /contacts/list': 'Up to a thousand contacts by name, for pick lists',
  'GET /contacts/:id': 'One contact',
  'POST /contacts': 'Creates a contact after its number was checked on WhatsApp',
  'PUT /contacts/:id': 'Changes a contact',
  'DELETE /contacts/:id': 'Erases a contact with everything that was written with it',

  'GET /tickets': 'Tickets, 40 a page, last changed first',
  'GET /tickets/counts': 'How many tickets are open and pending for the caller',
  'GET /tickets/:id': 'One ticket',
  'GET /tickets/u/:uuid': 'One ticket by the id that stands in its address',
  'GET /tickets/:id/history': 'What happened to a ticket, newest first',
  'POST /tickets': 'Opens a ticket with a contact',
  'PUT /tickets/:id': 'Accepts, returns, transfers, resolves or reopens a ticket',
  'DELETE /tickets/:id': 'Deletes a ticket',
  'POST /tickets/closeAll': 'Closes all tickets of a status in the chosen queues',
  'POST /tickets/:id/read': 'Marks the messages of the contact as read',

  'GET /messages/:ticketId':
    'A conversation, 20 messages a page, the newest page first, oldest first inside it; `around` a message, or `newer` than a page',
  'GET /search/messages': 'Messages that hold all words, newest first, with their tickets',
  'POST /messages/:ticketId': 'Sends a message; answers empty as soon as it is kept, its id in X-Message-Id',
  'POST /messages/edit/:id': 'Changes the text of an own message',
  'POST /messages/:id/retry': 'Sends a failed message once more, or fetches a file once more',
  'DELETE /messages/:id': 'Deletes an own message for everyone',
  'POST /messages/:id/reactions': 'Reacts to a message, or takes the reaction back',

  'GET /dashboard': 'Figures of a period and of this moment',
  'GET /audit': 'Who did what in the company, newest first',
  'GET /parked': 'What could not be processed and is tried no more by itself, newest first, 500 at most',
  'POST /parked/:id/retry': 'Tries it again now; `reason` is null when that succeeded',
  'DELETE /parked/:id': 'Discards it for good',
  'GET /public/:blobId': 'A stored file, by the media cookie or a bearer token, in ranges if asked',
}
