import type { DomainError } from '@guiche/contracts/errors.js'
import type { ErasureEvent } from '@guiche/contracts/events/contact.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { followUp } from '../http/meta.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { messageDecider } from '../message/decide.js'
import type { PlaceResult, Places } from '../ticket/place.js'
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

/** How single things of a contact are forgotten; each step may be repeated. */
export interface Forget {
  /**
   * A message: its file, its raw form, what a crash left of its arrival, its stream. What is removed takes nothing any
   * more, so the message is not taken again either, whoever brings it.
   */
  message(name: {
    readonly companyId: number
    readonly connectionId: number
    readonly messageId: string
    readonly waId: string
  }): Promise<void>
  /** Closes and deletes a ticket of the contact. */
  ticket(ticketId: number, contactId: number, meta: Meta): Promise<PlaceResult>
}

export const createForget = (deps: {
  readonly kernel: Kernel
  readonly places: Places
  readonly blobs: Blobs
  readonly vault: Vault
}): Forget => {
  const { kernel, places, blobs, vault } = deps
  return {
    message: async ({ companyId, connectionId, messageId, waId }) => {
      const { state } = await kernel.load(messageDecider, streams.message(messageId))
      // a file that never came has a name and no blob
      if (state.media !== null && state.media.blobId !== '') await blobs.remove(state.media.blobId)
      await vault.commit([
        { key: `wa-msg/${companyId}/${connectionId}/${waId}`, value: null },
        { key: `wa-in/${connectionId}/${waId}`, value: null },
      ])
      await kernel.remove(streams.message(messageId))
    },
    ticket: async (ticketId, contactId, meta) => {
      const closed = await places.run(
        ticketId,
        { kind: 'close', reason: 'erased', userId: null },
        followUp(meta, 'close', ticketId),
      )
      if (!closed.ok) return closed
      const place = { companyId: meta.companyId, contactId, connectionId: closed.value.state.connectionId }
      await places.release(place, ticketId, meta)
      return places.run(ticketId, { kind: 'delete' }, followUp(meta, 'delete', ticketId))
    },
  }
}
