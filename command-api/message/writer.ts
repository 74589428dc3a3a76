import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import { jidsOf } from '@guiche/contracts/events/contact.js'
import type { MessageState } from './state.js'

/**
 * Whether a member of a group may have written the message: both share a number or a linked id. A message without a
 * writer, or a report without an author (`undefined`), excludes nobody.
 */
export const isWriter = (
  { participant, author: writer }: Pick<MessageState, 'participant' | 'author'>,
  author: WhatsAppAddress | null | undefined,
): boolean => {
  if (author === undefined || participant === null) return true
  const names = [participant, ...(writer === null ? [] : jidsOf(writer))]
  return author !== null && jidsOf(author).some((jid) => names.includes(jid))
}
