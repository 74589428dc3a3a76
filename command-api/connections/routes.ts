import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { HistoryWish } from '@guiche/contracts/message/history-import.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { ConnectionBody } from '@guiche/contracts/routes/connections.js'
import { connectionRoutes } from '@guiche/contracts/routes/connections.js'
import {
  type ConnectionSettings,
  NO_CONNECTION_SETTINGS,
} from '@guiche/contracts/settings/connection-settings.js'
import { streams } from '@guiche/contracts/streams.js'
import { type CallOf, type Route, type SignedInCall, serving } from '@guiche/infra/http/route.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp, metaOf } from '../kernel/meta.js'
import type { FinishEvents } from '../processes/consequences.js'
import { absentQueue } from '../records/absent-record.js'
import { currentAllowance } from '../records/allowance.js'
import { refuseIfInUse } from '../records/in-use.js'
import type { ApiTokens } from './api-tokens.js'
import { type ConnectionFields, connectionsDecider } from './decide.js'
import { historyDecider, isWindow } from './history.js'
import { greetingFile } from './media.js'
import { sessionDecider } from './session.js'
import { createSessionRequests } from './session-requests.js'

export interface ConnectionRoutesDeps
  extends Pick<
    AreaDeps,
    'kernel' | 'sequences' | 'commandIds' | 'records' | 'clock' | 'blobs' | 'vault' | 'documents'
  > {
  readonly finish: FinishEvents
  readonly apiTokens: ApiTokens
  /** whether connections to the simulator are offered */
  readonly simulator: boolean
}

const SETTINGS = Object.keys(NO_CONNECTION_SETTINGS) as (keyof ConnectionSettings)[]

/** Null empties a setting, absent keeps it. */
const fieldsOf = ({ name, queueIds, ...body }: ConnectionBody): ConnectionFields => ({
  name,
  ...(queueIds === undefined ? {} : { queueIds }),
  ...Object.fromEntries(
    SETTINGS.filter((setting) => body[setting] !== undefined).map((setting) => [
      setting,
      body[setting] ?? NO_CONNECTION_SETTINGS[setting],
    ]),
  ),
})

/** An end that is so near to now means "until now": clients fill in the minute of saving. */
const NOW_MS = 60_000

/**
 * The period of old messages that a body asks for, or null. "Until now" includes messages written before the phone is
 * linked.
 */
const wishOf = (body: ConnectionBody, now: string): HistoryWish | null => {
  const from = body.importOldMessages ?? null
  if (from === null) return null
  const to = new Date(body.importRecentMessages ?? now).toISOString()
  return {
    from: new Date(from).toISOString(),
    to,
    groups: body.importOldMessagesGroups ?? false,
    closeTickets: body.closedTicketsPostImported ?? false,
    ...(Date.parse(to) >= Date.parse(now) - NOW_MS && { untilLinked: true as const }),
  }
}

const depsOf = (deps: ConnectionRoutesDeps) => ({
  ...deps,
  sessions: createSessionRequests(deps.kernel),
  file: greetingFile(deps),
})
/** Dependencies of the handlers. */
type Deps = ReturnType<typeof depsOf>
type Call<K extends keyof typeof connectionRoutes & string> = CallOf<K, (typeof connectionRoutes)[K]>

/** The error for a queue of the body that is not one of the company's. */
const absentQueueOf = (deps: Deps, companyId: number, { queueIds = [], sendIdQueue }: ConnectionBody) =>
  absentQueue(deps.kernel, companyId, [...queueIds, sendIdQueue])

/** Checks the history import of a body, before any event is written. */
const checkedImport = (deps: Deps, body: ConnectionBody): Result<HistoryWish | null, DomainError> => {
  const now = deps.clock.now().toISOString()
  const wish = wishOf(body, now)
  return wish === null || isWindow(wish, now) ? ok(wish) : err(domainError('ERR_IMPORT_WINDOW'))
}

