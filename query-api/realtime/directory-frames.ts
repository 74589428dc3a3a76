import type { Change } from '@guiche/contracts/changes.js'
import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type {
  CompanyDoc,
  ConnectionDoc,
  ContactDoc,
  QueueDoc,
  UserDoc,
} from '@guiche/contracts/views/directory.js'
import {
  presentConnectionToAgents,
  presentContact,
  presentQueue,
  presentSettings,
} from '@guiche/contracts/views/present.js'
import type { CollectionName } from '@guiche/infra/records/documents.js'
import { adminsOf } from './audience.js'
import type { Realtime } from './deps.js'
import type { Peer } from './peers.js'
import { sessionFrame } from './session-frame.js'

/** Frames of users, queues, connections, contacts and settings: the whole company hears them, admins some more. */
export const createDirectoryFrames = (realtime: Realtime) => {
  const { peers, sending, documents, records, companies, codes } = realtime

  const load = async <D extends { readonly id: string; readonly companyId: number }>(
    collection: CollectionName,
    changes: readonly Change[],
  ): Promise<{ change: Change; doc: D | null; everyone: ReadonlySet<Peer> }[]> => {
    const docs = await documents.getMany<D>(
      collection,
      changes.map((change) => change.id),
    )
    return changes.map((change) => {
      const doc = change.after === null ? undefined : docs.get(change.id)
      return {
        change,
        doc: doc?.companyId === change.companyId ? doc : null,
        everyone: peers.ofCompany(change.companyId),
      }
    })
  }
  const actionOf = (change: Change) => (change.before === null ? 'create' : 'update')

  /** Admins manage users, and everybody has his own record. */
  const userAudience = (companyId: number, userId: number): Set<Peer> =>
    new Set([...adminsOf(peers, companyId), ...peers.ofUser(userId)])

  const users = async (changes: readonly Change[]): Promise<void> => {
    for (const { change, doc, everyone } of await load<UserDoc>(COLLECTIONS.users, changes)) {
      const { companyId } = change
      const userId = Number(change.id)
      if (doc === null || doc.deleted) {
        sending.send(everyone, 'user', companyId, { action: 'delete', userId })
        continue
      }
      const { profile, allTicket, queueIds } = doc
      for (const peer of peers.ofUser(userId)) {
        if (peer.caller !== null)
          peer.caller = { ...peer.caller, profile, allTicket, queueIds, super: doc.super }
      }
      const [user] = await records.presentUsers([doc])
      if (user === undefined) continue
      sending.send(userAudience(companyId, userId), 'user', companyId, { action: actionOf(change), user })
    }
  }

  /** After someone came or left: the record with its `online`. */
  const online = async (companyId: number, userId: number): Promise<void> => {
    const audience = userAudience(companyId, userId)
    if (audience.size === 0) return
    const doc = await records.user(companyId, userId)
    const [user] = doc === null ? [] : await records.presentUsers([doc])
    if (user !== undefined) sending.send(audience, 'user', companyId, { action: 'update', user })
  }

  const queues = async (changes: readonly Change[]): Promise<void> => {
    for (const { change, doc, everyone } of await load<QueueDoc>(COLLECTIONS.queues, changes)) {
      const { companyId } = change
      if (doc === null)
        sending.send(everyone, 'queue', companyId, { action: 'delete', queueId: Number(change.id) })
      else sending.send(everyone, 'queue', companyId, { action: 'update', queue: presentQueue(doc) })
    }
  }

  const connections = async (changes: readonly Change[]): Promise<void> => {
    for (const { change, doc, everyone } of await load<ConnectionDoc>(COLLECTIONS.connections, changes)) {
      const { companyId } = change
      if (doc === null) {
        codes.clear(Number(change.id))
        sending.send(everyone, 'connection', companyId, { action: 'delete', whatsappId: Number(change.id) })
        continue
      }
      const [whatsapp] = await records.presentConnections([doc])
      if (doc.status === 'CONNECTED' || doc.status === 'DISCONNECTED') codes.clear(doc.connectionId)
      const admins = new Set(adminsOf(peers, companyId))
      const others = [...everyone].filter((peer) => !admins.has(peer))
      if (whatsapp !== undefined) {
        const forAgents = presentConnectionToAgents(whatsapp)
        sending.send(admins, 'connection', companyId, { action: 'update', whatsapp })
        sending.send(others, 'connection', companyId, { action: 'update', whatsapp: forAgents })
      }
      sending.send(others, 'session', companyId, sessionFrame({ ...doc, number: null, retries: 0 }))
      // an empty code closes the dialog: while one is shown, the status comes with it
      const shown = codes.get(doc.connectionId)
      if (doc.status !== 'qrcode' || shown.qrcode !== '' || shown.pairingCode !== '') {
        sending.send(admins, 'session', companyId, sessionFrame(doc, shown))
      }
    }
  }

  const contacts = async (changes: readonly Change[]): Promise<void> => {
    for (const { change, doc, everyone } of await load<ContactDoc>(COLLECTIONS.contacts, changes)) {
      const { companyId } = change
      if (doc === null || doc.mergedInto !== null)
        sending.send(everyone, 'contact', companyId, { action: 'delete', contactId: Number(change.id) })
      else
        sending.send(everyone, 'contact', companyId, {
          action: actionOf(change),
          contact: presentContact(doc),
        })
    }
  }

  /** Only the settings that are other than before. */
  const companiesChanged = async (changes: readonly Change[]): Promise<void> => {
    for (const { change, doc, everyone } of await load<CompanyDoc>(COLLECTIONS.companies, changes)) {
      if (doc === null) continue
      const known = companies.get(doc.companyId)
      companies.set(doc.companyId, doc)
      const old = new Map(
        known === undefined ? [] : presentSettings(known).map(({ key, value }) => [key, value]),
      )
      for (const setting of presentSettings(doc)) {
        if (old.get(setting.key) === setting.value) continue
        sending.send(everyone, 'settings', change.companyId, { action: 'update', setting })
      }
    }
  }

  return { users, queues, connections, contacts, companies: companiesChanged, online }
}
export type DirectoryFrames = ReturnType<typeof createDirectoryFrames>
