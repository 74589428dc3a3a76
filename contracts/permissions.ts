import type { PROFILES } from './events/user.js'

/** Who calls. `anonymous` has no session. */
export interface Caller {
  readonly userId: number
  readonly companyId: number
  readonly profile: (typeof PROFILES)[number]
  readonly super: boolean
  readonly allTicket: boolean
  readonly queueIds: readonly number[]
  readonly sessionId: string
}

/** Least profile that may; admins may what supervisors may, supervisors what users may. `super` is the super user alone. */
type Least = 'anonymous' | 'user' | 'supervisor' | 'admin' | 'super'

interface Rule {
  readonly least: Least
  /** `ticket`: the ticket of the call is one that the caller may see (mayOpenTicket) */
  readonly on?: 'ticket' | 'self-or-admin'
}
const rule = (least: Least, on?: Rule['on']): Rule => (on === undefined ? { least } : { least, on })

/**
 * Every HTTP route (method and Express path under /api) and every frame. A route that does not stand here is not
 * registered, and a test fails on it.
 */
export const PERMISSIONS = {
  'GET /setup': rule('anonymous'),
  'POST /setup': rule('anonymous'),
  'GET /version': rule('anonymous'),
  'GET /openapi.json': rule('anonymous'),
  'GET /human-verification': rule('anonymous'),
  'POST /auth/login': rule('anonymous'),
  'POST /auth/refresh_token': rule('anonymous'),
  /** ends the session that its tokens name, also when the access token is over */
  'DELETE /auth/logout': rule('anonymous'),
  'GET /auth/me': rule('user'),

  'GET /users': rule('admin'),
  'GET /users/list': rule('user'),
  'GET /users/:id': rule('user', 'self-or-admin'),
  'POST /users': rule('admin'),
  'PUT /users/:id': rule('user', 'self-or-admin'),
  'DELETE /users/:id': rule('admin'),

  'GET /queue': rule('user'),
  'GET /queue/:id': rule('user'),
  'POST /queue': rule('admin'),
  'PUT /queue/:id': rule('admin'),
  'DELETE /queue/:id': rule('admin'),

  'GET /settings': rule('user'),
  'PUT /settings/:key': rule('admin'),

  'GET /whatsapp': rule('user'),
  'GET /whatsapp/:id': rule('user'),
  'GET /whatsapp/:id/tickets-count': rule('admin'),
  'POST /whatsapp': rule('admin'),
  'PUT /whatsapp/:id': rule('admin'),
  'DELETE /whatsapp/:id': rule('admin'),
  'POST /whatsapp-restart': rule('admin'),
  'POST /whatsappsession/:id': rule('admin'),
  'PUT /whatsappsession/:id': rule('admin'),
  'DELETE /whatsappsession/:id': rule('admin'),

  'GET /contacts': rule('user'),
  'GET /contacts/list': rule('user'),
  'GET /contacts/:id': rule('user'),
  'POST /contacts': rule('user'),
  'PUT /contacts/:id': rule('user'),
  'DELETE /contacts/:id': rule('admin'),

  'GET /tickets': rule('user'),
  'GET /tickets/counts': rule('user'),
  'GET /tickets/:id': rule('user', 'ticket'),
  'GET /tickets/u/:uuid': rule('user', 'ticket'),
  'GET /tickets/:id/history': rule('user', 'ticket'),
  'POST /tickets': rule('user'),
  'PUT /tickets/:id': rule('user', 'ticket'),
  'DELETE /tickets/:id': rule('admin'),
  'POST /tickets/closeAll': rule('admin'),
  'POST /tickets/:id/read': rule('user', 'ticket'),

  'GET /messages/:ticketId': rule('user', 'ticket'),
  'GET /search/messages': rule('user'),
  'POST /messages/:ticketId': rule('user', 'ticket'),
  'POST /messages/edit/:id': rule('user', 'ticket'),
  'POST /messages/:id/retry': rule('user', 'ticket'),
  'DELETE /messages/:id': rule('user', 'ticket'),
  'POST /messages/:id/reactions': rule('user', 'ticket'),

  'GET /dashboard': rule('admin'),
  'GET /audit': rule('admin'),
  'GET /parked': rule('admin'),
  'POST /parked/:id/retry': rule('admin'),
  'DELETE /parked/:id': rule('admin'),
  /** the media cookie instead of the bearer, and the owner of the file is checked */
  'GET /public/:blobId': rule('user'),

  'WS joinChatBox': rule('user', 'ticket'),
  'WS joinTickets': rule('user'),
  'WS joinNotification': rule('user'),
  'WS userStatus': rule('user'),
  'WS ticketPresence': rule('user', 'ticket'),
} as const satisfies Record<string, Rule>

export type PermissionKey = keyof typeof PERMISSIONS

const RANK = { user: 1, supervisor: 2, admin: 3 } as const

/** Whether the caller (null = no session) has the rank that the route asks for; `on` is checked where the record is known. */
export const mayCall = (key: PermissionKey, caller: Caller | null): boolean => {
  const { least } = PERMISSIONS[key]
  if (least === 'anonymous') return true
  if (caller === null) return false
  const needed: Least = least
  if (needed === 'super') return caller.super
  return RANK[caller.profile] >= RANK[needed]
}

/**
 * Whether the caller may open a ticket: admins all of their company; others their own ones and those of their queues;
 * queue-less pending ones only with allTicket.
 */
export const mayOpenTicket = (
  caller: Pick<Caller, 'userId' | 'companyId' | 'profile' | 'allTicket' | 'queueIds'>,
  ticket: { companyId: number; userId: number | null; queueId: number | null; status: string },
): boolean => {
  if (ticket.companyId !== caller.companyId) return false
  if (caller.profile === 'admin' || ticket.userId === caller.userId) return true
  if (ticket.queueId !== null) return caller.queueIds.includes(ticket.queueId)
  return ticket.status === 'pending' && ticket.userId === null && caller.allTicket
}
