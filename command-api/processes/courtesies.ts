import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { Standing } from '@guiche/contracts/events/ticket.js'
import { SETTINGS, type SettingKey } from '@guiche/contracts/settings.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import type { Chat, Chats } from '../message/chats.js'
import type { Requested } from '../message/commands.js'
import { requestMessage } from '../message/request.js'
import { createFailWithoutConnection, createReadByAnswer } from './answers.js'
import { createGreetings } from './greetings.js'
import { createProcess, type Process, type ProcessDeps } from './process.js'
import { Refused } from './refused.js'

export interface CourtesyDeps extends ProcessDeps {
  readonly kernel: Kernel
  readonly chats: Chats
  readonly records: Records
  readonly documents: Documents
}

/** A text that the company sends by itself; its variables and those in `more` are filled in later. */
interface Courtesy {
  readonly source: Exclude<Requested['source'], 'user'>
  readonly text: string
  readonly more: Readonly<Record<string, string>>
}

const WAIT = 'aguarde, já vamos te atender!'
const GREETING =
  '*Mensagem Automática:*\n{{ms}} *{{name}}*, meu nome é *{{attendant}}* e agora vou prosseguir com seu atendimento!'

/** What a contact is told of a transfer, by what changed; null when nothing that concerns it did. */
export const transferText = (from: Standing, to: Standing): string | null => {
  const queue = to.queueId !== null && to.queueId !== from.queueId
  const user = to.userId !== null && to.userId !== from.userId
  if (!queue && !user) return null
  const what =
    queue && user
      ? 'Você foi transferido para o departamento *{{queue}}* e contará com a presença de *{{attendant}}*'
      : queue
        ? 'Você foi transferido para o departamento *{{queue}}*'
        : 'Foi transferido para o atendente *{{attendant}}*'
  return `*Mensagem automática*:\n${what}\n${WAIT}`
}

type Moved = { readonly ticketId: number; readonly from: Standing; readonly to: Standing }
/** Refusals after which there is nobody left to tell, or nothing to say. */
const HARMLESS: ReadonlySet<ErrorCode> = new Set([
  'ERR_CONTACT_ERASED',
  'ERR_NO_CONTACT_FOUND',
  'ERR_MESSAGE_EMPTY',
])

/**
 * The process `courtesies`. It sends the automatic texts: a greeting to a contact that waits, a greeting when an agent
 * accepts, a notice of a transfer, a text when a ticket is resolved. Each depends on its setting, and is sent exactly
 * once, because the id of the message comes from the event. The process begins at "now", also when its checkpoint was
 * lost: what happened long ago is not greeted today.
 */
export const createCourtesies = (deps: CourtesyDeps): Process => {
  const { kernel, chats, records } = deps
  const readByAnswer = createReadByAnswer(deps)
  const failWithoutConnection = createFailWithoutConnection(kernel)

  const enabled = async (companyId: number, key: SettingKey): Promise<boolean> => {
    const company = await records.company(companyId)
    return (company?.settings[key] ?? SETTINGS[key].default) === 'enabled'
  }
  const names = async (companyId: number, { userId, queueId }: Standing) => {
    const [user, queue] = await Promise.all([
      userId === null ? null : records.user(companyId, userId),
      queueId === null ? null : records.queue(companyId, queueId),
    ])
    return { attendant: user?.name ?? '', queue: queue?.name ?? '' }
  }

  const courtesyFor = async (event: StoredEvent): Promise<Courtesy | null> => {
    const { companyId, type } = event
    const { from, to } = event.data as Moved
    if (type === 'ticket.accepted.v1') {
      if (!(await enabled(companyId, 'sendGreetingAccepted'))) return null
      return { source: 'greeting', text: GREETING, more: await names(companyId, to) }
    }
    if (type === 'ticket.transferred.v1') {
      const text = transferText(from, to)
      if (text === null || !(await enabled(companyId, 'sendMsgTransfTicket'))) return null
      return { source: 'transfer', text, more: await names(companyId, to) }
    }
    if ((event.data as { reason?: string }).reason !== 'resolved') return null
    const connection = await records.connection(companyId, to.connectionId)
    const text = connection?.complationMessage ?? ''
    return text.trim() === '' ? null : { source: 'completion', text, more: {} }
  }

  const say = async (source: Courtesy['source'], chat: Chat, body: string, meta: Meta): Promise<void> => {
    const content = { source, body, kind: 'conversation', media: null, quotedId: null, userId: null } as const
    const done = await requestMessage(kernel, chat, content, meta)
    if (!done.ok && !HARMLESS.has(done.error.code)) throw new Refused(done.error.code)
  }

  const react = async (event: StoredEvent): Promise<void> => {
    const courtesy = await courtesyFor(event)
    if (courtesy === null) return
    const chat = await chats.of((event.data as Moved).ticketId)
    if (chat === null || !chat.hasConnection || chat.contact.erasing || chat.ticket.imported) return
    if (courtesy.source === 'greeting' && chat.ticket.isGroup) return
    const body = await chats.render(courtesy.text, chat, courtesy.more)
    const meta: Meta = {
      commandId: derivedUuid('courtesy', event.id),
      companyId: event.companyId,
      actor: event.actor,
      correlationId: event.correlationId,
    }
    await say(courtesy.source, chat, body, meta)
  }

  const greet = createGreetings({ ...deps, enabled, say: (...text) => say('greeting', ...text) })

  return createProcess(deps, {
    name: 'courtesies',
    begin: 'now',
    lane: ({ stream }) => stream,
    on: {
      'ticket.accepted.v1': async (event, work) => {
        await react(event)
        await readByAnswer(event, work)
      },
      'ticket.transferred.v1': react,
      'ticket.closed.v1': react,
      'message.requested.v1': async (event, work) => {
        await failWithoutConnection(event)
        await readByAnswer(event, work)
      },
      'message.retried.v1': failWithoutConnection,
      'message.received.v1': async (event, work) => {
        await readByAnswer(event, work)
        await greet(event, work)
      },
    },
  })
}
