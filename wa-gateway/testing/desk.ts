import type { Change } from '@guiche/contracts/bus/changes.js'
import type { Report, ReportOf } from '@guiche/contracts/bus/reports.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import type { Media } from '@guiche/contracts/events/message.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { systemClock } from '@guiche/infra/clock.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { createGateway, type Gateway, type GatewayConfig, type GatewayDeps } from '../gateway.js'
import { type Logger, silentLogger } from '../logger.js'
import { COMPANY, connectionDoc, dueWorkDoc, messageDoc as newMessageDoc } from './documents.js'
import './short-timers.js'
import { createMemoryBlobs } from './memory-blobs.js'
import { createMemoryBus } from './memory-bus.js'
import { createMemoryVault } from './memory-vault.js'
import { createMemoryViews } from './memory-views.js'
import { newWaId } from './wa-id.js'

export { COMPANY }

const WAIT_MS = 60_000

interface Options {
  readonly simulator?: () => Promise<{ url: string; ca?: string }> | null
  readonly config?: Partial<GatewayConfig>
  readonly vault?: Vault
  readonly logger?: Logger
  readonly provider?: GatewayDeps['provider']
}

/**
 * Everything around a gateway, in memory. Plays the parts of command-api and projector: keeps the documents, and removes
 * finished work from the list.
 */
