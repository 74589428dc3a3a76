import { type Static, Type } from '@sinclair/typebox'
import { Id, OneOf, Strict } from '../envelope.js'
import { LANGUAGES } from '../languages.js'
import { routes } from './route.js'

/** A browser with push notifications: notified of messages while no window is open. */
const PushDevice = Strict({
  /** endpoint of the browser's push service: a public https address */
  endpoint: Type.String({ pattern: '^https://', maxLength: 1000 }),
  /** keys of the browser, base64url: a point of P-256, and 16 bytes */
  p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
  auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  language: OneOf(LANGUAGES),
  /** whether a push shows names and words of customers; otherwise a push only says that a message arrived */
  preview: Type.Boolean(),
  /** tickets without notifications on this browser */
  muted: Type.Array(Id, { maxItems: 200 }),
})
export type PushDevice = Static<typeof PushDevice>

/** Push notifications to a browser while the app is closed. */
export const pushRoutes = routes({
  'GET /push/key': {
    allow: 'user',
    answer: Strict({ key: Type.String() }),
    summary: 'The public key that browsers subscribe to pushes with',
  },
  'PUT /push/device': {
    reads: true,
    allow: 'user',
    notInVisit: true,
    body: PushDevice,
    errors: ['ERR_PUSH_ADDRESS_REFUSED'],
    summary: 'Pushes go to this browser, instead of another one, until the session ends',
  },
  'DELETE /push/device': { allow: 'user', notInVisit: true, reads: true, summary: 'No pushes any more' },
})
