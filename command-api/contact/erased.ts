import type { DomainError } from '@guiche/contracts/errors.js'
import type { ErasureEvent } from '@guiche/contracts/events/contact.js'
import { assignmentOf } from '@guiche/contracts/events/ticket.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { ticketDecider } from '../ticket/decide.js'
import { followMerges } from './follow-merges.js'

type MessageErased = Extract<ErasureEvent, { type: 'message.erased.v1' }>['data']
type ErasedReactor = Extract<ErasureEvent, { type: 'reactor.erased.v1' }>['data']
/** Data of a message that its erasure needs. */
export type ErasedMessage = Omit<MessageErased, 'standing'>

/**
 * Whether the contact is erased, or its erasure has begun. Callers ask after they appended personal data. So either
 * this check sees the erasure, or the later erasure finds the data.
 */
export const isErased = async (kernel: Pick<Kernel, 'load'>, contactId: number): Promise<boolean> => {
  // a merged contact is erased with its winner
  const { state } = await followMerges(kernel, contactId)
  return !state.exists || state.erasing
}

/** Present assignments of these tickets, without deleted ones. */
const standingsOf = async (kernel: Pick<Kernel, 'load'>, ticketIds: readonly number[]) => {
  const loads = [...new Set(ticketIds)].map((id) => kernel.load(ticketDecider, streams.ticket(id)))
  const there = (await Promise.all(loads)).filter(({ state }) => state.exists && !state.deleted)
  return new Map(there.map(({ state }) => [state.ticketId, assignmentOf(state)]))
}

/** Reports that the streams of these messages are removed; the views then drop them. Idempotent. */
export const tellErased = async (
  kernel: Pick<Kernel, 'append' | 'load'>,
  messages: readonly ErasedMessage[],
  meta: Meta,
): Promise<Result<{ readonly position: string }, DomainError>> => {
  const standings = await standingsOf(
    kernel,
    messages.map(({ ticketId }) => ticketId),
  )
  const told = messages.map((message): ErasureEvent => {
    const standing = standings.get(message.ticketId)
    return { type: 'message.erased.v1', data: { ...message, ...(standing !== undefined && { standing }) } }
  })
  const own = followUp(meta, 'messages', ...messages.map(({ messageId }) => messageId))
  return kernel.append<ErasureEvent>(streams.erasure(meta.companyId), told, own)
}

/** Removes the identities of these group members and reports the removal; the views then drop them. Idempotent. */
export const eraseReactors = async (
  kernel: Pick<Kernel, 'append' | 'remove'>,
  reactors: readonly ErasedReactor[],
  meta: Meta,
): Promise<Result<{ readonly position: string }, DomainError>> => {
  await Promise.all(reactors.map(({ reactorId }) => kernel.remove(streams.reactor(reactorId))))
  const told = reactors.map((data): ErasureEvent => ({ type: 'reactor.erased.v1', data }))
  const own = followUp(meta, 'reactors', ...reactors.map(({ reactorId }) => reactorId))
  return kernel.append<ErasureEvent>(streams.erasure(meta.companyId), told, own)
}
