import { jidOf } from '@guiche/contracts/events/contact.js'
import { DEFAULT_LANGUAGE } from '@guiche/contracts/languages.js'
import { renderVariables, type TextContext } from '@guiche/contracts/message/variables.js'
import { streams } from '@guiche/contracts/streams.js'
import { createBoundedCache, createReadCache } from '@guiche/infra/bounded-cache.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { Records } from '@guiche/infra/records/records.js'
import { connectionsDecider } from '../connections/decide.js'
import { contactDecider } from '../contact/decide.js'
import type { ContactState } from '../contact/state.js'
import type { Kernel } from '../kernel/kernel.js'
import { ticketDecider } from '../ticket/decide.js'
import type { TicketState } from '../ticket/state.js'

/** The settings of a company that its texts depend on. */
type TextSettings = Pick<TextContext, 'timeZone' | 'language'>

/** Longest age of a company's cached settings, in ms. */
const SETTINGS_MS = 1000
const MAX_CACHED_CHATS = 20_000
/** Settings for a company that the views do not show yet. */
const DEFAULT_TEXT_SETTINGS: TextSettings = { timeZone: 'America/Sao_Paulo', language: DEFAULT_LANGUAGE }

/** The records needed to send into a ticket's conversation. */
export interface Chat {
  readonly ticket: TicketState
  readonly contact: ContactState
  /** the address that messages go to */
  readonly to: string
  /** false after its connection was deleted: nothing can be sent until a user chooses another connection */
  readonly hasConnection: boolean
}

/** Whether the contact is blocked on the ticket's connection. */
export const isBlocked = ({ contact, ticket }: Chat): boolean =>
  contact.blockedOn.includes(ticket.connectionId)

export interface Chats {
  /** The chat of a ticket as its streams tell it now; null when there is no such ticket. */
  of(ticketId: number): Promise<Chat | null>
  /** Remembers the contact's last address on this connection, to which answers go. */
  wroteFrom(connectionId: number, contactId: number, jid: string): void
  /** Drops the remembered data of a contact, when the contact is being erased. */
  forget(contactId: number): void
  /** Puts the variables of a text in, for this contact, in the company's time zone and language. */
  render(text: string, chat: Chat, more?: Readonly<Record<string, string>>): Promise<string>
}

/** The address of a contact that has not written yet: its group, its number, else its linked id. */
const addressOf = ({ identities }: Pick<ContactState, 'identities'>): string | null => {
  const [first] = (['group', 'pn', 'lid'] as const).flatMap((kind) =>
    identities.filter((identity) => identity.kind === kind),
  )
  return first === undefined ? null : jidOf(first)
}

/** Whether an address is the contact's: a former number may belong to another person now. */
export const isAddressOf = ({ identities }: Pick<ContactState, 'identities'>, jid: string): boolean =>
  identities.some(({ value }) => value === jid.split(/[:_@]/)[0])

/**
 * Looks up the records that sending needs. Rights and states come from the streams, because a cached ticket may have
 * had another agent.
 */
export const createChats = (deps: {
  kernel: Kernel
  records: Pick<Records, 'company'>
  clock: Clock
}): Chats => {
  const { kernel, records, clock } = deps
  const addresses = createBoundedCache<string, string>(MAX_CACHED_CHATS)
  const textSettings = createReadCache<number, TextSettings>(1000, SETTINGS_MS)

  const load = async (ticketId: number): Promise<Chat | null> => {
    const ticket = (await kernel.load(ticketDecider, streams.ticket(ticketId))).state
    if (!ticket.exists || ticket.deleted) return null
    const [{ state: contact }, connections] = await Promise.all([
      kernel.load(contactDecider, streams.contact(ticket.contactId)),
      kernel.load(connectionsDecider, streams.connections(ticket.companyId)),
    ])
    const last = addresses.get(`${ticket.connectionId}:${ticket.contactId}`)
    const to = last !== undefined && isAddressOf(contact, last) ? last : addressOf(contact)
    const hasConnection = connections.state.all.has(ticket.connectionId)
    return contact.exists && to !== null ? { ticket, contact, to, hasConnection } : null
  }

  const textSettingsOf = (companyId: number): Promise<TextSettings> =>
    textSettings.of(companyId, async () => {
      const company = await records.company(companyId)
      return company === null
        ? DEFAULT_TEXT_SETTINGS
        : { timeZone: company.timezone, language: company.language }
    })

  return {
    of: load,
    wroteFrom: (connectionId, contactId, jid) => void addresses.set(`${connectionId}:${contactId}`, jid),
    forget: (contactId) => {
      for (const key of addresses.keys()) {
        if (key.endsWith(`:${contactId}`)) addresses.delete(key)
      }
    },
    render: async (text, { ticket, contact }, more) =>
      text.includes('{{')
        ? renderVariables(text, {
            name: contact.name,
            now: clock.now(),
            ...(await textSettingsOf(ticket.companyId)),
            ...(more === undefined ? {} : { more }),
          })
        : text,
  }
}
