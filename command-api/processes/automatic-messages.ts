import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { sameAssignment, type TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { DEFAULT_LANGUAGE } from '@guiche/contracts/languages.js'
import { SETTINGS, type SettingKey } from '@guiche/contracts/settings.js'
import { PROCESS_GROUPS } from '@guiche/contracts/topics.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Clock } from '@guiche/infra/clock.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { CommandApiConfig } from '../deps.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import type { Chats } from '../message/chats.js'
import type { Requested } from '../message/commands.js'
import { createRequestCopy } from '../message/request-copy.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { createFailWithoutConnection, createReadByAnswer } from './answers.js'
import { AUTOMATIC_TEXTS, transferText } from './automatic-texts.js'
import { createComesBack } from './comes-back.js'
import { createDeclineCalls } from './decline-calls.js'
import { createGreetings } from './greetings.js'
import { createOnlyHistory } from './only-history.js'
import { createProcess, type Process, type ProcessDeps } from './process.js'
import { createSay, createSayFile } from './say.js'

export interface AutomaticMessageDeps extends ProcessDeps {
  readonly config?: CommandApiConfig
  readonly kernel: Kernel
  readonly chats: Chats
  readonly records: Records
  readonly documents: Documents
  readonly blobs: Blobs
  readonly clock: Clock
  readonly activeTickets: ActiveTickets
}

/** A text that the company sends by itself; its variables and those in `more` are filled in later. */
interface AutomaticText {
  readonly source: Exclude<Requested['source'], 'user'>
  readonly text: string
  readonly more: Readonly<Record<string, string>>
}

type Moved = { readonly ticketId: number; readonly from: TicketAssignment; readonly to: TicketAssignment }
type Rated = EventNamed<'ticket.rated.v1'>['data']
type ClosingText = 'complationMessage' | 'expiresInactiveMessage'
/** Which text of its connection is said when a ticket is closed for this reason. */
const ON_CLOSE: Readonly<Record<string, ClosingText>> = {
  resolved: 'complationMessage',
  expired: 'expiresInactiveMessage',
}

/**
 * Sends the automatic texts (greeting of a waiting contact, greeting on acceptance, notice of a transfer, thanks for
 * a rating, and what callers are told). Each is sent if its setting asks for it and the ticket still stands as the event
 * says, and once, because the message id comes from the event. The process begins at "now", also after its checkpoint
 * was lost.
 * The text on resolution is due work (completion.ts), except where a close of before could not be taken back.
 */
export const createAutomaticMessages = (deps: AutomaticMessageDeps): Process => {
  const { kernel, chats, records } = deps
  const readByAnswer = createReadByAnswer(deps)
  const onlyHistory = createOnlyHistory(deps)
  const failWithoutConnection = createFailWithoutConnection(kernel)

  const enabled = async (companyId: number, key: SettingKey): Promise<boolean> => {
    const company = await records.company(companyId)
    return (company?.settings[key] ?? SETTINGS[key].default) === 'enabled'
  }
  const languageOf = async (companyId: number) =>
    (await records.company(companyId))?.language ?? DEFAULT_LANGUAGE
  const names = async (companyId: number, { userId, queueId }: TicketAssignment) => {
    const [user, queue] = await Promise.all([
      userId === null ? null : records.user(companyId, userId),
      queueId === null ? null : records.queue(companyId, queueId),
    ])
    return { attendant: user?.name ?? '', queue: queue?.name ?? '' }
  }

  const ofConnection = async (companyId: number, connectionId: number, setting: ClosingText) => {
    const text = (await records.connection(companyId, connectionId))?.[setting] ?? ''
    return text.trim() === '' ? null : ({ source: 'completion', text, more: {} } as const)
  }

  const textFor = async (event: StoredEvent): Promise<AutomaticText | null> => {
    const { companyId, type } = event
    if (type === 'ticket.rated.v1') {
      const ticket = (await chats.of((event.data as Rated).ticketId))?.ticket
      return ofConnection(companyId, ticket?.connectionId ?? 0, 'complationMessage')
    }
    const { from, to } = event.data as Moved
    if (type === 'ticket.accepted.v1') {
      if (!(await enabled(companyId, 'sendGreetingAccepted'))) return null
      const text = AUTOMATIC_TEXTS[await languageOf(companyId)].accepted
      return { source: 'greeting', text, more: await names(companyId, to) }
    }
    if (type === 'ticket.transferred.v1') {
      const text = transferText(await languageOf(companyId), from, to)
      if (text === null || !(await enabled(companyId, 'sendMsgTransfTicket'))) return null
      return { source: 'transfer', text, more: await names(companyId, to) }
    }
    const { reason, undoSeconds } = event.data as EventNamed<'ticket.closed.v1'>['data']
    const setting = undoSeconds === undefined ? ON_CLOSE[reason] : undefined
    return setting === undefined ? null : ofConnection(companyId, to.connectionId, setting)
  }

  const say = createSay(deps)
  const sayFile = createSayFile(createRequestCopy(deps))

  const react = async (event: StoredEvent): Promise<void> => {
    const automatic = await textFor(event)
    if (automatic === null) return
    const { ticketId, to = null } = event.data as Pick<Moved, 'ticketId'> & Partial<Moved>
    const chat = await chats.of(ticketId)
    if (chat === null || !chat.hasConnection || chat.contact.erasing) return
    // an event that failed is tried again, even days later, and the ticket may have moved on
    if (to !== null && !sameAssignment(chat.ticket, to)) return
    if (automatic.source === 'greeting' && chat.ticket.isGroup) return
    if (await onlyHistory(chat, event.position)) return
    const body = await chats.render(automatic.text, chat, automatic.more)
    const meta: Meta = {
      // as it was first called: an event that comes again after an upgrade gives the same message
      commandId: derivedUuid('courtesy', event.id),
      companyId: event.companyId,
      actor: event.actor,
      correlationId: event.correlationId,
    }
    await say(automatic.source, chat, body, meta)
  }

  const comesBack = createComesBack(deps)
  const greeting = (...text: Parameters<Parameters<typeof createGreetings>[0]['say']>) =>
    say('greeting', ...text)
  const declineCalls = createDeclineCalls({ chats, enabled, languageOf, say: greeting })
  const greet = createGreetings({
    ...deps,
    enabled,
    say: greeting,
    sayFile: (...file) => sayFile('greeting', ...file),
  })

  return createProcess(deps, {
    name: PROCESS_GROUPS.automaticMessages,
    begin: 'now',
    lane: ({ stream }) => stream,
    on: {
      'ticket.accepted.v1': async (event, work) => {
        await react(event)
        await readByAnswer(event, work)
      },
      'ticket.transferred.v1': react,
      'ticket.closed.v1': async (event) => {
        if (!(await comesBack({ ...event, ...event.data }))) await react(event)
      },
      'ticket.rated.v1': async (event, work) => {
        await react(event)
        await readByAnswer(event, work)
      },
      'message.requested.v1': async (event, work) => {
        await failWithoutConnection(event)
        await readByAnswer(event, work)
      },
      'message.retried.v1': failWithoutConnection,
      'message.received.v1': async (event, work) => {
        await readByAnswer(event, work)
        if (!(await declineCalls(event))) await greet(event, work)
      },
    },
  })
}
