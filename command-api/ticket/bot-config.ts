import { withOffered } from '@guiche/contracts/bot/choices.js'
import {
  type BotConfig,
  type BotQueue,
  isQueueOfBills,
  optionTree,
  queueOf,
} from '@guiche/contracts/bot/config.js'
import { type BotStep, showQueue } from '@guiche/contracts/bot/next-step.js'
import { BOT_TEXTS } from '@guiche/contracts/bot/own-texts.js'
import { BOT_START } from '@guiche/contracts/bot/state.js'
import { botWords } from '@guiche/contracts/bot/words.js'
import { DEFAULT_LANGUAGE } from '@guiche/contracts/languages.js'
import { filesOf } from '@guiche/contracts/records/fields.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { byOrder } from '@guiche/contracts/records/order.js'
import { streams } from '@guiche/contracts/streams.js'
import { systemsIn } from '@guiche/infra/billing/ask-billing.js'
import { connectionsDecider } from '../connections/decide.js'
import type { AreaDeps } from '../deps.js'
import { deciders } from '../records/deciders.js'
import type { TicketState } from './state.js'

const inOrder = byOrder(RECORDS.queue)

/**
 * The settings of a ticket's bot from the company's streams, so that a change takes effect with the next
 * message. Null if the ticket's connection is deleted.
 */
export const botConfigOf = async (
  { kernel, records }: Pick<AreaDeps, 'kernel' | 'records'>,
  { companyId, connectionId, queueId }: Pick<TicketState, 'companyId' | 'connectionId' | 'queueId'>,
): Promise<BotConfig | null> => {
  const [connections, queues, options, company] = await Promise.all([
    kernel.load(connectionsDecider, streams.connections(companyId)),
    kernel.load(deciders.queue, streams.records('queues', companyId)),
    kernel.load(deciders.queueOption, streams.records('queue-options', companyId)),
    records.company(companyId),
  ])
  const connection = connections.state.all.get(connectionId)
  if (connection === undefined) return null
  const { language = DEFAULT_LANGUAGE, settings = {} } = company ?? {}
  // without a billing system the bot asks nobody for a document
  const asksBilling = systemsIn(settings).length > 0
  const all = [...options.state.records.values()].map(({ queueOptionId, option, ...rest }) => ({
    ...rest,
    id: queueOptionId,
    option: option ?? 0,
  }))
  // most menus have no files
  const hasLists = all.some(({ fileListId }) => fileListId !== null)
  const lists = hasLists
    ? [...(await kernel.load(deciders.fileList, streams.records('file-lists', companyId))).state.records]
    : []
  const botQueue = (id: number): BotQueue[] => {
    const stored = queues.state.records.get(id)
    if (stored === undefined) return []
    const { name, greetingMessage: greeting } = stored
    const bills = asksBilling && isQueueOfBills(stored)
    return [{ id, name, greeting, options: optionTree(all, id), bills }]
  }
  const sorted = connection.queueIds
    .flatMap((id) => {
      const stored = queues.state.records.get(id)
      return stored === undefined ? [] : [{ ...stored, id }]
    })
    .toSorted(inOrder)
  const isForeign = queueId !== null && !connection.queueIds.includes(queueId)
  const { sendIdQueue } = connection
  return {
    greeting: connection.greetingMessage,
    media: connection.media,
    queues: sorted.flatMap(({ id }) => botQueue(id)),
    foreign: isForeign ? (botQueue(queueId)[0] ?? null) : null,
    most: connection.maxUseBotQueues,
    pauseMinutes: connection.timeUseBotQueues,
    defaultQueueId: queues.state.records.has(sendIdQueue) ? sendIdQueue : null,
    listSizes: new Map(lists.map(([id, { options: files }]) => [id, filesOf(files).length])),
    texts: BOT_TEXTS[language],
    words: botWords(settings.botPersonWords ?? '', language),
  }
}

/**
 * The step that starts the menu of a ticket's queue, in any earlier state of the bot; null without options.
 */
export const menuOf = async (
  deps: Pick<AreaDeps, 'kernel' | 'records'>,
  ticket: Pick<TicketState, 'companyId' | 'connectionId' | 'queueId'>,
): Promise<BotStep | null> => {
  const config = await botConfigOf(deps, ticket)
  if (config === null) return null
  const step = showQueue(BOT_START, queueOf(config, ticket.queueId))
  return step && { ...step, state: withOffered({ ...step.state, most: config.most }, config) }
}

/** Whether a connection has a bot: a menu of queues, or one queue with options or bills. */
export const hasBot = ({ queues }: BotConfig): boolean =>
  queues.length > 1 || queues.some(({ bills, options }) => bills === true || options.length > 0)
