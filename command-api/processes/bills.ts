import { billMessages } from '@guiche/contracts/bot/bills.js'
import type { BotConfig } from '@guiche/contracts/bot/config.js'
import { documentOf } from '@guiche/contracts/bot/document.js'
import { nextStep } from '@guiche/contracts/bot/next-step.js'
import { botLeft } from '@guiche/contracts/bot/state.js'
import { textsOf } from '@guiche/contracts/bot/texts.js'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { BillingError } from '@guiche/contracts/errors/billing.js'
import { ok } from '@guiche/contracts/result.js'
import { BILLING_SYSTEMS } from '@guiche/contracts/settings/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { BillingFault } from '@guiche/infra/billing/ask-billing.js'
import type { FoundBill } from '@guiche/infra/billing/billing.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { createSay, createSayBytes } from '../message/automatic-message.js'
import { isStale } from '../message/bot-stale.js'
import type { Chat, Chats } from '../message/chats.js'
import { messageDecider } from '../message/decide.js'
import type { AskBilling } from '../settings/billing.js'
import { waitsForBills } from '../ticket/bills.js'
import { botConfigOf } from '../ticket/bot-config.js'
import { ticketDecider } from '../ticket/decide.js'
import type { TicketState } from '../ticket/state.js'
import { createDuePool, type DuePool } from './due-pool.js'

/** Faults that a retry may solve. Other faults last until an admin changes a setting. */
const PASSING: readonly BillingError[] = ['ERR_BILLING_UNREACHABLE', 'ERR_BILLING_TIMEOUT']

/** A billing system failed for the moment. The error's name is the reason that the pool keeps. */
class NotNow extends Error {
  constructor({ system, code }: BillingFault) {
    super('a billing system did not answer')
    this.name = `${system} ${code}`
  }
}
const faultIn = (reason: string): BillingFault | null => {
  const [name, code] = reason.split(' ')
  const system = BILLING_SYSTEMS.find((one) => one === name)
  const known = PASSING.find((one) => one === code)
  return system === undefined || known === undefined ? null : { system, code: known }
}

type Outcome = 'found' | 'none' | 'failed' | 'dropped'
interface Needs extends AreaDeps {
  readonly chats: Chats
  readonly askBilling: AskBilling
}

/**
 * Asks a company's billing systems for the bills of a contact whom the bot asked for a document, and sends the answer.
 * Message ids derive from the asking step, so nothing is sent twice. The document is only in the contact's message.
 * After several failed tries a person goes on.
 */
export const createBills = (deps: Needs): DuePool<'bills'> => {
  const { kernel, chats, clock, askBilling } = deps
  const say = createSay(deps)
  const sayFile = createSayBytes(deps)

  const metaOf = ({ companyId, ref, since, correlationId }: DueWorkDoc, ...parts: string[]): Meta => ({
    commandId: derivedUuid('bills', ref, since, ...parts),
    ...{ companyId, actor: SYSTEM, correlationId },
  })
  /** Takes the answer down with the bot's step. An answer that is late ends with that. */
  const answer = async (
    work: DueWorkDoc,
    outcome: Outcome,
    fault: BillingFault | null = null,
    count = 0,
  ): Promise<void> => {
    const command = async (state: TicketState) => {
      const config = await botConfigOf(deps, state)
      const bot = { ...state.bot, queueId: state.queueId }
      const moment = { now: clock.now().toISOString(), closed: false }
      // a contact whom nobody answers is a person's from here on
      const leaving = { state: botLeft(bot, 'failed'), moves: null, says: [] }
      const step =
        outcome === 'dropped' || config === null ? leaving : nextStep(bot, { bills: outcome }, config, moment)
      const { system = null, code = null } = fault ?? {}
      return ok({ kind: 'bills-answered', asked: work.since, outcome, count, system, code, step } as const)
    }
    const stream = streams.ticket(Number(work.ref))
    const done = await kernel.execute(ticketDecider, stream, command, metaOf(work, outcome))
    if (!done.ok && done.error.code !== 'ERR_NO_TICKET_FOUND') throw new Refused(done.error.code)
  }

  const sayBills = async (
    work: DueWorkDoc,
    chat: Chat,
    bills: readonly FoundBill[],
    { texts }: BotConfig,
  ): Promise<void> => {
    for (const [index, message] of billMessages(bills, texts.bill).entries()) {
      const meta = metaOf(work, 'bill', String(index))
      if ('text' in message) {
        await say('bot', chat, message.text, meta)
        continue
      }
      const { pdf = null, due = null } = bills[message.pdfOf] ?? {}
      if (pdf === null) continue
      const fileName = `${[texts.bill.file, due ?? String(message.pdfOf + 1)].join('-')}.pdf`
      await sayFile('bot', chat, { bytes: pdf, mimetype: 'application/pdf', fileName }, meta)
    }
  }

  const run = async (work: DueWorkDoc): Promise<void> => {
    const chat = await chats.of(Number(work.ref))
    const messageId = chat?.ticket.billsAsked?.messageId
    // the ticket is gone, or asks for something else by now
    if (chat === null || messageId === undefined || chat.ticket.billsAsked?.position !== work.since) return
    const isReached = chat.hasConnection && !chat.contact.erasing
    const config = await botConfigOf(deps, chat.ticket)
    const isLate = isStale({ time: work.dueAt }, clock.now())
    if (!waitsForBills(chat.ticket, work.since) || !isReached || isLate || config === null)
      return answer(work, 'dropped')
    const { state: asking } = await kernel.load(messageDecider, streams.message(messageId))
    const document = documentOf(asking.body)
    if (document === null) return answer(work, 'failed')
    for (const { text } of textsOf([{ kind: 'looking' }], config))
      await say('bot', chat, text, metaOf(work, 'looking'))
    const found = await askBilling(work.companyId, document)
    if (!found.ok) {
      if (PASSING.includes(found.error.code)) throw new NotNow(found.error)
      return answer(work, 'failed', found.error)
    }
    const bills = found.value
    if (bills.length === 0) return answer(work, 'none')
    // the billing system may have taken long: check the ticket again
    const now = await chats.of(Number(work.ref))
    if (now !== null && waitsForBills(now.ticket, work.since)) await sayBills(work, now, bills, config)
    return answer(work, 'found', null, bills.length)
  }

  return createDuePool(deps, {
    kind: 'bills',
    limits: { atOnce: 20, perCompany: 5 },
    // a contact waits
    lookMs: 1000,
    delays: [3000, 15_000],
    run,
    giveUp: (work, reason) => answer(work, 'failed', faultIn(reason)),
  })
}
