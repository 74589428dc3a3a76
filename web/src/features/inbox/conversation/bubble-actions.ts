import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { ConversationRights } from '../model/message-actions.js'

/** Callbacks for presses on a message. */
export interface BubbleActions {
  /** decides which of these actions are offered */
  readonly rights: ConversationRights
  reply(message: MessageRecord): void
  edit(message: MessageRecord): void
  /** starts choosing messages to forward, with this message */
  forward(message: MessageRecord): void
  remove(message: MessageRecord): void
  react(message: MessageRecord, emoji: string): void
  moreReactions(message: MessageRecord): void
  /** sends the message again, or downloads its file again */
  retry(message: MessageRecord): void
  showQuoted(id: string): void
}