export const createDesk = (options: Options = {}) => {
  const { bus, state } = createMemoryBus()
  const { readStore, views, of } = createMemoryViews()
  const { blobs, files } = createMemoryBlobs()
  const vault = options.vault ?? createMemoryVault()
  const reports: Report[] = []
  const signals: EphemeralMessage[] = []
  const looks = new Set<() => void>()
  let position = 0
  const next = (): string => {
    position += 1
    return toPosition(position)
  }
  const look = (): void => {
    for (const one of looks) one()
  }

  const change = (view: string, id: string, types: string[], gone = false): Promise<void> => {
    const value: Change = {
      view,
      collection: view,
      id,
      companyId: COMPANY,
      position: toPosition(position),
      types,
      before: {},
      after: gone ? null : {},
    }
    return bus.publish(TOPICS.changes, [{ key: COMPANY, value }])
  }

  const patch = <D extends { id: string }>(collection: string, id: string, fields: Partial<D>): void => {
    const doc = of(collection).get(id)
    if (doc !== undefined) of(collection).set(id, { ...doc, ...fields })
  }

  const fold = (report: Report): void => {
    if (report.kind === 'connection') {
      const { status, reason, number, retries } = report
      const id = String(report.connectionId)
      const former = (of('connections').get(id) as ConnectionDoc | undefined)?.linkedNumber ?? null
      const isLinked = status === 'CONNECTED' && number !== null && number !== former
      patch<ConnectionDoc>('connections', id, {
        status,
        reason: reason as null,
        number,
        retries,
        ...(isLinked && { linkedNumber: number }),
        ...(isLinked && former !== null && { numberChangedAt: new Date().toISOString() }),
      })
    }
    if (report.kind === 'sent') {
      of('due-work').delete(`send:${report.messageId}`)
      patch<MessageDoc>('messages', report.messageId, { ack: 1 })
    }
    if (report.kind === 'failed') {
      of('due-work').delete(`${report.what}:${report.messageId}`)
      patch<MessageDoc>('messages', report.messageId, { error: report.code })
    }
    if (report.kind === 'revoked') {
      const id = messageIdOf(report.connectionId, report.fromMe, report.waId)
      for (const kind of ['send', 'edit', 'revoke', 'reaction']) of('due-work').delete(`${kind}:${id}`)
      patch<MessageDoc>('messages', id, { deleted: true, pendingRevoke: false })
    }
    if (report.kind === 'media') of('due-work').delete(`media:${report.messageId}`)
    if (report.kind === 'message') keep(report)
  }

  const due = (
    kind: DueWorkDoc['kind'],
    ref: string,
    connectionId: number,
    fields: Partial<DueWorkDoc> = {},
  ): DueWorkDoc => {
    const doc = dueWorkDoc(kind, ref, connectionId, { since: next(), ...fields })
    of('due-work').set(doc.id, doc)
    return doc
  }

  const messageDoc = (connectionId: number, waId: string, fields: Partial<MessageDoc>): MessageDoc => {
    const doc = newMessageDoc(connectionId, waId, { order: toPosition(position), ...fields })
    of('messages').set(doc.id, doc)
    return doc
  }

  function keep(report: ReportOf<'message'>): void {
    const { connectionId, waId, fromMe, remoteJid, participant, type, body, media } = report
    const id = messageIdOf(connectionId, fromMe, waId)
    if (of('messages').has(id)) return
    messageDoc(connectionId, waId, { fromMe, remoteJid, participant, kind: type, body, media })
    if (report.mediaPending) due('media', id, connectionId)
  }

  bus.consume<Report>({
    topic: TOPICS.reports,
    group: 'desk',
    onBatch: async (batch) => {
      for (const { value } of batch) {
        reports.push(value)
        fold(value)
      }
      look()
      await change('due-work', '', [])
    },
  })
  bus.consume<EphemeralMessage>({
    topic: TOPICS.ephemeral,
    group: null,
    onBatch: async (batch) => {
      for (const { value } of batch) signals.push(value)
      look()
    },
  })

  /** Resolves with the result of `find`: at once, or after a later report or signal. */
  const until = <T>(find: () => T | undefined | false, what: string, timeoutMs = WAIT_MS): Promise<T> =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        looks.delete(one)
      }
      const one = () => {
        const found = find()
        if (found === undefined || found === false) return
        stop()
        resolve(found)
      }
      const timer = setTimeout(() => {
        stop()
        const seen = reports.map(
          (report) => `${report.kind}${'status' in report ? `:${report.status}/${report.reason}` : ''}`,
        )
        reject(new Error(`waited ${timeoutMs} ms for ${what}; saw ${seen.join(' ')}`))
      }, timeoutMs)
      looks.add(one)
      one()
    })

  const newGateway = (config: Partial<GatewayConfig> = {}, eventBus = bus): Gateway =>
    createGateway({
      eventBus,
      readStore,
      views,
      vault,
      blobs,
      clock: systemClock,
      logger: options.logger ?? silentLogger,
      simulator: options.simulator ?? (() => null),
      config: { maxSessions: 20, sole: true, ...options.config, ...config },
      ...(options.provider && { provider: options.provider }),
    })

  return {
    bus,
    busState: state,
    vault,
    blobs,
    files,
    reports,
    signals,
    of,
    until,
    newGateway,
    messageDoc,
    due,
    change,
    addConnection: (connectionId: number, channel: ConnectionDoc['channel'] = 'simulator'): void => {
      const doc = connectionDoc(connectionId, channel, next())
      of('connections').set(doc.id, doc)
    },
    /** An administrator's request to a connection. */
    request: (
      connectionId: number,
      request: ConnectionDoc['request'],
      number: string | null = null,
    ): Promise<void> => {
      patch<ConnectionDoc>('connections', String(connectionId), {
        request,
        requestNumber: number,
        requestPosition: next(),
      })
      return change('connections', String(connectionId), ['connection.session-requested.v1'])
    },
    /** Deletes a connection. With `heard` false the gateways are not notified. */
    remove: async (connectionId: number, heard = true): Promise<void> => {
      const id = String(connectionId)
      const doc = of('connections').get(id)
      of('connections').delete(id)
      if (doc !== undefined) of('deleted-connections').set(id, doc)
      if (heard) await change('connections', String(connectionId), ['connection.deleted.v1'], true)
    },
    /** Requests a message. Gives its document. */
    send: async (connectionId: number, to: string, fields: Partial<MessageDoc> = {}): Promise<MessageDoc> => {
      const doc = messageDoc(connectionId, newWaId(), { remoteJid: to, ...fields })
      due('send', doc.id, connectionId, { contactId: doc.contactId })
      await change('due-work', `send:${doc.id}`, ['message.requested.v1'])
      return doc
    },
    /** The document of a reported message. */
    message: (connectionId: number, { fromMe, waId }: { fromMe: boolean; waId: string }): MessageDoc => {
      const doc = of('messages').get(messageIdOf(connectionId, fromMe, waId))
      if (doc === undefined) throw new Error(`no message ${waId}`)
      return doc as MessageDoc
    },
    /** Stores a file as an upload would. */
    store: async (content: Buffer, mimetype: string, fileName: string): Promise<Media> => {
      const info = await blobs.put(content, { companyId: COMPANY, mimetype, fileName, maxSize: 1e8 })
      if (info === 'too-large') throw new Error('too large')
      return { blobId: info.id, mimetype, fileName, size: info.size, seconds: null, voice: false }
    },
    publish: (value: EphemeralMessage): Promise<void> =>
      bus.publish(TOPICS.ephemeral, [{ key: COMPANY, value }]),
    ask8s: (requestId: string, connectionId: number, number: string): Promise<void> => {
      const request = { what: 'check-number' as const, connectionId, number }
      const value: EphemeralMessage = { kind: 'request', companyId: COMPANY, requestId, request }
      return bus.publish(TOPICS.ephemeral, [{ key: COMPANY, value }])
    },
    /** Requests a change of a message: an edit, a revocation or a reaction. */
    ask: async (
      kind: 'edit' | 'revoke' | 'reaction',
      doc: MessageDoc,
      body: string | null = null,
    ): Promise<void> => {
      due(kind, doc.id, doc.connectionId, { body })
      if (kind === 'revoke') patch<MessageDoc>('messages', doc.id, { pendingRevoke: true })
      await change('due-work', `${kind}:${doc.id}`, [])
    },
    status: (connectionId: number, status: ConnectionDoc['status'], after = 0) =>
      until(
        () =>
          reports
            .slice(after)
            .find(
              (one): one is ReportOf<'connection'> =>
                one.kind === 'connection' && one.connectionId === connectionId && one.status === status,
            ),
        `${status} of ${connectionId}`,
      ),
    report: <K extends Report['kind']>(kind: K, fits: (report: ReportOf<K>) => boolean = () => true) =>
      until(
        () => reports.find((one): one is ReportOf<K> => one.kind === kind && fits(one as ReportOf<K>)),
        `a report ${kind}`,
      ),
    signal: <K extends EphemeralMessage['kind']>(
      kind: K,
      fits: (signal: Extract<EphemeralMessage, { kind: K }>) => boolean = () => true,
      after = 0,
    ) =>
      until(
        () =>
          signals
            .slice(after)
            .find(
              (one): one is Extract<EphemeralMessage, { kind: K }> =>
                one.kind === kind && fits(one as Extract<EphemeralMessage, { kind: K }>),
            ),
        `a signal ${kind}`,
      ),
  }
}

export type Desk = ReturnType<typeof createDesk>