/** Requests the import of old messages. */
const requestImport = (deps: Deps, connectionId: number, wish: HistoryWish, meta: Meta) =>
  deps.kernel.execute(
    historyDecider,
    streams.history(connectionId),
    {
      kind: 'request',
      connectionId,
      importId: derivedUuid(meta.commandId, 'history'),
      now: deps.clock.now().toISOString(),
      ...wish,
    },
    followUp(meta, 'history'),
  )

/** Starts a new login, with a QR code. */
const startLogin = (deps: Deps, connectionId: number, meta: Meta) =>
  deps.kernel.execute(
    sessionDecider,
    streams.connection(connectionId),
    { kind: 'request', connectionId, request: 'new-qr', number: null },
    followUp(meta, 'start'),
  )

const answerOf = (deps: Deps, companyId: number, id: number, { position }: { position: string }) => ({
  id,
  position,
  body: async () => {
    const doc = await deps.records.connection(companyId, id)
    return doc === null ? null : ((await deps.records.presentConnections([doc]))[0] ?? null)
  },
})

/** Does something to the imports of a connection of the company. */
const ofImport = async (
  deps: Deps,
  call: SignedInCall & { readonly params: { readonly id: number } },
  kind: 'cancel' | 'close-tickets',
) => {
  const { kernel } = deps
  const { companyId } = call.caller
  const connectionId = call.params.id
  const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
  if (!state.all.has(connectionId)) return err(domainError('ERR_NO_WAPP_FOUND'))
  const stream = streams.history(connectionId)
  const handled = await kernel.execute(historyDecider, stream, { kind, connectionId }, metaOf(call))
  return handled.ok ? ok(answerOf(deps, companyId, connectionId, handled.value)) : handled
}

const createConnection = async (deps: Deps, call: Call<'POST /whatsapp'>) => {
  const { kernel } = deps
  const { body, caller } = call
  const { companyId } = caller
  const meta = metaOf(call)
  const wrong = await absentQueueOf(deps, companyId, body)
  if (wrong !== null) return err(wrong)
  const wish = checkedImport(deps, body)
  if (!wish.ok) return wish
  const ids = await deps.commandIds.get(meta, async () => ({
    connectionId: await deps.sequences.next('connection'),
  }))
  if (!ids.ok) return ids
  const { connectionId } = ids.value
  const { limits } = await currentAllowance(kernel, companyId)
  const command = {
    kind: 'create',
    connectionId,
    channel: body.channel ?? 'whatsapp',
    fields: fieldsOf(body),
    isDefault: body.isDefault ?? false,
    limit: limits.connections,
    simulator: deps.simulator,
  } as const
  const created = await kernel.execute(connectionsDecider, streams.connections(companyId), command, meta)
  if (!created.ok) return created
  if (wish.value !== null) {
    const asked = await requestImport(deps, connectionId, wish.value, meta)
    if (!asked.ok) return asked
  }
  // a connection without credentials: the gateway asks for a QR code
  const started = await startLogin(deps, connectionId, meta)
  return started.ok ? ok(answerOf(deps, companyId, connectionId, started.value)) : started
}

const changeConnection = async (deps: Deps, call: Call<'PUT /whatsapp/:id'>) => {
  const { kernel } = deps
  const { body, caller } = call
  const { companyId } = caller
  const { id } = call.params
  const wrong = await absentQueueOf(deps, companyId, body)
  if (wrong !== null) return err(wrong)
  const wish = checkedImport(deps, body)
  if (!wish.ok) return wish
  const { isDefault } = body
  const meta = metaOf(call)
  const command = { kind: 'change', connectionId: id, fields: fieldsOf(body), isDefault } as const
  const stream = streams.connections(companyId)
  const handled = await kernel.execute(connectionsDecider, stream, command, meta)
  if (!handled.ok || wish.value === null)
    return handled.ok ? ok(answerOf(deps, companyId, id, handled.value)) : handled
  const asked = await requestImport(deps, id, wish.value, meta)
  if (!asked.ok) return asked
  // a client that saves an unchanged record repeats its import, which starts nothing
  if (asked.value.events.length === 0) return ok(answerOf(deps, companyId, id, handled.value))
  // a phone hands over its history only when it is linked
  const started = await startLogin(deps, id, meta)
  return started.ok ? ok(answerOf(deps, companyId, id, started.value)) : started
}

