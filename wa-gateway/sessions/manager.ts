import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { type Logger, wordsOf } from '../logger.js'
import type { Provider, ProviderEvent, Server, WantedHistory } from '../providers/provider.js'
import { createAppliedRequests, desiredStateOf, type End, isShownAs } from './desired-state.js'
import { createGate, OPENING } from './gate.js'
import type { Leases } from './lease.js'
import { createNoRoom } from './no-room.js'
import type { NumberCheck } from './number-check.js'
import { createRemovals } from './removals.js'
import { createSession } from './session.js'
import type { Held, StatusReport } from './session-types.js'
import { createSuspensions } from './suspensions.js'
import { createSweeper } from './sweeper.js'
import type { Timings } from './timings.js'

interface Deps {
  readonly readStore: Pick<ReadStore, 'getMany' | 'scan'>
  readonly views: ViewNames
  readonly vault: Vault
  readonly leases: Leases
  readonly provider: Provider
  readonly serverOf: (channel: ConnectionDoc['channel']) => Promise<Server | null | 'off'>
  /** the wanted history of the phone */
  readonly historyOf: (connectionId: number) => Promise<WantedHistory>
  /** the error why a newly linked number is refused, null if accepted */
  readonly refusalOf: NumberCheck
  readonly timings: Timings
  readonly maxSessions: number
  readonly chance: () => number
  readonly now: () => number
  readonly logger: Logger
  /** resolves when the report is stored */
  readonly onStatus: (doc: ConnectionDoc, status: StatusReport) => Promise<void>
  readonly onCode: (
    doc: ConnectionDoc,
    code: { readonly qrcode: string; readonly pairingCode: string },
  ) => void
  readonly onEvent: (doc: ConnectionDoc, event: ProviderEvent) => Promise<void>
  /** a session came up, or a connection was taken over or given back */
  readonly onChange: (connectionId: number) => void
}

export interface Manager {
  /** Looks at all connections, then keeps looking. */
  start(): Promise<void>
  /** Checks one connection now, after a change. */
  look(connectionId: number): Promise<void>
  /** Unlinks and forgets a connection that was deleted. */
  remove(companyId: number, connectionId: number): Promise<void>
  held(connectionId: number): Held | undefined
  all(): readonly Held[]
  /** Closes every socket, brings none up until `resume`, and lets the leases run out. */
  suspend(): Promise<void>
  resume(): Promise<void>
  /** Closes every socket and gives every lease back. */
  stop(): Promise<void>
}

