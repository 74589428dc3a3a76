import type { GroupAuthor, Reactor, ReactorEvent } from '@guiche/contracts/events/message.js'
import { sameIn } from '@guiche/contracts/pick.js'
import { ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'
import type { MessageState } from './state.js'

/** The two names of a group's member, number and linked id; at least one is set. */
export type ReactorNames = Omit<Reactor, 'id'>

/**
 * Compares linked ids first, because numbers move between people (decision 0011). Numbers count only if one side has no
 * linked id.
 */
const isSameReactor = (one: ReactorNames, other: ReactorNames): boolean =>
  one.lid !== null && other.lid !== null ? one.lid === other.lid : one.pn !== null && one.pn === other.pn

/** The member as a reactor: a known reactor of the message, or a new one. */
export const reactorIn = ({ reactions }: Pick<MessageState, 'reactions'>, names: ReactorNames): Reactor => {
  const known = reactions.members.find((one) => isSameReactor(one, names))
  return {
    id: known?.id ?? names.lid ?? names.pn ?? '',
    pn: names.pn ?? known?.pn ?? null,
    lid: names.lid ?? known?.lid ?? null,
  }
}

/** Names the member; fields that the command lacks keep their value. */
type NameReactor = ReactorEvent['data']

/** Stream `reactor-{id}`: who has reacted to one message inside a group. */
export const reactorDecider: Decider<GroupAuthor, NameReactor, ReactorEvent> = {
  initial: { pn: null, lid: null, name: null },
  evolve: (state, { type, data }) => (type === 'reactor.named.v1' ? data.author : state),
  decide: (state, told) => {
    const { pn, lid, name } = told.author
    const author = { pn: pn ?? state.pn, lid: lid ?? state.lid, name: name ?? state.name }
    if (sameIn(author, state, 'pn', 'lid', 'name')) return ok([])
    return ok([{ type: 'reactor.named.v1', data: { ...told, author } }])
  },
}
