import { type HistoryImport, runningImport } from '@guiche/contracts/message/history-import.js'
import { pick } from '@guiche/contracts/pick.js'
import { NO_CONNECTION_SETTINGS } from '@guiche/contracts/settings/connection-settings.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import {
  allRules,
  change,
  declareView,
  type EventOf,
  foldRule,
  make,
  type Rule,
  removeRule,
  retireRule,
  updateRule,
} from '../engine/projection.js'

const connectionIdOf = (event: { readonly data: { readonly connectionId: number } }): number =>
  event.data.connectionId

/** Changes the import of an event, if it is still running. */
const runningImportRule = <
  T extends
    | 'connection.import-progressed.v1'
    | 'connection.import-finished.v1'
    | 'connection.import-cancelled.v1',
>(
  of: (before: HistoryImport, event: EventOf<T>) => Partial<HistoryImport>,
): Rule<T> =>
  updateRule('history-imports', connectionIdOf, (doc, event: EventOf<T>) => {
    const last = runningImport(doc.last)
    return last?.id === event.data.importId ? { ...doc, last: { ...last, ...of(last, event) } } : doc
  })

/** Counts the imported messages. */
const counted: Rule<'message.received.v1'> = {
  touch: ({ data }) =>
    data.imported ? [{ collection: 'history-imports', id: String(data.connectionId) }] : [],
  apply: (docs, { data }) => {
    const doc = data.imported ? docs.get('history-imports', data.connectionId) : null
    if (doc === null) return []
    const last = { ...doc.last, imported: doc.last.imported + 1 }
    return [{ collection: 'history-imports', id: doc.id, doc: { ...doc, last } }]
  },
}

/** Changes of the linked number after a status. A refused number is shown, but not linked. */
const linkedNumber = (
  doc: ConnectionDoc,
  { status, previous, number }: EventOf<'connection.status-changed.v1'>['data'],
  time: string,
): Partial<ConnectionDoc> => {
  if (previous === 'CONNECTED' && status !== 'CONNECTED') {
    // Without a number the phone has unlinked us. From then on the phone does not deliver messages by itself.
    return { upUntil: time, ...(number === null && { missedSince: time }) }
  }
  // the same number may be linked again at once: it is not new
  if (status !== 'CONNECTED' || number === null || number === doc.linkedNumber) return {}
  const hadAnother = (doc.linkedNumber ?? null) !== null
  return {
    ...{ linkedNumber: number, linkedAt: time, missedSince: null },
    ...(hadAnother && { numberChangedAt: time }),
  }
}

const UNLINKS: ReadonlySet<string> = new Set(['new-qr', 'pairing-code', 'stop'])
/** A request that forgets the phone: messages from the end of its line on are missed. */
const missedSince = (doc: ConnectionDoc, request: string, time: string): Partial<ConnectionDoc> => {
  if (!UNLINKS.has(request)) return {}
  if (doc.status === 'CONNECTED') return { missedSince: time }
  return (doc.upUntil ?? '') > (doc.missedSince ?? '') ? { missedSince: doc.upUntil ?? null } : {}
}

/** Connections: configuration, last login request and its outcome. */
export const connections = declareView({
  name: 'connections',
  version: 12,
  collections: [
    {
      name: 'connections',
      indexes: [
        ['companyId', 'id'],
        ['status', 'id'],
        ['expiresTicket', 'id'],
        ['reminderMinutes', 'id'],
        ['timeSendQueue', 'id'],
        ['requestPosition'],
      ],
    },
    { name: 'deleted-connections', indexes: [] },
    { name: 'history-imports', indexes: [] },
  ],
  visibility: { connections: () => ({}), 'history-imports': () => ({}) },
  on: {
    'connection.created.v1': make('connections', connectionIdOf, ({ data }) => ({
      ...NO_CONNECTION_SETTINGS,
      media: null,
      ...data,
      status: 'DISCONNECTED' as const,
      reason: null,
      number: null,
      retries: 0,
      request: null,
      requestNumber: null,
      requestPosition: null,
      linkedNumber: null,
      linkedAt: null,
      tokenMadeAt: null,
    })),
    'connection.changed.v1': change('connections', connectionIdOf, ({ data }) => ({ ...data })),
    'connection.default-changed.v1': allRules(
      change(
        'connections',
        (event) => event.data.previousId ?? 0,
        () => ({ isDefault: false }),
      ),
      change('connections', connectionIdOf, () => ({ isDefault: true })),
    ),
    'connection.token-made.v1': change('connections', connectionIdOf, ({ time }) => ({ tokenMadeAt: time })),
    'connection.token-revoked.v1': change('connections', connectionIdOf, () => ({ tokenMadeAt: null })),
    'connection.deleted.v1': allRules(
      retireRule('connections', 'deleted-connections', connectionIdOf, (doc) => ({
        ...doc,
        isDefault: false,
        status: 'DISCONNECTED',
        tokenMadeAt: null,
      })),
      removeRule('history-imports', connectionIdOf),
    ),
    'connection.session-requested.v1': change(
      'connections',
      connectionIdOf,
      ({ data, time, position }, doc) => ({
        ...missedSince(doc, data.request, time),
        request: data.request,
        requestNumber: data.number,
        requestPosition: position,
      }),
    ),
    'connection.status-changed.v1': change('connections', connectionIdOf, ({ data, time }, doc) => ({
      ...pick(data, 'status', 'reason', 'number', 'retries'),
      ...linkedNumber(doc, data, time),
    })),
    'connection.import-requested.v1': foldRule(
      'history-imports',
      connectionIdOf,
      (_, { companyId, data, time }) => ({
        id: String(data.connectionId),
        companyId,
        last: {
          id: data.importId,
          ...pick(data, 'from', 'to', 'groups', 'closeTickets'),
          ...(data.untilLinked && { untilLinked: true }),
          status: 'waiting',
          startedAt: time,
          endedAt: null,
          ticketsClosed: false,
          ...{ found: 0, leftOut: 0, imported: 0, progress: null },
        },
      }),
    ),
    'connection.import-progressed.v1': runningImportRule(({ found, leftOut }, { data }) => ({
      status: 'running',
      found: found + data.found,
      leftOut: leftOut + data.leftOut,
      progress: data.progress,
    })),
    'connection.import-finished.v1': runningImportRule((_, { time, data }) => ({
      ...{ status: 'done', endedAt: time, ticketsClosed: data.closeTickets, progress: 100 },
    })),
    // A running import opens more tickets. They are counted again at its end.
    'connection.import-close-requested.v1': updateRule('history-imports', connectionIdOf, (doc) => ({
      ...doc,
      last: { ...doc.last, ticketsClosed: true },
    })),
    'connection.import-cancelled.v1': runningImportRule((_, { time }) => ({
      ...{ status: 'cancelled', endedAt: time, ticketsClosed: false },
    })),
    'message.received.v1': counted,
  },
})
