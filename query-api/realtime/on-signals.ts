import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { Signal } from '@guiche/contracts/signals.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Delivery } from '@guiche/infra/event-bus/event-bus.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import { LRUCache } from 'lru-cache'
import { adminsOf, conversationAudience } from './audience.js'
import type { Realtime } from './deps.js'
import type { DirectoryFrames } from './directory-frames.js'
import { type Peer, rooms } from './peers.js'
import { sessionFrame } from './session-frame.js'
import type { Viewers } from './viewers.js'

type Of<K extends Signal['kind']> = Extract<Signal, { kind: K }>

/** Someone who types sends a signal every few seconds: the look-up behind it is made once. */
const LOOKUP_MS = 5000

/** Turns signals into frames: who types, codes to scan, who is here, who looks at a ticket. */
export const createOnSignals = (
  realtime: Realtime,
  parts: {
    directory: DirectoryFrames
    viewers: Viewers
    sayOnline: (companyId: number, userId: number) => void
    answerRoll: () => void
  },
) => {
  const { peers, sending, documents, records, presence, codes, logger } = realtime
  const { directory, viewers, sayOnline, answerRoll } = parts
  const lookups = new LRUCache<string, Promise<TicketDoc[]>>({ max: 2000, ttl: LOOKUP_MS })

  /** The tickets that a contact writes in now. */
  const ticketsOf = async (signal: Of<'presence'>): Promise<TicketDoc[]> => {
    const { companyId, connectionId, pn, lid } = signal
    const known: Where[] = []
    if (pn !== null) known.push({ companyId, number: pn })
    if (lid !== null) known.push({ companyId, lid })
    if (known.length === 0) return []
    const [contact] = await documents.find<ContactDoc>({
      collection: COLLECTIONS.contacts,
      where: known,
      sort: [['id', 1]],
      limit: 1,
    })
    if (contact === undefined) return []
    return documents.find<TicketDoc>({
      collection: COLLECTIONS.tickets,
      where: { companyId, contactId: contact.contactId, connectionId, status: { in: ['open', 'pending'] } },
      sort: [['id', 1]],
      limit: 5,
    })
  }

  const contactTypes = async (signal: Of<'presence'>): Promise<void> => {
    const { companyId, connectionId, pn, lid, presence: state } = signal
    const key = `${companyId}:${connectionId}:${pn ?? ''}:${lid ?? ''}`
    const found = lookups.get(key) ?? ticketsOf(signal)
    lookups.set(key, found, { noUpdateTTL: true })
    found.catch(() => lookups.delete(key))
    for (const ticket of await found) {
      sending.send(conversationAudience(peers, ticket), 'presence', companyId, {
        ticketId: ticket.ticketId,
        presence: state,
      })
    }
  }

  const qr = async ({ companyId, connectionId, qrcode, pairingCode }: Of<'qr'>): Promise<void> => {
    codes.set(connectionId, { qrcode, pairingCode })
    const admins = adminsOf(peers, companyId)
    if (admins.length === 0) return
    const connection = await records.connection(companyId, connectionId)
    if (connection === null) return
    sending.send(admins, 'session', companyId, sessionFrame(connection, { qrcode, pairingCode }))
  }

  const online = async (signal: Of<'online'>): Promise<void> => {
    const { companyId, userId } = signal
    // another process saw the last of its sockets go, while we still have one
    if (!signal.online && peers.ofUser(userId).size > 0) return sayOnline(companyId, userId)
    if (presence.apply(signal)) await directory.online(companyId, userId)
  }

  const viewing = async ({ companyId, userId, ticketId, state }: Of<'viewing'>): Promise<void> => {
    const chat = [...peers.inRoom(rooms.chat(companyId, ticketId))]
    const user = state === 'left' && chat.length === 0 ? null : await records.user(companyId, userId)
    const name = user?.name ?? ''
    viewers.set(companyId, ticketId, { userId, name, state })
    const colleagues = chat.filter((peer: Peer) => peer.caller?.userId !== userId)
    sending.send(colleagues, 'presence', companyId, { ticketId, colleague: { userId, name, state } })
  }

  const handle = async (signal: Signal): Promise<void> => {
    if (signal.kind === 'online') return online(signal)
    if (signal.kind === 'roll-call') return answerRoll()
    // codes are kept for admins who come later
    if (signal.kind === 'qr') return qr(signal)
    // the last socket of a company says so when it is gone already
    if (signal.kind === 'viewing' && signal.state === 'left') return viewing(signal)
    if (peers.ofCompany(signal.companyId).size === 0) return
    if (signal.kind === 'presence') return contactTypes(signal)
    if (signal.kind === 'viewing') return viewing(signal)
  }

  return async (batch: readonly Delivery<Signal>[]): Promise<void> => {
    for (const { value } of batch) {
      try {
        await handle(value)
      } catch (failure) {
        logger.error({ err: failure, kind: value.kind }, 'a signal could not be shown')
      }
    }
  }
}
