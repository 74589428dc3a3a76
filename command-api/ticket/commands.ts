import type { BotStep } from '@guiche/contracts/bot/next-step.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { CloseReason, TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type {
  PersonFieldName,
  SystemFieldName,
  TicketValues,
} from '@guiche/contracts/events/ticket-fields.js'
import type { BillingSystem } from '@guiche/contracts/settings/settings.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { Rate } from './rating.js'
import type { ActiveTicketKey } from './state.js'

/** A message that the bot reads, and its position in the log. */
export interface BotInput {
  readonly messageId: string
  readonly time: string
  readonly position: string
}

/** Requested assignment of `PUT /tickets/{id}`; absent fields keep their value. */
export type WantedAssignment = Partial<TicketAssignment>

export type TicketCommand =
  | {
      readonly kind: 'open'
      readonly ticketId: number
      readonly uuid: string
      readonly contactId: number
      readonly isGroup: boolean
      readonly imported: boolean
      readonly to: TicketAssignment
      /** a message opens the ticket, and shows it to readers */
      readonly byMessage?: boolean
      readonly origin?: 'ad'
    }
  /** a user accepts, returns, transfers, resolves or reopens */
  | {
      readonly kind: 'change'
      readonly caller: Caller
      readonly wanted: WantedAssignment
      readonly seen: string | null
      /** the bot continues in the queue of a transfer, if the ticket has no agent there */
      readonly menu?: BotStep | null
      /** for a transfer: the note with the reason */
      readonly noteId?: number | null
      /** the change comes from a forwarded message */
      readonly forwarding?: true
    }
  /** a close of many tickets at once, or by the system; the ticket keeps its agent */
  | {
      readonly kind: 'close'
      readonly reason: Exclude<CloseReason, 'resolved'>
      /** closes the ticket only in this status */
      readonly onlyStatus?: TicketAssignment['status']
      /** closes the ticket only on this connection */
      readonly onlyConnectionId?: number
      /** closes the ticket only if it was neither moved nor reopened since this position */
      readonly unmovedSince?: string
      /** position of the ticket's state on the closing user's screen */
      readonly seen?: string
    }
  /**
   * a contact's message reopens a closed ticket as waiting. `unseen`: the message's position; the ticket
   * stays closed if the closing user had seen the message.
   */
  | { readonly kind: 'resume'; readonly unseen?: string }
  | { readonly kind: 'unlink'; readonly because: 'user' | 'queue' | 'connection'; readonly id: number }
  /** from a deleted connection to another connection */
  | { readonly kind: 'relink'; readonly from: number; readonly to: number }
  /** the ticket waited long enough on this connection without a queue */
  | { readonly kind: 'enqueue'; readonly connectionId: number; readonly queueId: number }
  | { readonly kind: 'move-contact'; readonly contactId: number }
  /** a user replaces the ticket's tags by these, or adds these */
  | {
      readonly kind: 'tag'
      readonly caller: Caller
      readonly tagIds: readonly number[]
      /** the tags that the user saw on the ticket: tags added since stay; null if unknown */
      readonly before: readonly number[] | null
      readonly add: boolean
      /** the tags that are lanes of the kanban board */
      readonly lanes: readonly number[]
    }
  /**
   * moves the ticket's card to a place of a lane; `tagId` null: the lane of tickets without one. `lanes`: the tags that
   * are lanes. Without `caller`, only if the card is in the lane `onlyFrom` and the ticket has the tag.
   */
  | ({
      readonly kind: 'lane'
      readonly tagId: number | null
      readonly rank: string
      readonly lanes: readonly number[]
    } & ({ readonly caller: Caller } | { readonly caller: null; readonly onlyFrom: number | null }))
  /**
   * A person sets fields in any state of the ticket; absent fields keep their value. `seen`: the values that the person saw. A
   * field that was changed since keeps its value.
   */
  | {
      readonly kind: 'set'
      readonly caller: Caller
      readonly values: Partial<Pick<TicketValues, PersonFieldName>>
      readonly seen?: TicketValues | undefined
    }
  /** a process sets fields, unless the ticket was moved or came back since this position */
  | {
      readonly kind: 'set'
      readonly caller: null
      readonly values: Partial<Pick<TicketValues, SystemFieldName>>
      readonly unmovedSince: string
    }
  /** A person snoozes the ticket until a time (ISO-8601). `seen`: only if its snooze is still as the person saw it. */
  | {
      readonly kind: 'snooze'
      readonly caller: Caller
      readonly until: string
      readonly seen?: string | null | undefined
    }
  /** ends a snooze: at a user's request (`seen`: as for a snooze), or, without `caller`, at its time */
  | { readonly kind: 'wake'; readonly caller: Caller; readonly seen?: string | null | undefined }
  | { readonly kind: 'wake'; readonly caller: null; readonly until: string }
  /** a user undoes the close before the contact gets any text about it */
  | { readonly kind: 'undo-close'; readonly caller: Caller }
  /**
   * the close at this position can no longer be undone; `ratingAsked`: the contact may answer the rating
   * question
   */
  | { readonly kind: 'settle-close'; readonly position: string; readonly ratingAsked?: true | undefined }
  /** the contact replies to the rating question */
  | Rate
  /** the bot's next step after a contact's message, or at the start of its menu; only on a ticket without agent */
  | {
      readonly kind: 'bot-step'
      /** the message, and its position in the log; null when a user starts the menu */
      readonly message: BotInput | null
      readonly step: BotStep | null
    }
  /**
   * billing systems answered the lookup of this position, or could not be reached; `step`: the bot's next
   * step
   */
  | {
      readonly kind: 'bills-answered'
      readonly asked: string
      readonly outcome: 'found' | 'none' | 'failed' | 'dropped'
      readonly count: number
      readonly system: BillingSystem | null
      readonly code: ErrorCode | null
      readonly step: BotStep | null
    }
  /** a user answered (`caller` null), or takes the ticket out of the bot */
  | { readonly kind: 'leave-bot'; readonly because: 'answered'; readonly caller: null }
  | { readonly kind: 'leave-bot'; readonly because: 'taken-out'; readonly caller: Caller }
  | { readonly kind: 'delete' }
  /** `key` is released to the ticket `to`, because this ticket is not active there */
  | {
      readonly kind: 'lose-claim'
      readonly key: ActiveTicketKey
      readonly ticketId: number
      readonly to: number
    }