export const createManager = (deps: Deps): Manager => {
  const { provider, leases, timings, logger } = deps
  const applied = createAppliedRequests(deps.vault)
  const suspensions = createSuspensions(deps)
  const removals = createRemovals(deps.vault)
  const noRoom = createNoRoom({ leases, onStatus: deps.onStatus, logger })
  const held = new Map<number, Held>()
  /** one task after another for each connection */
  const inOrder = createSerialQueue<number>()
  /** connections that this process ended and reported: an older document must not report them again */
  const ended = new Set<number>()
  /** being claimed: they need room, too */
  let claiming = 0
  const gate = createGate(OPENING)
  let suspended = false
  let stopped = false
  let renewer: NodeJS.Timeout | undefined

  const inTurn = (connectionId: number, work: () => Promise<void>): Promise<void> =>
    inOrder(connectionId, work).catch((error: unknown) => {
      logger.error({ connectionId, error: wordsOf(error) }, 'a connection could not be looked after')
      sweeper.again(connectionId)
    })

  const docOf = async (connectionId: number): Promise<ConnectionDoc | null> => {
    const collection = await deps.views.collection('connections')
    const id = String(connectionId)
    return (await deps.readStore.getMany<ConnectionDoc>(collection, [id])).get(id) ?? null
  }

  const letGo = async (connectionId: number): Promise<void> => {
    const found = held.get(connectionId)
    if (found === undefined) return
    held.delete(connectionId)
    await found.session.close()
    await found.lease.release().catch((error: unknown) => {
      logger.warn({ connectionId, error: wordsOf(error) }, 'a lease could not be given back')
    })
    deps.onChange(connectionId)
  }

  /** Null while another process has it, or while there is no room for one that is `toRun`. */
  const take = async (doc: ConnectionDoc, toRun: boolean): Promise<Held | null> => {
    const { connectionId, companyId } = doc
    const found = held.get(connectionId)
    if (found !== undefined) return found
    if (toRun && held.size + claiming >= deps.maxSessions) {
      sweeper.again(connectionId)
      await noRoom.tell(doc)
      return null
    }
    claiming += 1
    const lease = await leases.claim(connectionId).finally(() => {
      claiming -= 1
    })
    if (lease === null) {
      sweeper.again(connectionId)
      return null
    }
    noRoom.over(connectionId)
    const session = createSession({
      companyId,
      connectionId,
      number: doc.number,
      linkedNumber: doc.linkedNumber ?? null,
      refusalOf: (number) => deps.refusalOf(companyId, connectionId, number),
      provider,
      server: () => deps.serverOf(doc.channel),
      history: () => deps.historyOf(connectionId),
      lease,
      gate,
      timings,
      chance: deps.chance,
      now: deps.now,
      logger,
      onStatus: (status) => {
        void deps.onStatus(doc, status)
        deps.onChange(connectionId)
      },
      onCode: (code) => deps.onCode(doc, code),
      onEvent: (event) => deps.onEvent(doc, event),
      onSuspended: (seconds) => {
        sweeper.again(connectionId)
        return suspensions.begin(connectionId, seconds, lease.fence)
      },
      onEnd: (end) => {
        inTurn(connectionId, () => (end === null ? letGo(connectionId) : finish(connectionId, end)))
      },
    })
    const taken = { doc, lease, session }
    held.set(connectionId, taken)
    return taken
  }

  const down = (doc: ConnectionDoc, reason: ErrorCode | null, number: string | null): Promise<void> =>
    deps.onStatus(doc, { status: 'DISCONNECTED', reason, number, retries: 0 })

  /** Gives a connection back that nobody is to bring up before it is asked for. */
  const finish = async (connectionId: number, end: End): Promise<void> => {
    const found = held.get(connectionId)
    if (found === undefined) return
    ended.add(connectionId)
    await applied.end(connectionId, end, found.lease.fence).finally(() => letGo(connectionId))
  }

  const apply = async (doc: ConnectionDoc, request: ConnectionDoc['request'], number: string | null) => {
    const { connectionId } = doc
    const isOurs = held.has(connectionId)
    const taken = await take(doc, request !== 'stop')
    if (taken === null) return
    // another process may have applied the request right before it released the connection
    const { applied: before } = await applied.get(connectionId)
    if (!isOurs && before !== null && before >= (doc.requestPosition ?? '')) return letGo(connectionId)
    const { session, lease } = taken
    const forgets = request === 'new-qr' || request === 'pairing-code' || request === 'stop'
    if (forgets) {
      await session.logout()
      const fence = await lease.line()
      if (fence === null || (await provider.forget(connectionId, fence)) === 'fenced')
        return letGo(connectionId)
    }
    await applied.set(connectionId, doc.requestPosition ?? '', lease.fence)
    ended.delete(connectionId)
    if (request === 'stop') {
      void down(doc, null, null)
      return finish(connectionId, { reason: null, number: null })
    }
    if (request === 'start' && session.line() !== null) return
    session.run(request === 'pairing-code' ? number : null, true)
  }

  const lookAt = async (doc: ConnectionDoc): Promise<void> => {
    const { connectionId } = doc
    if (stopped) return
    if (suspended) return sweeper.again(connectionId)
    const paired = await provider.isPaired(connectionId)
    const past = await applied.get(connectionId)
    const desired = desiredStateOf(doc, past, paired)
    if (desired.kind === 'apply') return apply(doc, desired.request, desired.number)
    if (paired && !held.has(connectionId) && (await suspensions.isOver(doc))) {
      logger.info({ connectionId, reason: doc.reason }, 'what kept a connection down is over')
      const again = await take(doc, true)
      if (again === null) return
      await applied.resume(connectionId, again.lease.fence)
      return again.session.run(null)
    }
    const here = held.get(connectionId)
    if (here?.lease.held() && !isShownAs(doc, here.session.said()))
      return void deps.onStatus(doc, here.session.said())
    if (desired.kind === 'nothing' || here !== undefined) return
    // told by this very process, and the view only lags
    if (ended.has(connectionId) && past.end !== null) return
    const taken = await take(doc, desired.kind === 'resume')
    if (taken === null) return
    if (desired.kind === 'resume') return taken.session.run(null)
    void down(doc, desired.reason, desired.number)
    await letGo(connectionId)
  }

  const remove = (companyId: number, connectionId: number): Promise<void> =>
    inTurn(connectionId, async () => {
      if (stopped || (await removals.left([connectionId])).length === 0) return
      const lease = held.get(connectionId)?.lease ?? (await leases.claim(connectionId))
      if (lease === null) return
      await held.get(connectionId)?.session.logout()
      const fence = await lease.line()
      if (fence !== null) await provider.forget(connectionId, fence)
      await provider.erase(companyId, connectionId)
      await removals.done(connectionId, lease.fence)
      if (held.has(connectionId)) await letGo(connectionId)
      else await lease.release()
    })

  const sweeper = createSweeper({
    ...deps,
    applied,
    removals,
    said: (connectionId) => held.get(connectionId)?.session.said(),
    look: (doc) => inTurn(doc.connectionId, () => lookAt(doc)),
    remove: ({ companyId, connectionId }) => remove(companyId, connectionId),
  })

  // While the vault is away the leases run out by themselves.
  const notRenewed = (error: unknown) => logger.warn({ error: wordsOf(error) }, 'leases are not renewed')
  const letLostGo = (): void => {
    for (const [connectionId, { lease }] of held) {
      if (lease.held()) continue
      logger.warn({ connectionId }, 'the lease of a connection is lost')
      inTurn(connectionId, () => letGo(connectionId))
      sweeper.again(connectionId)
    }
  }

  const closeAll = () => Promise.all([...held.values()].map(({ session }) => session.close()))

  return {
    start: async () => {
      stopped = false
      await sweeper.start()
      renewer = setInterval(() => {
        // If this gateway can tell nothing, another one that can may take its connections over.
        if (!suspended) leases.renew().then(letLostGo, notRenewed)
      }, timings.leaseMs / 3)
      renewer.unref()
    },
    look: (connectionId) =>
      inTurn(connectionId, async () => {
        const doc = await docOf(connectionId)
        if (doc !== null) await lookAt(doc)
      }),
    remove,
    held: (connectionId) => held.get(connectionId),
    all: () => [...held.values()],
    suspend: async () => {
      suspended = true
      await closeAll()
      // waits for running checks
      await inOrder.idle()
      if (suspended) await closeAll()
    },
    resume: async () => {
      suspended = false
      await leases.renew().catch(notRenewed)
      if (suspended) return
      letLostGo()
      for (const { lease, session } of held.values()) if (lease.held()) session.run(null)
    },
    stop: async () => {
      stopped = true
      sweeper.stop()
      clearInterval(renewer)
      await inOrder.idle()
      await Promise.all([...held.keys()].map(letGo))
      await leases.leave().catch(() => undefined)
    },
  }
}
