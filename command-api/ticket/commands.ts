import type { Standing } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import type { Place } from './state.js'

/** What `PUT /tickets/{id}` asks for; absent fields stay as they are. */
export interface WantedStanding {
  readonly status?: Standing['status'] | undefined
  readonly userId?: number | null | undefined
  readonly queueId?: number | null | undefined
  readonly connectionId?: number | undefined
}

export type TicketCommand =
  | {
      readonly kind: 'open'
      readonly ticketId: number
      readonly uuid: string
      readonly contactId: number
      readonly isGroup: boolean
      readonly imported: boolean
      readonly to: Standing
      /** a message opens it, and shows it to readers */
      readonly byMessage?: boolean
    }
  /** a person accepts, returns, transfers, resolves or reopens */
  | {
      readonly kind: 'change'
      readonly caller: Caller
      readonly wanted: WantedStanding
      readonly seen: string | null
    }
  | {
      readonly kind: 'close'
      readonly reason: 'close-all' | 'merged' | 'erased'
      /** the agent who closes, kept on the ticket; null leaves who had it */
      readonly userId: number | null
      /** close only a ticket that is in this status */
      readonly onlyStatus?: Standing['status']
    }
  /** a message of the contact: a closed ticket is pending again */
  | { readonly kind: 'resume' }
  | { readonly kind: 'unlink'; readonly because: 'user' | 'queue' | 'connection'; readonly id: number }
  /** from a deleted connection to another one */
  | { readonly kind: 'relink'; readonly from: number; readonly to: number }
  | { readonly kind: 'move-contact'; readonly contactId: number }
  | { readonly kind: 'delete' }
  /** `place` goes to the ticket `to`, because this one is not active there */
  | { readonly kind: 'lose-claim'; readonly place: Place; readonly ticketId: number; readonly to: number }
