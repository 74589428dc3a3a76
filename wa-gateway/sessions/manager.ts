import { pick } from '@guiche/contracts/pick.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { wordsOf } from '../logger.js'
import type { Server, WantedHistory } from '../providers/provider.js'
import { createAppliedRequests, desiredStateOf, isShownAs, type SessionEnd } from './desired-state.js'
import { createGate, MAX_OPENING } from './gate.js'
import type { Lease } from './lease.js'
import { createNoRoom } from './no-room.js'
import type { NumberCheck } from './number-check.js'
import { createRemovals } from './removals.js'
import { createSession, type SessionDeps } from './session.js'
import type { HeldConnection, Session, StatusReport } from './session-types.js'
import { createSuspensions } from './suspensions.js'
import { createSweeper, type SweeperDeps } from './sweeper.js'

interface Deps
  extends Pick<SessionDeps, 'provider' | 'timings' | 'chance' | 'now' | 'logger' | 'events'>,
    Pick<SweeperDeps, 'readStore' | 'views' | 'leases'> {
  readonly vault: Vault
  /** connections that this process owns; written here alone */
  readonly held: Map<number, HeldConnection>
  readonly serverOf: (channel: ConnectionDoc['channel']) => Promise<Server | null | 'off'>
  /** the wanted history of the phone */
  readonly historyOf: (connectionId: number) => Promise<WantedHistory>
  /** the error why a newly linked number is refused, null if accepted */
  readonly refusalOf: NumberCheck
  readonly maxSessions: number
  /** resolves when the report is stored */
  readonly onStatus: (doc: ConnectionDoc, status: StatusReport) => Promise<void>
  readonly onCode: (doc: ConnectionDoc, code: Parameters<SessionDeps['onCode']>[0]) => void
  /** a session came up, or a connection was taken over or released */
  readonly onChange: (connectionId: number) => void
}

const newState = (deps: Deps) => ({
  applied: createAppliedRequests(deps.vault),
  suspensions: createSuspensions(deps),
  removals: createRemovals(deps.vault),
  noRoom: createNoRoom(deps),
  gate: createGate(MAX_OPENING),
  /** one task after another for each connection */
  inOrder: createSerialQueue<number>(),
  /** connections that this process ended and reported: an older document must not report them again */
  ended: new Set<number>(),
  /** being claimed: they need room, too */
  claiming: 0,
  suspended: false,
  stopped: false,
  renewer: undefined as NodeJS.Timeout | undefined,
})

interface ManagerState extends Deps, ReturnType<typeof newState> {
  readonly sweeper: ReturnType<typeof createSweeper>
}

const inTurn = (
  { inOrder, sweeper, logger }: ManagerState,
  connectionId: number,
  work: () => Promise<void>,
): Promise<void> =>
  inOrder(connectionId, work).catch((error: unknown) => {
    logger.error({ connectionId, error: wordsOf(error) }, 'a connection could not be looked after')
    sweeper.again(connectionId)
  })

/** Brings a connection to the state that its document asks for. */
const applyDesiredState = async (manager: ManagerState, doc: ConnectionDoc): Promise<void> => {
  const { applied, held, ended, logger } = manager
  const { connectionId } = doc
  if (manager.stopped) return
  if (manager.suspended) return manager.sweeper.again(connectionId)
  const paired = await manager.provider.isPaired(connectionId)
  const past = await applied.get(connectionId)
  const desired = desiredStateOf(doc, past, paired)
  if (desired.kind === 'apply') return applyRequest(manager, doc, desired.request, desired.number)
  if (paired && !held.has(connectionId) && (await manager.suspensions.isOver(doc))) {
    logger.info({ connectionId, reason: doc.reason }, 'what kept a connection down is over')
    const again = await takeConnection(manager, doc, true)
    if (again === null) return
    await applied.resume(connectionId, again.lease.fence)
    return again.session.run(null)
  }
  const here = held.get(connectionId)
  if (here?.lease.held() && !isShownAs(doc, here.session.said()))
    return void manager.onStatus(doc, here.session.said())
  if (desired.kind === 'nothing' || here !== undefined) return
  // This process has reported the end itself, and the view only lags.
  if (ended.has(connectionId) && past.end !== null) return
  const taken = await takeConnection(manager, doc, desired.kind === 'resume')
  if (taken === null) return
  if (desired.kind === 'resume') return taken.session.run(null)
  void reportDown(manager, doc, desired)
  await letGo(manager, connectionId)
}

