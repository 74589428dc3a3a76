import type { EphemeralMessage } from '@guiche/contracts/ephemeral.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Delivery } from '@guiche/infra/event-bus/event-bus.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import { adminsOf, chatAudience, conversationAudience } from './audience.js'
import { rooms } from './clients.js'
import type { Realtime } from './deps.js'
import type { DirectoryFrames } from './directory-frames.js'
import { sessionFrame } from './session-frame.js'
import type { Viewers } from './viewers.js'

type Of<K extends EphemeralMessage['kind']> = Extract<EphemeralMessage, { kind: K }>

/** Someone who types sends an ephemeral message every few seconds: the look-up behind it is made once. */
const LOOKUP_MS = 5000

/** Turns ephemeral messages into frames: who types, codes to scan, who is here, who looks at a ticket. */
export const createOnEphemeral = (
  realtime: Realtime,
  parts: {
    directory: DirectoryFrames
    viewers: Viewers
    sayOnline: (companyId: number, userId: number) => void
    answerRoll: () => void
  },
) => {
  const { clients, sending, documents, records, presence, codes, logger, quiet } = realtime
  const { directory, viewers, sayOnline, answerRoll } = parts
  const lookups = createBoundedCache<string, Promise<TicketDoc[]>>(2000, LOOKUP_MS)

  /** The tickets that a contact writes in now. */
  const ticketsOf = async (message: Of<'presence'>): Promise<TicketDoc[]> => {
    const { companyId, connectionId, pn, lid } = message
    const known: Where[] = []
    if (pn !== null) known.push({ companyId, number: pn })
    if (lid !== null) known.push({ companyId, lid })
    if (known.length === 0) return []
    const contact = await documents.first('contacts', { where: known })
    if (contact === null) return []
    return documents.find('tickets', {
      where: { companyId, contactId: contact.contactId, connectionId, status: { in: ['open', 'pending'] } },
      limit: 5,
    })
  }

  const contactTypes = async (message: Of<'presence'>): Promise<void> => {
    const { companyId, connectionId, pn, lid, presence: state } = message
    const key = `${companyId}:${connectionId}:${pn ?? ''}:${lid ?? ''}`
    const found = lookups.get(key) ?? ticketsOf(message)
    lookups.set(key, found, { noUpdateTTL: true })
    found.catch(() => lookups.delete(key))
    for (const ticket of await found) {
      sending.send(conversationAudience(clients, ticket), 'presence', companyId, {
        ticketId: ticket.ticketId,
        presence: state,
      })
    }
  }

  const qr = async ({ companyId, connectionId, qrcode, pairingCode }: Of<'qr'>): Promise<void> => {
    codes.set(connectionId, { qrcode, pairingCode })
    const admins = adminsOf(clients, companyId)
    if (admins.length === 0) return
    const connection = await records.connection(companyId, connectionId)
    if (connection === null) return
    sending.send(admins, 'session', companyId, sessionFrame(connection, { qrcode, pairingCode }))
  }

  const online = async (message: Of<'online'>): Promise<void> => {
    const { companyId, userId } = message
    // another process lost the user's last socket, while this one still has another
    if (!message.online && clients.own(userId).length > 0) return sayOnline(companyId, userId)
    if (!presence.apply(message)) return
    quiet.changed(companyId, userId)
    await directory.online(companyId, userId)
  }

  const viewing = async ({ companyId, userId, ticketId, state }: Of<'viewing'>): Promise<void> => {
    const isHeard = clients.inRoom(rooms.chat(companyId, ticketId)).size > 0
    const user = state === 'left' && !isHeard ? null : await records.user(companyId, userId)
    const name = user?.name ?? ''
    viewers.set(companyId, ticketId, { userId, name, state })
    const ticket = isHeard ? await records.ticket(companyId, ticketId) : null
    if (ticket === null) return
    const colleagues = chatAudience(clients, ticket).filter(({ caller }) => caller?.userId !== userId)
    sending.send(colleagues, 'presence', companyId, { ticketId, colleague: { userId, name, state } })
  }

  const handle = async (message: EphemeralMessage): Promise<void> => {
    if (message.kind === 'online') return online(message)
    if (message.kind === 'roll-call') return answerRoll()
    // codes are kept for admins who come later
    if (message.kind === 'qr') return qr(message)
    // the last socket of a company is gone before it reports that the user left
    if (message.kind === 'viewing' && message.state === 'left') return viewing(message)
    if (clients.ofCompany(message.companyId).size === 0) return
    if (message.kind === 'presence') return contactTypes(message)
    if (message.kind === 'viewing') return viewing(message)
    if (message.kind === 'contact-import') {
      const { companyId, record } = message
      sending.send([...clients.ofCompany(companyId)], 'contactImport', companyId, {
        action: 'update',
        import: record,
      })
    }
  }

  return async (batch: readonly Delivery<EphemeralMessage>[]): Promise<void> => {
    for (const { value } of batch) {
      try {
        await handle(value)
      } catch (failure) {
        logger.error({ err: failure, kind: value.kind }, 'an ephemeral message could not be shown')
      }
    }
  }
}