const deleteConnection = async (deps: Deps, call: Call<'DELETE /whatsapp/:id'>) => {
  const { kernel } = deps
  const { moveTo } = call.query
  const tickets = moveTo === undefined || moveTo === 'close' ? moveTo : Number(moveTo)
  const command = { kind: 'delete', connectionId: call.params.id, tickets } as const
  const stream = streams.connections(call.caller.companyId)
  const handled = await kernel.execute(
    connectionsDecider,
    stream,
    refuseIfInUse(
      deps,
      { companyId: call.caller.companyId, to: 'connection', id: call.params.id, caller: call.caller },
      command,
    ),
    metaOf(call),
  )
  if (!handled.ok) return handled
  await deps.finish(handled.value.events)
  return ok({ body: { message: 'Whatsapp deleted.' }, position: handled.value.position })
}

const makeToken = async (deps: Deps, call: Call<'POST /whatsapp/:id/token'>) => {
  const made = await deps.apiTokens.make(call.params.id, metaOf(call))
  if (!made.ok) return made
  const { token, handled } = made.value
  await deps.finish(handled.events)
  // a plain body, not a function: the token is shown only in this answer
  return ok({ position: handled.position, body: { token } })
}

const removeToken = async (deps: Deps, call: Call<'DELETE /whatsapp/:id/token'>) => {
  const { kernel } = deps
  const { companyId } = call.caller
  const command = { kind: 'set-token', connectionId: call.params.id, tokenId: null } as const
  const stream = streams.connections(companyId)
  const handled = await kernel.execute(connectionsDecider, stream, command, metaOf(call))
  if (!handled.ok) return handled
  await deps.finish(handled.value.events)
  return ok(answerOf(deps, companyId, call.params.id, handled.value))
}

const startSession = (deps: Deps, call: Call<'POST /whatsappsession/:id'>) => {
  const { sessions } = deps
  const command = {
    kind: 'request',
    connectionId: call.params.id,
    request: 'start',
    number: call.body.number ?? null,
  } as const
  return sessions.ask(call, command, 'Starting session.')
}

const requestNewLink = (deps: Deps, call: Call<'PUT /whatsappsession/:id'>) => {
  const { sessions } = deps
  const number = call.body.number ?? null
  const request = number === null ? 'new-qr' : 'pairing-code'
  const command = { kind: 'request', connectionId: call.params.id, request, number } as const
  return sessions.ask(call, command, 'Starting session.')
}

const stopSession = (deps: Deps, call: Call<'DELETE /whatsappsession/:id'>) => {
  const { sessions } = deps
  const command = { kind: 'stop', connectionId: call.params.id, ended: false } as const
  return sessions.ask(call, command, 'Session disconnected.')
}

/** Commands that make, change and delete connections, and that ask something of their sessions. */
export const connectionCommands = (given: ConnectionRoutesDeps): readonly Route[] => {
  const deps = depsOf(given)
  return serving('command', {})(connectionRoutes, {
    'POST /whatsapp': (call) => createConnection(deps, call),
    'PUT /whatsapp/:id': (call) => changeConnection(deps, call),
    'DELETE /whatsapp/:id/import': (call) => ofImport(deps, call, 'cancel'),
    'POST /closedimported/:id': (call) => ofImport(deps, call, 'close-tickets'),
    'DELETE /whatsapp/:id': (call) => deleteConnection(deps, call),
    'POST /whatsapp/:id/media-upload': deps.file.bring,
    'DELETE /whatsapp/:id/media-upload': deps.file.takeAway,
    'POST /whatsapp/:id/token': (call) => makeToken(deps, call),
    'DELETE /whatsapp/:id/token': (call) => removeToken(deps, call),
    'POST /whatsapp-restart': deps.sessions.restartAll,
    'POST /whatsappsession/:id': (call) => startSession(deps, call),
    'PUT /whatsappsession/:id': (call) => requestNewLink(deps, call),
    'DELETE /whatsappsession/:id': (call) => stopSession(deps, call),
  })
}