/** Applies a user's request to a connection. */
const applyRequest = async (
  manager: ManagerState,
  doc: ConnectionDoc,
  request: ConnectionDoc['request'],
  number: string | null,
): Promise<void> => {
  const { applied, held } = manager
  const { connectionId } = doc
  const isOurs = held.has(connectionId)
  const taken = await takeConnection(manager, doc, request !== 'stop')
  if (taken === null) return
  // another process may have applied the request right before it released the connection
  const { applied: before } = await applied.get(connectionId)
  if (!isOurs && before !== null && before >= (doc.requestPosition ?? '')) return letGo(manager, connectionId)
  const { session, lease } = taken
  const forgets = request === 'new-qr' || request === 'pairing-code' || request === 'stop'
  if (forgets) {
    await session.logout()
    const fence = await lease.line()
    if (fence === null || (await manager.provider.forget(connectionId, fence)) === 'fenced')
      return letGo(manager, connectionId)
  }
  await applied.set(connectionId, doc.requestPosition ?? '', lease.fence)
  manager.ended.delete(connectionId)
  if (request === 'stop') {
    const end = { reason: null, number: null }
    void reportDown(manager, doc, end)
    return finishSession(manager, connectionId, end)
  }
  if (request === 'start' && session.line() !== null) return
  session.run(request === 'pairing-code' ? number : null, true)
}

/** Null if another process has the lease, or if there is no room for a connection that is `toRun`. */
const takeConnection = async (
  manager: ManagerState,
  doc: ConnectionDoc,
  toRun: boolean,
): Promise<HeldConnection | null> => {
  const { held, noRoom, sweeper } = manager
  const { connectionId } = doc
  const found = held.get(connectionId)
  if (found !== undefined) return found
  if (toRun && held.size + manager.claiming >= manager.maxSessions) {
    sweeper.again(connectionId)
    await noRoom.tell(doc)
    return null
  }
  manager.claiming += 1
  const lease = await manager.leases.claim(connectionId).finally(() => {
    manager.claiming -= 1
  })
  if (lease === null) {
    sweeper.again(connectionId)
    return null
  }
  noRoom.over(connectionId)
  const taken = { doc, lease, session: sessionOf(manager, doc, lease) }
  held.set(connectionId, taken)
  return taken
}

const sessionOf = (manager: ManagerState, doc: ConnectionDoc, lease: Lease): Session => {
  const { connectionId, companyId, number } = doc
  return createSession({
    ...pick(manager, 'provider', 'gate', 'timings', 'chance', 'now', 'logger', 'events'),
    ...{ companyId, connectionId, number, lease },
    linkedNumber: doc.linkedNumber ?? null,
    refusalOf: (linked) => manager.refusalOf(companyId, connectionId, linked),
    server: () => manager.serverOf(doc.channel),
    history: () => manager.historyOf(connectionId),
    onStatus: (status) => {
      void manager.onStatus(doc, status)
      manager.onChange(connectionId)
    },
    onCode: (code) => manager.onCode(doc, code),
    onSuspended: (seconds) => {
      manager.sweeper.again(connectionId)
      return manager.suspensions.begin(connectionId, seconds, lease.fence)
    },
    onEnd: (end) => {
      inTurn(manager, connectionId, () =>
        end === null ? letGo(manager, connectionId) : finishSession(manager, connectionId, end),
      )
    },
  })
}

const reportDown = (
  { onStatus }: ManagerState,
  doc: ConnectionDoc,
  { reason, number }: SessionEnd,
): Promise<void> => onStatus(doc, { status: 'DISCONNECTED', reason, number, retries: 0 })

/** Gives a connection back that nobody is to bring up before it is asked for. */
const finishSession = async (manager: ManagerState, connectionId: number, end: SessionEnd): Promise<void> => {
  const found = manager.held.get(connectionId)
  if (found === undefined) return
  manager.ended.add(connectionId)
  await manager.applied.end(connectionId, end, found.lease.fence).finally(() => letGo(manager, connectionId))
}

