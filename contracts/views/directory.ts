import type { Static } from '@sinclair/typebox'
import type { Limits } from '../events/company.js'
import type { CONNECTION_STATUSES } from '../events/connections.js'
import type { Identity } from '../events/contact.js'
import type { PROFILES } from '../events/user.js'

/** Collection `companies`. id = String(companyId). */
export interface CompanyDoc {
  readonly id: string
  readonly companyId: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly status: boolean
  readonly dueDate: string | null
  readonly timezone: string
  readonly language: 'pt' | 'en' | 'es'
  readonly limits: Static<typeof Limits>
  /** only what differs from the defaults of contracts/settings.ts */
  readonly settings: { readonly [key: string]: string }
  readonly createdAt: string
  readonly updatedAt: string
}

/** Collection `users`. id = String(userId). No secret in it. */
export interface UserDoc {
  readonly id: string
  readonly companyId: number
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly profile: (typeof PROFILES)[number]
  readonly super: boolean
  readonly allTicket: boolean
  readonly queueIds: readonly number[]
  readonly connectionId: number | null
  readonly deleted: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: string
}

/** Collection `sessions`. id = sessionId. Gone once it has ended. */
export interface SessionDoc {
  readonly id: string
  readonly companyId: number
  readonly userId: number
  readonly startedAt: string
}

/** Collection `queues`; in `deleted-queues` as they were, for what still names them. id = String(queueId). */
export interface QueueDoc {
  readonly id: string
  readonly companyId: number
  readonly queueId: number
  readonly name: string
  readonly color: string
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  readonly orderQueue: number | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: string
}

/** Collection `connections`; in `deleted-connections` as they were, for what still names them. id = String(connectionId). */
export interface ConnectionDoc {
  readonly id: string
  readonly companyId: number
  readonly connectionId: number
  readonly channel: 'whatsapp' | 'simulator'
  readonly name: string
  readonly isDefault: boolean
  readonly queueIds: readonly number[]
  readonly greetingMessage: string
  readonly complationMessage: string
  readonly outOfHoursMessage: string
  readonly ratingMessage: string
  readonly status: (typeof CONNECTION_STATUSES)[number]
  readonly reason: string | null
  readonly number: string | null
  readonly retries: number
  /** what was asked last of the session, and at which position: the gateway obeys each once */
  readonly request: 'start' | 'new-qr' | 'pairing-code' | 'restart' | 'stop' | null
  readonly requestNumber: string | null
  readonly requestPosition: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: string
}

/** Collection `contacts`. id = String(contactId). */
export interface ContactDoc {
  readonly id: string
  readonly companyId: number
  readonly contactId: number
  readonly name: string
  /** `name` folded for sorting: no case, no accents */
  readonly sortName: string
  readonly number: string | null
  readonly email: string
  readonly identities: readonly Identity[]
  /** the linked id among the identities, to find the contact by */
  readonly lid: string | null
  readonly extraInfo: readonly { readonly id: number; readonly name: string; readonly value: string }[]
  readonly isGroup: boolean
  readonly active: boolean
  readonly connectionId: number | null
  readonly pictureBlobId: string | null
  /** set on a contact that was merged away: readers follow it */
  readonly mergedInto: number | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: string
}
