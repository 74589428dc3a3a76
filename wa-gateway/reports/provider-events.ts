import { DEFAULT_LANGUAGE, type Language } from '@guiche/contracts/languages.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { type Logger, wordsOf } from '../logger.js'
import type { createPictures } from '../media/pictures.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Records } from '../outbox/records.js'
import { type RequestedBy, withCorrelationId } from '../outbox/requested-by.js'
import type { InboundMessage, ProviderEvent } from '../providers/provider.js'
import type { createBlocklist } from '../sessions/blocklist.js'
import type { createHistoryReports } from '../sessions/history.js'
import type { HeldConnection } from '../sessions/session-types.js'
import { reportOf } from './from-event.js'
import { broadcastMessage, type Reporter } from './reporter.js'

export interface EventDeps {
  readonly eventBus: Pick<EventBus, 'publish'>
  readonly records: Pick<Records, 'company'>
  readonly report: Reporter['report']
  readonly history: Pick<ReturnType<typeof createHistoryReports>, 'take'>
  readonly takeBlocklist: ReturnType<typeof createBlocklist>
  readonly requestedBy: Pick<RequestedBy, 'of'>
  readonly outbox: Pick<Outbox, 'restrict'>
  readonly pictures: ReturnType<typeof createPictures>
  readonly held: ReadonlyMap<number, HeldConnection>
  readonly logger: Logger
}

type Ids = Pick<ConnectionDoc, 'companyId' | 'connectionId'>

const HOUR_SECONDS = 3_600

/** Reports an event of a connection. Resolves when the bus has kept the report. */
export const takeEvent = async (
  deps: EventDeps,
  { companyId, connectionId }: Ids,
  event: ProviderEvent,
): Promise<void> => {
  const ids = { companyId, connectionId }
  if (event.kind === 'presence') {
    const { pn, lid, presence } = event
    return broadcastMessage(deps, { kind: 'presence', ...ids, pn, lid, presence })
  }
  if (event.kind === 'blocklist') return deps.takeBlocklist(ids, event.peers)
  if (event.kind === 'old-messages' || event.kind === 'history') return deps.history.take(ids, event)
  await reportEvent(deps, ids, event)
  if (event.kind === 'refused' && event.restricted) await pauseNewChats(deps, connectionId)
  if (event.kind === 'message' && !event.message.fromMe) lookAtSender(deps, ids, event.message)
}

const reportEvent = async (deps: EventDeps, ids: Ids, event: ProviderEvent): Promise<void> => {
  const { companyId, connectionId } = ids
  const language = event.kind === 'missed-call' ? await languageOf(deps, companyId) : DEFAULT_LANGUAGE
  const report = reportOf(event, { ...ids, language })
  if (report === null) return
  const isAnswer = event.kind === 'refused' || (event.kind === 'ack' && event.fromMe)
  const request = isAnswer ? deps.requestedBy.of(connectionId, event.waId) : undefined
  await deps.report(withCorrelationId(report, request))
}

/** A call is reported once, so the default language is used while the views are away. Clients show its details. */
const languageOf = async ({ records, logger }: EventDeps, companyId: number): Promise<Language> => {
  const company = await records.company(companyId).catch((error: unknown) => {
    logger.warn({ companyId, error: wordsOf(error) }, 'the language of a company could not be read')
    return null
  })
  return company?.language ?? DEFAULT_LANGUAGE
}

const lineOf = ({ held }: EventDeps, connectionId: number) => held.get(connectionId)?.session.line() ?? null

const pauseNewChats = async (deps: EventDeps, connectionId: number): Promise<void> => {
  await deps.outbox.restrict(connectionId, HOUR_SECONDS)
  // The real duration is requested later, without delaying the events.
  lineOf(deps, connectionId)
    ?.restriction()
    .then((seconds) => (seconds === null ? undefined : deps.outbox.restrict(connectionId, seconds)))
    .catch(() => undefined)
}

/** Asks for the picture of a contact that has written, and for word of the contact's typing. */
const lookAtSender = (deps: EventDeps, ids: Ids, message: InboundMessage): void => {
  const line = lineOf(deps, ids.connectionId)
  if (line === null) return
  deps.pictures.seen(line, ids, message)
  line.watch(message.remoteJid).catch(() => undefined)
}
