import type { DomainError } from '@guiche/contracts/errors.js'
import type { ErasureEvent } from '@guiche/contracts/events/contact.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { contactDecider } from './decide.js'

/** What a message is told to be erased by. */
export type ErasedMessage = Extract<ErasureEvent, { type: 'message.erased.v1' }>['data']

/**
 * Whether the contact is erased, or about to be. Asked after something of it was appended: either this sees it, or the
 * erasure began later and finds what was appended.
 */
export const isErased = async (kernel: Pick<Kernel, 'load'>, contactId: number): Promise<boolean> => {
  const { state } = await kernel.load(contactDecider, streams.contact(contactId))
  if (!state.exists || state.erasing) return true
  // what was merged away goes with the one that stayed
  return state.mergedInto !== null && isErased(kernel, state.mergedInto)
}

/** Tells that the streams of these messages are removed; the views drop them. Telling it twice is harmless. */
export const tellErased = (
  kernel: Pick<Kernel, 'append'>,
  messages: readonly ErasedMessage[],
  meta: Meta,
): Promise<Result<{ readonly position: string }, DomainError>> =>
  kernel.append<ErasureEvent>(
    streams.erasure(meta.companyId),
    messages.map((data) => ({ type: 'message.erased.v1', data })),
    followUp(meta, 'messages', ...messages.map(({ messageId }) => messageId)),
  )
