import { setTimeout as sleep } from 'node:timers/promises'
import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { AnyEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import type { DomainError, ErrorCode } from '@guiche/contracts/errors.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Passwords } from '../auth/passwords.js'
import type { RefreshTokens } from '../auth/refresh-tokens.js'
import { connectionsDecider } from '../connections/decide.js'
import { sessionDecider } from '../connections/session.js'
import { followUp } from '../http/meta.js'
import type { Decider, Kernel, Meta } from '../kernel/kernel.js'
import type { TicketCommand } from '../ticket/commands.js'
import { ticketDecider } from '../ticket/decide.js'
import type { Places } from '../ticket/place.js'
import { userDecider } from '../user/decide.js'
import type { Holdings } from '../user/holdings.js'
import { activeTickets, type Link } from './active-tickets.js'
import { createLeftBehind } from './connection-deleted.js'
import { createProcess, type Process, type ProcessDeps } from './process.js'
import { Refused } from './refused.js'

/** How long a handler waits for what follows, in milliseconds; the process finishes what takes longer. */
const PATIENCE_MS = 5000
/** More users than any company has. */
const USERS = 5000

/** Refusals which say that there is nothing left to do. */
const HARMLESS: ReadonlySet<ErrorCode> = new Set([
  'ERR_NO_USER_FOUND',
  'ERR_QUEUE_NOT_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_CONTACT_ERASED',
  'ERR_WAPP_NOT_INITIALIZED',
  // the seat of the last admin stays taken
  'ERR_LAST_ADMIN',
])

export interface CascadeDeps extends ProcessDeps {
  readonly kernel: Kernel
  readonly documents: Documents
  readonly holdings: Holdings
  readonly passwords: Passwords
  readonly refreshTokens: RefreshTokens
  readonly places: Places
}

/** What follows in other streams when a user, queue or connection is deleted, a role changes or a session ends. */
export interface Cascade {
  /** Follows every event, also those whose handler died on the way. */
  readonly process: Process
  /** For a handler, before it answers. What fails or lasts here, the process does again. */
  finish(events: readonly StoredEvent[]): Promise<void>
}

type Unlink = Extract<TicketCommand, { kind: 'unlink' }>

/** What a reaction to an event starts from; the ids of what it commands are derived from it. */
const becauseOf = (event: StoredEvent): Meta => ({
  commandId: event.id,
  companyId: event.companyId,
  actor: event.actor,
  correlationId: event.correlationId,
})

/** One derived command id an item, so that doing it twice, in the handler and in the process, is doing it once. */
export const createCascade = (deps: CascadeDeps): Cascade => {
  const { kernel, documents, holdings, logger } = deps

  const settle = (result: Result<unknown, DomainError>): void => {
    if (!result.ok && !HARMLESS.has(result.error.code)) throw new Refused(result.error.code)
  }
  const command = async <S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    wanted: C,
    cause: Meta,
  ): Promise<void> => settle(await kernel.execute(decider, stream, wanted, followUp(cause, stream)))

  const leftBehind = createLeftBehind(deps, settle)
  /** One page; gives where the next one begins, or null. */
  const unlinkTickets = async (link: Link, unlink: Unlink, cause: Meta, after: string | null) => {
    const { tickets, next } = await activeTickets(documents, cause.companyId, link, after)
    for (const { ticketId } of tickets) {
      await command(ticketDecider, streams.ticket(ticketId), unlink, cause)
    }
    return next
  }

  const usersOf = (companyId: number): Promise<UserDoc[]> =>
    documents.find<UserDoc>({
      collection: COLLECTIONS.users,
      where: { companyId, deleted: false },
      sort: [['id', 1]],
      limit: USERS,
    })

  const userDeleted = async (userId: number, cause: Meta): Promise<void> => {
    const { state } = await kernel.load(userDecider, streams.user(userId))
    settle(await holdings.releaseAdminSeat(userId, cause))
    settle(await holdings.releaseSeat(userId, cause))
    if (state.email !== '') settle(await holdings.releaseEmail(userId, state.email, cause))
    if (state.passwordRef !== '') await deps.passwords.remove(state.passwordRef)
  }

  const queueDeleted = async (queueId: number, cause: Meta): Promise<void> => {
    const unlink = { kind: 'unlink-queue', queueId } as const
    await command(connectionsDecider, streams.connections(cause.companyId), unlink, cause)
    for (const user of await usersOf(cause.companyId)) {
      if (user.queueIds.includes(queueId))
        await command(userDecider, streams.user(user.userId), unlink, cause)
    }
  }

  const connectionDeleted = async (connectionId: number, cause: Meta): Promise<void> => {
    const stop = { kind: 'stop', connectionId, ended: true } as const
    await command(sessionDecider, streams.connection(connectionId), stop, cause)
    const unlink = { kind: 'unlink-connection', connectionId } as const
    for (const user of await usersOf(cause.companyId)) {
      if (user.connectionId === connectionId) {
        await command(userDecider, streams.user(user.userId), unlink, cause)
      }
    }
  }

  /** A crash between a user's change and the seat is made good here. */
  const roleChanged = (userId: number, cause: Meta): Promise<void> =>
    holdings.inTurn(cause.companyId, () => settleSeat(userId, cause))

  const settleSeat = async (userId: number, cause: Meta): Promise<void> => {
    const { state } = await kernel.load(userDecider, streams.user(userId))
    const isAdmin = state.status === 'active' && state.profile === 'admin'
    settle(await (isAdmin ? holdings.takeAdminSeat(userId, cause) : holdings.releaseAdminSeat(userId, cause)))
  }

  const ownSeat = (event: StoredEvent<EventNamed<'user.created.v1' | 'user.changed.v1'>>) =>
    roleChanged(event.data.userId, becauseOf(event))

  // what hangs on a deleted thing is found in the views, which have to show everything up to its end
  const process = createProcess(deps, {
    name: 'cascade',
    // a first start has nothing to make good; after it the group has a place of its own
    begin: 'now',
    lane: ({ stream }) => stream,
    on: {
      'user.session-ended.v1': ({ data }) => deps.refreshTokens.end(data.sessionId),
      'user.created.v1': ownSeat,
      'user.changed.v1': ownSeat,
      'user.deleted.v1': async (event, { shown, after }) => {
        const { userId } = event.data
        await shown('inbox')
        if (after === null) await userDeleted(userId, becauseOf(event))
        const unlink = { kind: 'unlink', because: 'user', id: userId } as const
        return unlinkTickets({ userId }, unlink, becauseOf(event), after)
      },
      'queue.deleted.v1': async (event, { shown, after }) => {
        const { queueId } = event.data
        await shown('inbox', 'users')
        if (after === null) await queueDeleted(queueId, becauseOf(event))
        const unlink = { kind: 'unlink', because: 'queue', id: queueId } as const
        return unlinkTickets({ queueId }, unlink, becauseOf(event), after)
      },
      'connection.deleted.v1': async (event, { shown, after }) => {
        await shown('inbox', 'users', 'due-work')
        if (after === null) await connectionDeleted(event.data.connectionId, becauseOf(event))
        return leftBehind(event.data, becauseOf(event), after)
      },
    },
  })

  return {
    process,
    finish: async (events) => {
      const work = async () => {
        for (const event of events) await process.react(event)
      }
      const patience = new AbortController()
      const done = work().catch((failure: unknown) => {
        logger.warn({ err: failure }, 'left to the process')
      })
      await Promise.race([done, sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
    },
  }
}
