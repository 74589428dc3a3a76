import { type AnyEvent, type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError, ErrorCode } from '@guiche/contracts/errors.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { PROCESS_GROUPS } from '@guiche/contracts/topics.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import { sideBySide } from '@guiche/infra/side-by-side.js'
import { within } from '@guiche/infra/within.js'
import type { RefreshTokens } from '../auth/refresh-tokens.js'
import { removeTokens } from '../connections/api-tokens.js'
import { connectionsDecider } from '../connections/decide.js'
import { sessionDecider } from '../connections/session.js'
import { createIdentities } from '../contact/identities.js'
import { createMerge } from '../contact/merge.js'
import type { AreaDeps } from '../deps.js'
import { createDrafts } from '../drafts/drafts.js'
import { removeFormer } from '../files/former.js'
import type { Decider, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { deciders } from '../records/deciders.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import type { TicketCommand } from '../ticket/commands.js'
import { ticketDecider } from '../ticket/decide.js'
import { userDecider } from '../user/decide.js'
import type { Holdings } from '../user/holdings.js'
import type { Passwords } from '../user/passwords.js'
import { createLeftBehind } from './connection-deleted.js'
import { createMergedAway } from './merged-away.js'
import { createProcess, type Process, type ProcessDeps } from './process.js'
import { Refused } from './refused.js'
import { createStillThere, type Placed } from './still-there.js'
import { type Link, pageOfActiveTickets } from './ticket-pages.js'

/** How long a handler waits for the consequences, in milliseconds; the process finishes the rest. */
const FINISH_WITHIN_MS = 5000
/** More users than any company has. */
const USERS = 5000
const USERS_AT_ONCE = 20
/** Tickets of one page. */
const TICKETS = 200

/** Events after which the tickets of imported messages are closed. */
type ClosesImported = 'connection.import-finished.v1' | 'connection.import-close-requested.v1'

/** Refusals which say that there is nothing left to do. */
const HARMLESS: ReadonlySet<ErrorCode> = new Set([
  'ERR_NO_USER_FOUND',
  'ERR_QUEUE_NOT_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_NO_QUICKMESSAGE_FOUND',
  'ERR_CONTACT_ERASED',
  'ERR_WAPP_NOT_INITIALIZED',
  // the seat of the last admin stays taken
  'ERR_LAST_ADMIN',
])

export interface CascadeDeps
  extends Omit<ProcessDeps, 'blobs' | 'records'>,
    Pick<AreaDeps, 'kernel' | 'documents' | 'blobs' | 'claims' | 'records'> {
  readonly holdings: Holdings
  readonly passwords: Passwords
  readonly refreshTokens: RefreshTokens
  readonly activeTickets: ActiveTickets
}

/**
 * What follows in other streams: a user, ticket, queue or connection was deleted, a contact was merged, a role changed, a
 * session ended.
 */
export interface Cascade {
  /** Follows every event, also those whose handler died on the way. */
  readonly process: Process
  /** For a handler, before it answers. What fails or takes too long is left to the process. */
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
  const drafts = createDrafts(deps.vault)
  const identities = createIdentities(deps)
  const merge = createMerge({ ...deps, identities })

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
  const takeOffGone = createStillThere(deps, settle)
  const mergedAway = createMergedAway(deps, settle)
  const stillThere = async (event: StoredEvent<Placed>) => {
    // whoever placed the ticket did not ask for this
    const cause = { ...becauseOf(event), actor: SYSTEM }
    await takeOffGone(event, cause)
    await mergedAway(event, cause)
  }
  /** Processes one page; gives the start of the next one, or null. */
  const unlinkTickets = async (link: Link, unlink: Unlink, cause: Meta, after: string | null) => {
    const { tickets, next } = await pageOfActiveTickets(documents, cause.companyId, link, after)
    for (const { ticketId } of tickets) {
      await command(ticketDecider, streams.ticket(ticketId), unlink, cause)
    }
    return next
  }

  /** Closes one page of the tickets that an import has opened and that have had no live message. */
  const closeImported = async (
    { data: { connectionId }, position }: StoredEvent<EventNamed<ClosesImported>>,
    cause: Meta,
    after: string | null,
  ) => {
    const tickets = await documents.find('tickets', {
      where: { companyId: cause.companyId, connectionId, imported: true, status: 'pending' },
      limit: TICKETS,
      ...(after === null ? {} : { after: [after] }),
    })
    const close = {
      kind: 'close',
      reason: 'imported',
      onlyStatus: 'pending',
      seen: position,
    } as const
    for (const { ticketId } of tickets) await command(ticketDecider, streams.ticket(ticketId), close, cause)
    return tickets.length < TICKETS ? null : (tickets.at(-1)?.id ?? null)
  }

  const usersOf = (companyId: number): Promise<UserDoc[]> =>
    documents.find('users', { where: { companyId, deleted: false }, limit: USERS })

  const userDeleted = async (userId: number, cause: Meta): Promise<void> => {
    const { state } = await kernel.load(userDecider, streams.user(userId))
    settle(await holdings.releaseAdminSeat(userId, cause))
    settle(await holdings.releaseSeat(userId, cause))
    if (state.email !== '') settle(await holdings.releaseEmail(userId, state.email, cause))
    if (state.passwordRef !== '') await deps.passwords.remove(state.passwordRef)
    await drafts.forget(cause.companyId, { userId })
    await ownRepliesGo(userId, cause)
  }

  /** Nobody else sees a user's own quick replies, so they go too, as if deleted by that user, and their files. */
  const ownRepliesGo = async (userId: number, cause: Meta): Promise<void> => {
    const { companyId } = cause
    const stream = streams.records('quick-messages', companyId)
    const decider = deciders.quickmessage
    const caller = { companyId, userId, profile: 'user', super: false } as const
    const { records } = (await kernel.load(decider, stream)).state
    for (const [id, reply] of records) {
      if (reply.userId !== userId || reply.geral === 1) continue
      await command(decider, stream, { kind: 'delete', id, caller }, followUp(cause, id))
    }
    const { state } = await kernel.load(decider, stream)
    // also those of an earlier try, which ended before it came to this
    const gone = [...state.formerFiles.keys()].filter((id) => !state.records.has(id))
    for (const id of gone) await removeFormer(deps.blobs, state.formerFiles, id)
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
    const { state } = await kernel.load(connectionsDecider, streams.connections(cause.companyId))
    await removeFormer(deps.blobs, state.formerFiles, connectionId)
    const unlink = { kind: 'unlink-connection', connectionId } as const
    for (const user of await usersOf(cause.companyId)) {
      if (user.connectionId === connectionId) {
        await command(userDecider, streams.user(user.userId), unlink, cause)
      }
    }
  }

  /** Repairs a crash between the change of a user and that of the seat. */
  const roleChanged = (userId: number, cause: Meta): Promise<void> =>
    holdings.exclusively(cause.companyId, () => settleSeat(userId, cause))

  const settleSeat = async (userId: number, cause: Meta): Promise<void> => {
    const { state } = await kernel.load(userDecider, streams.user(userId))
    const isAdmin = state.status === 'active' && state.profile === 'admin'
    settle(await (isAdmin ? holdings.takeAdminSeat(userId, cause) : holdings.releaseAdminSeat(userId, cause)))
  }

  const ownSeat = (event: StoredEvent<EventNamed<'user.created.v1' | 'user.changed.v1'>>) =>
    roleChanged(event.data.userId, becauseOf(event))

  // dependents are found in the views, which have to show everything up to the deletion
  const process = createProcess(deps, {
    name: PROCESS_GROUPS.cascade,
    // a first start has nothing to repair; later the group has an offset
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
      'ticket.opened.v1': stillThere,
      'ticket.accepted.v1': stillThere,
      'ticket.transferred.v1': stillThere,
      'ticket.reopened.v1': stillThere,
      'ticket.resumed.v1': stillThere,
      'ticket.close-undone.v1': stillThere,
      'ticket.contact-changed.v1': (event) => mergedAway(event, becauseOf(event)),
      'contact.merged.v1': async (event, { shown }) => {
        await shown('inbox')
        settle(await merge.finish(await identities.load(event.data.contactId), becauseOf(event)))
      },
      'ticket.deleted.v1': async ({ companyId, data: { ticketId } }) => {
        const users = await usersOf(companyId)
        await sideBySide(users, USERS_AT_ONCE, ({ userId }) => drafts.forget(companyId, { userId, ticketId }))
      },
      'queue.deleted.v1': async (event, { shown, after }) => {
        const { queueId } = event.data
        await shown('inbox', 'users')
        if (after === null) await queueDeleted(queueId, becauseOf(event))
        const unlink = { kind: 'unlink', because: 'queue', id: queueId } as const
        return unlinkTickets({ queueId }, unlink, becauseOf(event), after)
      },
      'connection.token-made.v1': ({ data }) => removeTokens(deps.vault, [data.formerId]),
      'connection.token-revoked.v1': ({ data }) => removeTokens(deps.vault, [data.tokenId]),
      'connection.import-finished.v1': async (event, { shown, after }) => {
        if (!event.data.closeTickets) return null
        await shown('inbox')
        return closeImported(event, becauseOf(event), after)
      },
      'connection.import-close-requested.v1': async (event, { shown, after }) => {
        await shown('inbox')
        return closeImported(event, becauseOf(event), after)
      },
      'connection.deleted.v1': async (event, { shown, after }) => {
        await shown('inbox', 'users', 'due-work')
        if (after === null) {
          await removeTokens(deps.vault, [event.data.tokenId])
          await connectionDeleted(event.data.connectionId, becauseOf(event))
        }
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
      const done = work().catch((failure: unknown) => {
        logger.warn({ err: failure, correlationId: events[0]?.correlationId }, 'left to the process')
      })
      await within(done, FINISH_WITHIN_MS, undefined)
    },
  }
}
