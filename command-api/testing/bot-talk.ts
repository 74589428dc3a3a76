import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { streams } from '@guiche/contracts/streams.js'
import { connectionsDecider } from '../connections/decide.js'
import { deciders } from '../records/deciders.js'
import { messageFrom, newCustomer } from './customer.js'
import { ADMIN, COMPANY, CONNECTION, type Desk, OTHER_QUEUE, openDesk, QUEUE } from './desk.js'
import { metaFor } from './store.js'

type Message = ReportOf<'message'>

/** 09:00 of a Monday in São Paulo. */
const START = Date.parse('2026-03-02T12:00:00.000Z')
export const AGAIN =
  'bot: Não entendi. Responda com o número de uma das opções, ou escreva *atendente* para falar com uma pessoa.'
export const HELLO = 'bot: Olá, Carla!'

/** Dialogues of customers with the bot of a desk. */
const talkOn = (desk: Desk) => {
  const talk = {
    /** seconds since the start */
    seconds: 0,
    passTime: () => {
      talk.seconds += 5
      desk.setTime(new Date(START + talk.seconds * 1000).toISOString())
    },
    configureConnection: async (fields: object) => {
      const named = { name: 'Linha', ...fields }
      const change = { kind: 'change', connectionId: CONNECTION, fields: named } as const
      await desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), change, metaFor())
      await desk.shown()
    },
    /** Runs all consequences until no new event is written. `by` is another instance. */
    runConsequences: async (by: Pick<Desk, 'automaticMessages'> = desk) => {
      for (const type of ['message.', 'ticket.bot-stepped']) {
        const events = (await desk.log(type)).map((value) => ({ value }))
        await by.automaticMessages.handle(events)
      }
    },
    /** The customer writes several messages, and their consequences run. */
    writeMessages: async (pn: string, ...said: readonly (string | Partial<Message>)[]) => {
      for (const one of said) {
        talk.passTime()
        await desk.report(messageFrom(pn, typeof one === 'string' ? { body: one } : one))
        await talk.runConsequences()
      }
    },
    /** The customer edits a message, and the consequences run. */
    editMessage: async ({ companyId, connectionId, fromMe, waId }: Message, body: string) => {
      talk.passTime()
      await desk.report({ kind: 'edited', companyId, connectionId, fromMe, waId, by: 'contact', body })
      await talk.runConsequences()
    },
    /** The automatic texts of a ticket: the first line of each text. */
    automaticTexts: async (ticketId: number) =>
      (await desk.log('message.requested'))
        .filter(({ data }) => data.ticketId === ticketId && !['user', 'api'].includes(data.source))
        .map(({ data }) => `${data.source}: ${data.body.split('\n')[0]}`),
    ticketState: async (ticketId: number) => {
      await desk.shown()
      const { queueId, bot, unread, waitingSince } = (await desk.records.ticket(COMPANY, ticketId)) ?? {}
      return { queueId, at: bot?.at, because: bot?.because, unread, waitingSince }
    },
    openedTicket: async () => {
      const made = await newCustomer(desk)
      await talk.runConsequences()
      return made
    },
  }
  return talk
}
export type BotTalk = ReturnType<typeof talkOn>

/** A desk whose connection offers two queues, of which one has options. */
export const openBotDesk = async (): Promise<{ readonly desk: Desk; readonly talk: BotTalk }> => {
  const desk = await openDesk({ settings: { sendMsgTransfTicket: 'enabled', CheckMsgIsGroup: 'disabled' } })
  const talk = talkOn(desk)
  await talk.configureConnection({
    queueIds: [QUEUE, OTHER_QUEUE],
    greetingMessage: 'Olá, {{firstName}}!',
  })
  for (const [id, title, parentId, message] of [
    [1, 'Segunda via', null, 'Qual delas?'],
    [2, 'Boleto', 1, 'Aqui está o boleto.'],
    [3, 'Nota', 1, 'Aqui está a nota.'],
  ] as const) {
    const values = { title, parentId, message, queueId: QUEUE }
    const create = { kind: 'create', id, caller: ADMIN, values, limit: null } as const
    const stream = streams.records('queue-options', COMPANY)
    const made = await desk.kernel.execute(deciders.queueOption, stream, create, metaFor())
    if (!made.ok) throw new Error(made.error.code)
  }
  return { desk, talk }
}
