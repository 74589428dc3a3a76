import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { ErrorCode } from '@guiche/contracts/errors.js'
import { Report } from '@guiche/contracts/reports.js'
import { check } from '@guiche/contracts/schema.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { derivedUuid, messageIdOf } from '@guiche/infra/ids.js'
import type { Standings } from '@guiche/infra/subscription/standings.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { createEngine } from './engine.js'
import type { Engine, EngineDeps } from './engine-types.js'
import { createForget } from './forget.js'
import { createInboundMessage, type InboundDeps } from './inbound-message.js'
import { createInboundUpdates, type UpdateDeps } from './inbound-updates.js'
import type { Item } from './item-store.js'
import { keysOf } from './report-keys.js'

export interface InboundProcessDeps
  extends Omit<InboundDeps, 'forget'>,
    Omit<UpdateDeps, 'forget'>,
    Omit<EngineDeps, 'records' | 'blobs'> {
  readonly eventStore: InboundDeps['eventStore'] & EngineDeps['eventStore']
  readonly eventBus: Pick<EventBus, 'consume'>
  readonly standings: Pick<Standings, 'isErasing'>
}

const BATCH = 200

/** Answers that mean: this report asks for nothing that could be done, now or ever. */
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
  // a message has one id, however often it is reported; what happens to it may happen twice, so there the report counts
  const commandId =
    report.kind === 'message'
      ? derivedUuid('inbound', messageIdOf(report.connectionId, report.fromMe, report.waId))
      : derivedUuid('report', partition, position, JSON.stringify(report))
  // what follows from a request goes on under its id; what comes from the phone begins one
  const asked = 'correlationId' in report ? report.correlationId : undefined
  return { commandId, companyId: report.companyId, actor: SYSTEM, correlationId: asked ?? commandId }
}

/**
 * The process `inbound`: what the gateway reports becomes contacts, tickets and messages. A chat keeps its order, and so
 * does what is reported of a message. A report that its schema refuses is dropped; for one that fails see the engine.
 */
export const createInbound = (deps: InboundProcessDeps): Inbound => {
  const { eventBus, logger } = deps
  const forget = createForget(deps)
  const onMessage = createInboundMessage({ ...deps, forget })
  const onUpdate = createInboundUpdates({ ...deps, forget })

  const handleOne = async (item: ReportItem): Promise<void> => {
    const { position, report } = item
    const { kind, companyId, connectionId } = report
    const meta = metaOf(item)
    const about = { position, kind, companyId, connectionId, correlationId: meta.correlationId }
    if (await deps.standings.isErasing(companyId))
      return logger.debug(about, 'report dropped: its company is being erased')
    const result = await (report.kind === 'message' ? onMessage(report, meta) : onUpdate(report, meta))
    if (!result.ok && !HARMLESS.has(result.error.code)) throw new Refused(result.error.code)
    if (!result.ok) logger.debug({ ...about, code: result.error.code }, 'report dropped')
    else if (result.value === 'done') logger.debug(about, 'report handled')
    else logger.debug({ ...about, ...result.value }, 'report dropped')
  }

  return createEngine<ReportItem, Delivery>(deps, {
    consume: (handed) => eventBus.consume({ topic: TOPICS.reports, group: 'inbound', ...handed }),
    batchSize: BATCH,
    itemsOf: (delivery) => {
      const report = check(Report, delivery.value)
      const { partition, position } = delivery.origin ?? delivery
      if (report.ok) return [itemOf(partition, position, report.value)]
      logger.warn({ position: delivery.position, field: report.error.field }, 'report is not valid')
      return []
    },
    kind: 'report',
    ids: '',
    toBody: ({ report }) => report,
    fromBody: async (id, _companyId, body) => {
      const report = check(Report, body)
      const [partition, position = ''] = id.split('-')
      return report.ok ? itemOf(Number(partition), position, report.value) : null
    },
    keys: ({ report }) => keysOf(report),
    // the end of an import comes after its messages
    later: ({ report }) =>
      (report.kind === 'message' && report.imported) || (report.kind === 'history' && report.done),
    run: async (item) => {
      await handleOne(item)
      return 'done'
    },
  })
}
