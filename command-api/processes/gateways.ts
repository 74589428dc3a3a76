import { SYSTEM } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { waitingReasonOf } from '@guiche/contracts/views/present.js'
import { isReachable } from '@guiche/infra/event-bus/is-reachable.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { GATEWAY_PREFIX } from '@guiche/infra/lease/gateways.js'
import { inParallel } from '@guiche/infra/parallel.js'
import { pagesOf } from '@guiche/infra/records/documents.js'
import { sessionDecider } from '../connections/session.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { type BackgroundWork, createRunningLoop } from './running.js'

/** Between two looks, in milliseconds. A gateway renews its lease more often. */
const POLL_MS = 5_000
/** Number of polls without a sign of life that exceeds a restart. After as many more the silence is reported again. */
const SILENT_LOOKS = 9
/** Maximum of connections notified at the same time. */
const AT_ONCE = 20

/** Signs of life from gateways so far. */
export interface SignsOfLife {
  /** their leases at the last look; null = not looked yet */
  readonly signs: string | null
  /** number of polls without a change */
  readonly silentLooks: number
}
export const NOTHING_HEARD: SignsOfLife = { signs: null, silentLooks: 0 }

/**
 * Takes one more poll. Polls are counted instead of time: a suspended machine or an absent vault silences no gateway.
 * Pure.
 */
export const noteSigns = (before: SignsOfLife, signs: string): SignsOfLife => ({
  signs,
  silentLooks: before.signs === signs ? before.silentLooks + 1 : 0,
})

/** Whether to report now that no gateway runs. Pure. */
export const isToTell = ({ silentLooks }: SignsOfLife): boolean =>
  silentLooks > 0 && silentLooks % SILENT_LOOKS === 0

/** True if the views show the connection as running, or if a user's request is the connection's last change. */
const seemsRunning = (doc: ConnectionDoc): boolean =>
  waitingReasonOf(doc) !== 'no-gateway' &&
  (doc.status !== 'DISCONNECTED' || doc.requestPosition === doc.position)

/**
 * Polls whether any gateway renews its lease. Without one, each connection that seems to run is shown as waiting. The
 * next gateway reports the real states when it starts. Several instances may poll, because the same event is appended
 * only once.
 */
export const createGatewayWatch = (
  deps: Pick<AreaDeps, 'vault' | 'eventBus' | 'documents' | 'kernel' | 'logger' | 'running'>,
): BackgroundWork & { look(): Promise<void> } => {
  const { vault, eventBus, documents, kernel, logger } = deps
  let heard = NOTHING_HEARD

  const signs = async (): Promise<string> => {
    const leases = await vault.getMany(await vault.list(GATEWAY_PREFIX))
    return [...leases]
      .map(([key, { epoch }]) => `${key}:${epoch}`)
      .sort()
      .join(' ')
  }
  const tell = async ({ id, companyId, connectionId, position }: ConnectionDoc): Promise<void> => {
    const commandId = derivedUuid('no-gateway', id, position)
    const meta: Meta = { commandId, companyId, actor: SYSTEM, correlationId: commandId }
    const command = { kind: 'no-gateway', connectionId } as const
    try {
      await kernel.execute(sessionDecider, streams.connection(connectionId), command, meta)
    } catch (failure) {
      logger.warn({ err: failure, companyId, connectionId }, 'it cannot be told that no gateway runs')
    }
  }
  const tellAll = async (): Promise<void> => {
    logger.warn('no gateway renews its lease: connections are shown as waiting for one')
    for await (const page of pagesOf(documents, 'connections', {})) {
      // a gateway may be back by now
      if (loop.stopped || (await signs()) !== heard.signs) return
      await inParallel(page.filter(seemsRunning), AT_ONCE, tell)
    }
  }
  const look = async (): Promise<void> => {
    const before = heard
    // stays empty while vault or bus is away: gateways that cannot report do not renew their leases
    heard = NOTHING_HEARD
    if (!(await isReachable(eventBus))) return
    heard = noteSigns(before, await signs())
    if (isToTell(heard)) await tellAll()
  }
  const loop = createRunningLoop(deps, () => look().finally(() => loop.wakeIn(POLL_MS)), {
    onFailure: (failure) => logger.warn({ err: failure }, 'it is not known whether a gateway runs'),
  })
  return { look, start: loop.wake, stop: loop.stop }
}
