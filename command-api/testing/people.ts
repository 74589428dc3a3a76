import type { Identity } from '@guiche/contracts/events/contact.js'
import { streams } from '@guiche/contracts/streams.js'
import { expect } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { createIdentities } from '../contact/identities.js'
import { isAlive, isKnownBy } from '../contact/state.js'
import { messageFrom } from './customer.js'
import { ADMIN, COMPANY, CONNECTION, type Desk } from './desk.js'

export type KnownBy = { readonly pn?: string; readonly lid?: string }
export const ADMIN_ACTOR = { kind: 'user', id: ADMIN.userId } as const

/** Customers of a desk, known by a number, a linked id (LID), or both. */
export const peopleOf = (desk: Desk) => {
  let next = 0
  const identities = createIdentities(desk)
  const person = () => {
    const n = String(++next).padStart(6, '0')
    return { pn: `5511977${n}`, lid: `7770001${n}` }
  }

  const peerOf = ({ pn = null, lid = null }: { pn?: string | null; lid?: string | null }) => ({
    pn,
    lid,
    group: null,
    name: 'X',
  })
  const wrote = (by: KnownBy, connectionId = CONNECTION) =>
    messageFrom('', {
      connectionId,
      peer: peerOf(by),
      remoteJid: by.pn === undefined ? `${by.lid}@lid` : `${by.pn}@s.whatsapp.net`,
    })
  const told = (by: KnownBy) => ({
    kind: 'identities',
    companyId: COMPANY,
    connectionId: CONNECTION,
    peer: peerOf(by),
  })
  /** A customer sends a message. Gives the contact and the ticket that get the message. */
  const writes = async (
    by: KnownBy,
    connectionId = CONNECTION,
  ): Promise<{ contactId: number; ticketId: number }> => {
    const message = wrote(by, connectionId)
    await desk.report(message)
    const received = (await desk.log('message.received')).find(({ data }) => data.waId === message.waId)
    const { contactId, ticketId } = received?.data ?? {}
    return { contactId, ticketId }
  }
  const stateOf = async (contactId: number) =>
    (await desk.kernel.load(contactDecider, streams.contact(contactId))).state
  const holderOf = async (kind: Identity['kind'], value: string) => {
    return identities.holder(COMPANY, { kind, value })
  }

  /** Expects that every claim belongs to an existing contact with that identity, and that every identity is claimed. */
  const expectSound = async (values: readonly Identity[]) => {
    const made = (await desk.log('contact.created')).map(({ data }) => data.contactId as number)
    const states = new Map(
      await Promise.all(made.map(async (contactId) => [contactId, await stateOf(contactId)] as const)),
    )
    for (const identity of values) {
      const holder = await holderOf(identity.kind, identity.value)
      const state = holder === null ? undefined : states.get(holder)
      const sound = holder === null || (state !== undefined && isAlive(state) && isKnownBy(state, identity))
      expect({ identity, holder, state, sound }).toEqual({ identity, holder, state, sound: true })
    }
    for (const [contactId, state] of states) {
      if (!isAlive(state)) continue
      for (const identity of state.identities) {
        const holder = await holderOf(identity.kind, identity.value)
        expect({ identity, holder }).toEqual({ identity, holder: contactId })
      }
    }
  }
  return { person, wrote, told, writes, stateOf, holderOf, expectSound }
}
