import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { createReadCache, type ReadCache } from '@guiche/infra/bounded-cache.js'
import type { Delivery } from '@guiche/infra/event-bus/event-bus.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import { adminsOf, chatAudience, conversationAudience } from './audience.js'
import { rooms } from './clients.js'
import type { Realtime } from './deps.js'
import { sessionFrame } from './session-frame.js'
import type { Viewers } from './viewers.js'

type EphemeralOf<K extends EphemeralMessage['kind']> = Extract<EphemeralMessage, { kind: K }>

/** A typing user sends a message every few seconds. The look-up for it is cached for this time. */
const LOOKUP_MS = 5000

interface EphemeralParts {
  readonly directory: { readonly online: (companyId: number, userId: number) => Promise<void> }
  readonly viewers: Viewers
  readonly sayOnline: (companyId: number, userId: number) => void
  readonly answerRoll: () => void
}
interface Deps extends Realtime, EphemeralParts {
  readonly lookups: ReadCache<string, TicketDoc[]>
}

/** The tickets that a contact writes in now. */
const ticketsOf = async ({ documents }: Deps, message: EphemeralOf<'presence'>): Promise<TicketDoc[]> => {
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

const contactTypes = async (deps: Deps, message: EphemeralOf<'presence'>): Promise<void> => {
  const { lookups, sending, clients } = deps
  const { companyId, connectionId, pn, lid, presence: state } = message
  const key = `${companyId}:${connectionId}:${pn ?? ''}:${lid ?? ''}`
  for (const ticket of await lookups.of(key, () => ticketsOf(deps, message))) {
    sending.send(conversationAudience(clients, ticket), 'presence', companyId, {
      ticketId: ticket.ticketId,
      presence: state,
    })
  }
}

const onQr = async (deps: Deps, message: EphemeralOf<'qr'>): Promise<void> => {
  const { codes, clients, records, sending } = deps
  const { companyId, connectionId, qrcode, pairingCode } = message
  codes.set(connectionId, { qrcode, pairingCode })
  const admins = adminsOf(clients, companyId)
  if (admins.length === 0) return
  const connection = await records.connection(companyId, connectionId)
  if (connection === null) return
  sending.send(admins, 'session', companyId, sessionFrame(connection, { qrcode, pairingCode }))
}

const onOnline = async (deps: Deps, message: EphemeralOf<'online'>): Promise<void> => {
  const { companyId, userId } = message
  // another process lost the user's last socket, while this one still has another
  if (!message.online && deps.clients.own(userId).length > 0) {
    return deps.sayOnline(companyId, userId)
  }
  if (!deps.presence.apply(message)) return
  deps.lastChanges.changed(companyId, userId)
  await deps.directory.online(companyId, userId)
}

const onViewing = async (deps: Deps, message: EphemeralOf<'viewing'>): Promise<void> => {
  const { clients, records, viewers, sending } = deps
  const { companyId, userId, ticketId, state } = message
  const isHeard = clients.inRoom(rooms.chat(companyId, ticketId)).size > 0
  const user = state === 'left' && !isHeard ? null : await records.user(companyId, userId)
  const name = user?.name ?? ''
  viewers.set(companyId, ticketId, { userId, name, state })
  const ticket = isHeard ? await records.ticket(companyId, ticketId) : null
  if (ticket === null) return
  const colleagues = chatAudience(clients, ticket).filter(({ caller }) => caller?.userId !== userId)
  sending.send(colleagues, 'presence', companyId, { ticketId, colleague: { userId, name, state } })
}

const handleMessage = async (deps: Deps, message: EphemeralMessage): Promise<void> => {
  const { clients, sending } = deps
  if (message.kind === 'online') return onOnline(deps, message)
  if (message.kind === 'roll-call') return deps.answerRoll()
  // Codes are kept for administrators who connect later.
  if (message.kind === 'qr') return onQr(deps, message)
  // The last socket of a company is already gone when it reports that the user left.
  if (message.kind === 'viewing' && message.state === 'left') return onViewing(deps, message)
  if (clients.ofCompany(message.companyId).size === 0) return
  if (message.kind === 'presence') return contactTypes(deps, message)
  if (message.kind === 'viewing') return onViewing(deps, message)
  if (message.kind === 'contact-import') {
    const { companyId, record } = message
    const frame = { action: 'update', import: record } as const
    sending.send([...clients.ofCompany(companyId)], 'contactImport', companyId, frame)
  }
}

/** Turns ephemeral messages into frames: who types, codes to scan, who is here, who looks at a ticket. */
export const createOnEphemeral = (realtime: Realtime, parts: EphemeralParts) => {
  const lookups = createReadCache<string, TicketDoc[]>(2000, LOOKUP_MS)
  const deps: Deps = { ...realtime, ...parts, lookups }
  return async (batch: readonly Delivery<EphemeralMessage>[]): Promise<void> => {
    for (const { value } of batch) {
      try {
        await handleMessage(deps, value)
      } catch (failure) {
        deps.logger.error({ err: failure, kind: value.kind }, 'an ephemeral message could not be shown')
      }
    }
  }
}
