import { isTooLate } from '@guiche/contracts/message/too-late.js'
import { isForwardable } from '@guiche/contracts/ticket/forwarding.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'

/** Actions in the menu of a message. */
export type MessageAction = 'reply' | 'forward' | 'copy' | 'react' | 'edit' | 'remove'

/** Rights of a reader in a conversation, and its ticket. */
export interface ConversationRights {
  readonly ticketId: number
  /** connection of the reader's answers; null if the reader cannot write */
  readonly answersBy: number | null
  /** the ticket is open and the reader may act in it: our messages may be changed, and sent again */
  readonly isOpen: boolean
  /**
   * the reader may do things that the contact sees: the reader neither peeks, nor does a colleague attend the
   * ticket
   */
  readonly mayAct: boolean
  /** read-only: no action that the contact would see */
  readonly isPeek: boolean
}

type AskedMessage = Pick<
  MessageRecord,
  | ('body' | 'details' | 'error' | 'fromMe' | 'isDeleted')
  | ('mediaState' | 'mediaType' | 'sentAt' | 'whatsappId')
>

/** Whether a message can be forwarded. */
export const canForward = ({ mediaType: kind, mediaState, details, isDeleted }: AskedMessage): boolean =>
  !isDeleted && isForwardable({ kind, mediaState, details })

/** Whether a failed message can be sent again; the list also shows messages of the contact's other tickets. */
export const canRetry = (
  message: Pick<MessageRecord, 'error' | 'isDeleted' | 'pending' | 'ticketId'>,
  { isOpen, ticketId }: ConversationRights,
): boolean =>
  isOpen &&
  message.ticketId === ticketId &&
  message.error !== null &&
  !message.isDeleted &&
  message.pending !== 'revoke'

/**
 * Possible actions on a message in this conversation, at this time (ms). A message is quoted only on its own
 * connection, because no other phone has it. Edits and deletions are possible only as long as phones accept them.
 */
export const actionsOn = (
  message: AskedMessage,
  { answersBy, isOpen, mayAct }: ConversationRights,
  now: number,
): readonly MessageAction[] => {
  const kind = message.mediaType
  if (message.isDeleted) return []
  const isOut = message.error === null
  const isChangeable = isOpen && message.fromMe && isOut
  const may: Readonly<Record<MessageAction, boolean>> = {
    reply: message.whatsappId === answersBy,
    forward: canForward(message),
    copy: message.body !== '' && kind !== 'locationMessage' && kind !== 'contactMessage',
    react: mayAct && isOut,
    edit:
      isChangeable &&
      message.body !== '' &&
      kind === 'conversation' &&
      isTooLate('edit', message.sentAt, now) === null,
    remove: isChangeable && isTooLate('revoke', message.sentAt, now) === null,
  }
  return (Object.keys(may) as MessageAction[]).filter((action) => may[action])
}
