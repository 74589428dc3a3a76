import type { WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import { jidOf } from '@guiche/contracts/events/contact.js'
import { followMerges } from '../contact/follow-merges.js'
import type { Contacts } from '../contact/resolve.js'
import type { Kernel } from '../kernel/kernel.js'
import type { MessageState } from '../message/state.js'
import { identitiesOf } from './message-report.js'

interface Deps {
  readonly kernel: Pick<Kernel, 'load'>
  readonly contacts: Pick<Contacts, 'find'>
}

/** Whether an address belongs to the chat of a message, under any identity of the contact. */
export const isSameChat = async (
  { kernel, contacts }: Deps,
  companyId: number,
  chat: WhatsAppAddress,
  message: Pick<MessageState, 'jid' | 'contactId'>,
): Promise<boolean> => {
  const names = identitiesOf(chat)
  if (names.some((name) => jidOf(name) === message.jid)) return true
  const found = await contacts.find(companyId, names)
  return found !== null && found.contactId === (await followMerges(kernel, message.contactId)).contactId
}
