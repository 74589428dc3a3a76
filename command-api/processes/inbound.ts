import { setTimeout as sleep } from 'node:timers/promises'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError, ErrorCode } from '@guiche/contracts/errors.js'
import { Report } from '@guiche/contracts/reports.js'
import type { Result } from '@guiche/contracts/result.js'
import { check } from '@guiche/contracts/schema.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Consumer, Delivery, EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid, messageIdOf } from '@guiche/infra/ids.js'
import { withCorrelation } from '@guiche/infra/log/correlation.js'
import { type CommandObserver, silentCommands } from '@guiche/infra/metrics/observers.js'
import { PARKED_REPORTS } from '@guiche/infra/metrics/parked.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Logger } from 'pino'
import type { Meta } from '../kernel/kernel.js'
import { StoreUnavailable } from '../kernel/unavailable.js'
import { planLanes } from './inbound-lanes.js'
import { createInboundMessage, type InboundDeps, type Outcome } from './inbound-message.js'
import { createInboundUpdates, type UpdateDeps } from './inbound-updates.js'

export interface InboundProcessDeps extends InboundDeps, UpdateDeps {
  readonly eventStore: EventStore
  readonly eventBus: EventBus
  readonly vault: Vault
  readonly logger: Logger
  readonly observer?: Pick<CommandObserver, 'parked'>
}

/** How often a report that fails is tried before it is put aside. */
const TRIES = 5
/** Pause after the first failure in milliseconds; it doubles. */
const PAUSE_MS = 20
const BATCH = 200
/** Lanes of one company that are worked on at once. */
const LANES = 16

/** Answers that mean: this report asks for nothing that could be done, now or ever. */
const HARMLESS: ReadonlySet<ErrorCode> = new Set([
  'ERR_CONTACT_ERASED',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_NO_WAPP_FOUND',
])

type Item = Delivery<Report>

export interface Inbound {
  start(): Promise<void>
  stop(): Promise<void>
  /** Handles one batch as the consumer does; for tests. Rejects when the store is unavailable, to be given it again. */
  handle(batch: readonly Delivery[]): Promise<void>
}

const metaOf = (item: Item): Meta => {
  const { value } = item
  const { partition, position } = item.origin ?? item
  // a message has one id, however often it is reported; what happens to it may happen twice, so there the report counts
  const commandId =
    value.kind === 'message'
      ? derivedUuid('inbound', messageIdOf(value.connectionId, value.fromMe, value.waId))
      : derivedUuid('report', partition, position, JSON.stringify(value))
  // what follows from a request goes on under its id; what comes from the phone begins one
  const asked = 'correlationId' in value ? value.correlationId : undefined
  return { commandId, companyId: value.companyId, actor: SYSTEM, correlationId: asked ?? commandId }
}

/** Waits for all, also when one fails: nothing may still run when a batch is given again. */
const allOf = async (work: readonly Promise<void>[]): Promise<void> => {
  const settled = await Promise.allSettled(work)
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

const inTurns = async <T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>) => {
  const queue = [...items]
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await allOf(Array.from({ length: Math.min(atOnce, items.length) }, next))
}

/**
 * The process `inbound`: what the gateway reports becomes contacts, tickets and messages. Companies go side by side,
 * and in a company different chats; a chat keeps its order. A report that its schema refuses is dropped, one that
 * fails again and again is put into the vault under `parked-report/…` with an alarm in the log, and the others go on.
 */
export const createInbound = (deps: InboundProcessDeps): Inbound => {
  const { eventStore, eventBus, vault, logger, observer = silentCommands } = deps
  const onMessage = createInboundMessage(deps)
  const onUpdate = createInboundUpdates(deps)
  let consumer: Consumer | null = null

  const about = ({ position, value }: Item) => ({
    position,
    kind: value.kind,
    companyId: value.companyId,
    connectionId: value.connectionId,
  })

  const park = async (item: Item, failure: unknown): Promise<void> => {
    const key = `${PARKED_REPORTS}${item.value.companyId}/${item.partition}-${item.position}`
    await vault.commit([{ key, value: Buffer.from(JSON.stringify(item.value)) }])
    observer.parked()
    logger.error({ alarm: 'report-parked', key, ...about(item), err: failure }, 'report parked')
  }

  const attempt = (item: Item): Promise<Result<Outcome, DomainError>> => {
    const { value } = item
    return value.kind === 'message' ? onMessage(value, metaOf(item)) : onUpdate(value, metaOf(item))
  }

  /** With an engine away everything fails, and nothing is the report's fault: then this rejects. */
  const enginesUp = (companyId: number): Promise<unknown> =>
    Promise.all([eventStore.head(), deps.records.company(companyId), deps.blobs.info('0'.repeat(40))])

  const handleOne = async (item: Item): Promise<void> => {
    let failure: unknown = null
    for (let turn = 0; turn < TRIES; turn++) {
      try {
        const result = await attempt(item)
        if (result.ok) {
          if (result.value === 'done') logger.debug(about(item), 'report handled')
          else logger.debug({ ...about(item), ...result.value }, 'report dropped')
          return
        }
        if (HARMLESS.has(result.error.code)) {
          logger.debug({ ...about(item), code: result.error.code }, 'report dropped')
          return
        }
        if (result.error.code === 'ERR_UNAVAILABLE') throw new StoreUnavailable(result.error)
        failure = result.error
      } catch (thrown) {
        if (thrown instanceof StoreUnavailable) throw thrown
        failure = thrown
      }
      await sleep(PAUSE_MS * 2 ** turn)
    }
    await enginesUp(item.value.companyId)
    await park(item, failure)
  }

  const handleCompany = async (items: readonly Item[]): Promise<void> => {
    for (const lanes of planLanes(items)) {
      await inTurns(lanes, LANES, async (lane) => {
        for (const item of lane) {
          await withCorrelation(metaOf(item).correlationId, () => handleOne(item))
        }
      })
    }
  }

  const handle = async (batch: readonly Delivery[]): Promise<void> => {
    const companies = new Map<number, Item[]>()
    for (const delivery of batch) {
      const report = check(Report, delivery.value)
      if (!report.ok) {
        logger.warn({ position: delivery.position, field: report.error.field }, 'report is not valid')
        continue
      }
      const { companyId } = report.value
      const items = companies.get(companyId) ?? []
      items.push({ ...delivery, value: report.value })
      companies.set(companyId, items)
    }
    await allOf([...companies.values()].map(handleCompany))
  }

  return {
    handle,
    start: async () => {
      consumer = await eventBus.consume({
        topic: TOPICS.reports,
        group: 'inbound',
        batchSize: BATCH,
        onBatch: handle,
      })
    },
    stop: async () => {
      await consumer?.stop()
      consumer = null
    },
  }
}