const letGo = async ({ held, logger, onChange }: ManagerState, connectionId: number): Promise<void> => {
  const found = held.get(connectionId)
  if (found === undefined) return
  held.delete(connectionId)
  await found.session.close()
  await found.lease.release().catch((error: unknown) => {
    logger.warn({ connectionId, error: wordsOf(error) }, 'a lease could not be given back')
  })
  onChange(connectionId)
}

const removeConnection = async (
  manager: ManagerState,
  companyId: number,
  connectionId: number,
): Promise<void> => {
  const { held, removals, provider } = manager
  if (manager.stopped || (await removals.left([connectionId])).length === 0) return
  const lease = held.get(connectionId)?.lease ?? (await manager.leases.claim(connectionId))
  if (lease === null) return
  await held.get(connectionId)?.session.logout()
  const fence = await lease.line()
  if (fence !== null) await provider.forget(connectionId, fence)
  await provider.erase(companyId, connectionId)
  await removals.done(connectionId, lease.fence)
  if (held.has(connectionId)) await letGo(manager, connectionId)
  else await lease.release()
}

/** Renews the leases. False in an outage of the vault: the leases then expire. */
const renewLeases = async ({ leases, logger }: ManagerState): Promise<boolean> => {
  try {
    await leases.renew()
    return true
  } catch (error) {
    logger.warn({ error: wordsOf(error) }, 'leases are not renewed')
    return false
  }
}

const letLostGo = (manager: ManagerState): void => {
  for (const [connectionId, { lease }] of manager.held) {
    if (lease.held()) continue
    manager.logger.warn({ connectionId }, 'the lease of a connection is lost')
    inTurn(manager, connectionId, () => letGo(manager, connectionId))
    manager.sweeper.again(connectionId)
  }
}

const closeAll = ({ held }: ManagerState) =>
  Promise.all([...held.values()].map(({ session }) => session.close()))

/** Runs sessions of connections: claims them, applies requests, and gives connections back. */
export const createManager = (deps: Deps) => {
  const { leases, held, timings } = deps
  const state = newState(deps)
  const removeInTurn = (companyId: number, connectionId: number): Promise<void> =>
    inTurn(manager, connectionId, () => removeConnection(manager, companyId, connectionId))
  const sweeper = createSweeper({
    ...deps,
    ...pick(state, 'applied', 'removals'),
    said: (connectionId) => held.get(connectionId)?.session.said(),
    look: (doc) => inTurn(manager, doc.connectionId, () => applyDesiredState(manager, doc)),
    remove: ({ companyId, connectionId }) => removeInTurn(companyId, connectionId),
  })
  const manager: ManagerState = { ...deps, ...state, sweeper }
  return {
    /** Checks all connections, then checks them periodically. */
    start: async (): Promise<void> => {
      manager.stopped = false
      await sweeper.start()
      manager.renewer = setInterval(async () => {
        // If this gateway cannot report anything, another gateway may take its connections over.
        if (!manager.suspended && (await renewLeases(manager))) letLostGo(manager)
      }, timings.leaseMs / 3).unref()
    },
    /** Checks one connection now, after a change. */
    look: (connectionId: number): Promise<void> =>
      inTurn(manager, connectionId, async () => {
        const collection = await deps.views.collection('connections')
        const id = String(connectionId)
        const doc = (await deps.readStore.getMany<ConnectionDoc>(collection, [id])).get(id)
        if (doc !== undefined) await applyDesiredState(manager, doc)
      }),
    /** Unlinks and forgets a connection that was deleted. */
    remove: removeInTurn,
    /** Closes every socket, brings none up until `resume`, and lets the leases run out. */
    suspend: async (): Promise<void> => {
      manager.suspended = true
      await closeAll(manager)
      // waits for running checks
      await manager.inOrder.idle()
      if (manager.suspended) await closeAll(manager)
    },
    resume: async (): Promise<void> => {
      manager.suspended = false
      await renewLeases(manager)
      if (manager.suspended) return
      letLostGo(manager)
      for (const { lease, session } of held.values()) if (lease.held()) session.run(null)
    },
    /** Closes every socket and gives every lease back. */
    stop: async (): Promise<void> => {
      manager.stopped = true
      sweeper.stop()
      clearInterval(manager.renewer)
      await manager.inOrder.idle()
      await Promise.all([...held.keys()].map((connectionId) => letGo(manager, connectionId)))
      await leases.leave().catch(() => undefined)
    },
  }
}
