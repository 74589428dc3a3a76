import { Report } from '@guiche/contracts/bus/reports.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { derivedUuid, messageIdOf } from '@guiche/infra/ids.js'
import type { Standings } from '@guiche/infra/subscription/standings.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { createOpenFor, type OpenForDeps } from '../ticket/open-for.js'
import type { Keys } from './backlog.js'
import { createEngine } from './engine.js'
import type { Engine, EngineDeps } from './engine-types.js'
import { createForget } from './forget.js'
import { handleMessage, type InboundDeps } from './inbound-message.js'
import { handleUpdate, type UpdateDeps } from './inbound-updates.js'
import type { Item } from './item-store.js'

export interface InboundProcessDeps
  extends Omit<InboundDeps, 'forget' | 'openFor'>,
    Omit<UpdateDeps, 'forget'>,
    Omit<OpenForDeps, 'activeTickets'>,
    Omit<EngineDeps, 'records' | 'blobs'> {
  readonly eventStore: InboundDeps['eventStore'] & EngineDeps['eventStore']
  readonly eventBus: Pick<EventBus, 'consume'>
  readonly standings: Pick<Standings, 'isErasing'>
}

type ReportDeps = InboundProcessDeps & InboundDeps

const BATCH = 200

/** Errors of reports that no retry could apply: the report is dropped. */
const HARMLESS: ReadonlySet<ErrorCode> = new Set([
  'ERR_CONTACT_ERASED',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_NO_WAPP_FOUND',
])

interface ReportItem extends Item {
  /** place in the log that it first stood in */
  readonly partition: number
  readonly position: string
  readonly report: Report
}

export type Inbound = Engine<Delivery>

const itemOf = (partition: number, position: string, report: Report): ReportItem => ({
  ...{ id: `${partition}-${position}`, companyId: report.companyId },
  ...{ partition, position, report },
})

const metaOf = ({ partition, position, report }: ReportItem): Meta => {
  // a message is reported under one command id, however often; an update may happen twice, so its report's id counts
  const commandId =
    report.kind === 'message'
      ? derivedUuid('inbound', messageIdOf(report.connectionId, report.fromMe, report.waId))
      : derivedUuid('report', partition, position, JSON.stringify(report))
  // work that follows a request keeps the request's correlation id; a report from the phone begins a new one
  const asked = 'correlationId' in report ? report.correlationId : undefined
  return { commandId, companyId: report.companyId, actor: SYSTEM, correlationId: asked ?? commandId }
}

/**
 * Keys of imported messages: ten for each connection, by the last digit of the chat. The report of the import's end has
 * all ten keys, so it runs after every message. Messages of different keys run in parallel.
 */
const historyKeys = (connectionId: number, digits: readonly string[]): string[] =>
  digits.map((digit) => `history:${connectionId}:${digit}`)
const DIGITS = [...'0123456789']
const lastDigit = (jid: string): string => /([0-9])(?::[0-9]+)?(?:@|$)/.exec(jid)?.[1] ?? '0'

/** Lane keys of a report: each identity of its person, or the group or connection, and the message. */
export const keysOf = (report: Report): Keys => {
  const own =
    'waId' in report ? `message:${messageIdOf(report.connectionId, report.fromMe, report.waId)}` : null
  if (report.kind === 'connection') return { shared: [`connection:${report.connectionId}`], own }
  if (report.kind === 'history') {
    return { shared: historyKeys(report.connectionId, report.done ? DIGITS : ['part']), own }
  }
  if (!('peer' in report)) return { shared: [], own }
  const { pn, lid, group } = report.peer
  const old =
    report.kind === 'message' && report.imported
      ? historyKeys(report.connectionId, [lastDigit(report.remoteJid)])
      : []
  if (group !== null) return { shared: [`group:${group}`, ...old], own }
  return {
    shared: [...old, ...(pn === null ? [] : [`pn:${pn}`]), ...(lid === null ? [] : [`lid:${lid}`])],
    own,
  }
}

/** Handles one report. Rejects with `Refused` when it has to be tried again. */
const handleReport = async (deps: ReportDeps, item: ReportItem): Promise<void> => {
  const { logger } = deps
  const { position, report } = item
  const { kind, companyId, connectionId } = report
  const meta = metaOf(item)
  const about = { position, kind, companyId, connectionId, correlationId: meta.correlationId }
  // an erasing company still takes connection reports, because the erasure waits until its phones are logged out
  if (kind !== 'connection' && (await deps.standings.isErasing(companyId)))
    return logger.debug(about, 'report dropped: its company is being erased')
  const result = await (report.kind === 'message'
    ? handleMessage(deps, report, meta)
    : handleUpdate(deps, report, meta))
  if (!result.ok && !HARMLESS.has(result.error.code)) throw new Refused(result.error.code)
  if (!result.ok) logger.debug({ ...about, code: result.error.code }, 'report dropped')
  else if (result.value === 'done') logger.debug(about, 'report handled')
  else logger.debug({ ...about, ...result.value }, 'report dropped')
}

/**
 * The process `inbound`: makes contacts, tickets and messages from reports of the gateway. Chats keep their order, and
 * so do the reports about one message. An invalid report is dropped; a failed one is retried by the engine.
 */
export const createInbound = (deps: InboundProcessDeps): Inbound => {
  const { eventBus, logger } = deps
  const reportDeps = { ...deps, forget: createForget(deps), openFor: createOpenFor(deps) }

  return createEngine<ReportItem, Delivery>(deps, {
    consume: (handed) => eventBus.consume({ topic: TOPICS.reports, group: 'inbound', ...handed }),
    batchSize: BATCH,
    itemsOf: (delivery) => {
      const report = checkSchema(Report, delivery.value)
      const { partition, position } = delivery.origin ?? delivery
      if (report.ok) return [itemOf(partition, position, report.value)]
      logger.warn({ position: delivery.position, field: report.error.field }, 'report is not valid')
      return []
    },
    kind: 'report',
    ids: '',
    toBody: ({ report }) => report,
    fromBody: async (id, _companyId, body) => {
      const report = checkSchema(Report, body)
      const [partition, position = ''] = id.split('-')
      return report.ok ? itemOf(Number(partition), position, report.value) : null
    },
    keys: ({ report }) => keysOf(report),
    // the end of an import comes after its messages
    later: ({ report }) =>
      (report.kind === 'message' && report.imported) || (report.kind === 'history' && report.done),
    run: async (item) => {
      await handleReport(reportDeps, item)
      return 'done'
    },
  })
}
