import type { Company } from '../company/company.js'
import type { DuplicateHint } from '../contact/duplicates.js'
import type { Identity } from '../events/contact.js'
import type { EventNamed } from '../events/index.js'
import type { HistoryImport } from '../message/history-import.js'
import type { StoredMedia } from '../records/fields.js'
import type { Records } from '../records/index.js'
import type { RecordDoc } from '../records/shapes.js'
import type { ConnectionSettings } from '../settings/connection-settings.js'

/** Collection `companies`. id = String(companyId). */
export interface CompanyDoc extends Company {
  readonly id: string
  /** the user who last unblocked the company; absent before the first unblocking */
  readonly unblockedBy?: number
  /** the last visit of a super user; absent without one */
  readonly lastVisit?: Pick<
    EventNamed<'user.visited.v1'>['data'],
    'sessionId' | 'visitorId' | 'visitorCompanyId' | 'why'
  > & { readonly at: string }
  /** `name` folded for sorting: no case, no accents */
  readonly sortName: string
  /** values that differ from the defaults of contracts/settings/settings.ts */
  readonly settings: { readonly [key: string]: string }
  readonly createdAt: string
  readonly updatedAt: string
}

/** Collection `users`. id = String(userId). Contains no secret. */
export interface UserDoc extends Readonly<Omit<EventNamed<'user.created.v1'>['data'], 'passwordRef'>> {
  readonly id: string
  readonly companyId: number
  /** end of an unused invitation; absent without one */
  readonly invitedUntil?: string | null
  readonly deleted: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: string
}

/** Collection `sessions`. id = sessionId. Removed when the session ends. */
export interface SessionDoc {
  readonly id: string
  readonly companyId: number
  readonly userId: number
  readonly startedAt: string
  /** for a visit: the session on which it depends, and its latest end */
  readonly visit?: Pick<
    EventNamed<'user.visited.v1'>['data'],
    'visitorId' | 'visitorCompanyId' | 'visitorSessionId' | 'why' | 'until'
  >
}

export type QueueDoc = RecordDoc<Records['queue']>
export type TagDoc = RecordDoc<Records['tag']>

interface WithGreetingFile {
  /** the file of the greeting */
  readonly media: StoredMedia | null
}

/**
 * Collection `connections`. Deleted connections stay in `deleted-connections`, for records that still name
 * them. id = String(connectionId).
 */
export interface ConnectionDoc
  extends Readonly<Omit<EventNamed<'connection.created.v1'>['data'], keyof ConnectionSettings | 'media'>>,
    Readonly<ConnectionSettings>,
    WithGreetingFile,
    Readonly<
      Pick<EventNamed<'connection.status-changed.v1'>['data'], 'status' | 'reason' | 'number' | 'retries'>
    > {
  readonly id: string
  readonly companyId: number
  /** the last login request, and its position: the gateway handles each request once */
  readonly request: 'start' | 'new-qr' | 'pairing-code' | 'restart' | 'stop' | null
  readonly requestNumber: string | null
  readonly requestPosition: string | null
  /**
   * the last linked number, and the time of its linking; absent in documents of an earlier version of the
   * view
   */
  readonly linkedNumber?: string | null
  readonly linkedAt?: string | null
  /**
   * time of the last change of the number; messages pending then are not sent. Absent if the number never
   * changed
   */
  readonly numberChangedAt?: string | null
  /** time of the connection's last break; absent before the first */
  readonly upUntil?: string | null
  /**
   * time of the phone's last unlinking: later messages are not fetched automatically; absent before the first
   */
  readonly missedSince?: string | null
  /**
   * time when the connection's token was made, or null; absent in documents of an earlier version of the view
   */
  readonly tokenMadeAt?: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: string
}

/** Collection `history-imports`: the last import of old messages of a connection. id = String(connectionId). */
export interface HistoryImportDoc {
  readonly id: string
  readonly companyId: number
  readonly last: HistoryImport
}

/** Collection `contacts`. id = String(contactId). */
export interface ContactDoc
  extends Readonly<
    Omit<EventNamed<'contact.created.v1'>['data'], 'identities' | 'extraInfo' | 'pushName' | 'username'>
  > {
  readonly id: string
  readonly companyId: number
  /** `name` folded for sorting: no case, no accents */
  readonly sortName: string
  readonly identities: readonly Identity[]
  /** the linked id among the identities, for look-ups */
  readonly lid: string | null
  readonly extraInfo: readonly { readonly id: number; readonly name: string; readonly value: string }[]
  readonly active: boolean
  readonly pictureBlobId: string | null
  /**
   * the contact's own name on WhatsApp; absent, as `blockedOn`, in documents of an earlier version of the
   * view
   */
  readonly pushName: string | null
  /** the contact's username on WhatsApp, without @; absent in documents of an earlier version of the view */
  readonly username: string | null
  /** hints that another contact may be the same person; absent in documents of an earlier version of the view */
  readonly alike?: { readonly [H in DuplicateHint]: string | null }
  /** connections on which the contact is blocked */
  readonly blockedOn: readonly number[]
  /** blocked on at least one connection, for searches */
  readonly isBlocked: boolean
  /** set on a merged contact: the winner's id */
  readonly mergedInto: number | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly position: string
}
