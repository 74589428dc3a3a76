import type { Change } from '@guiche/contracts/bus/changes.js'
import { DEFAULTS_OF_ADDED } from '@guiche/contracts/company/company.js'
import { pluck } from '@guiche/contracts/pick.js'
import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import { frameOf, RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { PLATFORM_COMPANY, type RecordSpec } from '@guiche/contracts/records/record.js'
import { isBranding } from '@guiche/contracts/settings/settings.js'
import { mayCall } from '@guiche/contracts/users/permissions.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { CompanyDoc, UserDoc } from '@guiche/contracts/views/directory.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import { presentConnectionToAgents, presentContact, presentUserRow } from '@guiche/contracts/views/present.js'
import { presentPlatformSettings, presentSettings } from '@guiche/contracts/views/present-settings.js'
import { presentRecords, recordReaders } from '@guiche/infra/records/present-records.js'
import { adminsOf, audienceOf, byCompany } from './audience.js'
import type { SocketClient } from './clients.js'
import type { Realtime } from './deps.js'
import { sessionFrame } from './session-frame.js'

/** Renewals of sessions in a second, and the longest time over which one change's renewals are spread. */
const RENEWALS_A_SECOND = 100
const MOST_MS = 120_000

const loadDocument = async <C extends CollectionName>(
  { clients, documents }: Realtime,
  collection: C,
  changes: readonly Change[],
): Promise<{ change: Change; doc: DocOf<C> | null; everyone: ReadonlySet<SocketClient> }[]> => {
  const docs = await documents.getMany(collection, pluck(changes, 'id'))
  return changes.map((change) => {
    const doc = change.after === null ? undefined : docs.get(change.id)
    return {
      change,
      doc: doc?.companyId === change.companyId ? doc : null,
      everyone: clients.ofCompany(change.companyId),
    }
  })
}
const actionOf = (change: Change) => (change.before === null ? 'create' : 'update')

/** Admins manage users, and everybody has his own record; the others choose among them. */
const tellUser = async (realtime: Realtime, doc: UserDoc, action: 'create' | 'update'): Promise<void> => {
  const { clients, sending, records } = realtime
  const { companyId, userId } = doc
  const everyone = clients.ofCompany(companyId)
  const [user] = everyone.size === 0 ? [] : await records.presentUsers([doc])
  if (user === undefined) return
  const whole = new Set([...adminsOf(clients, companyId), ...clients.ofUser(userId)])
  const others = [...everyone].filter((client) => !whole.has(client))
  sending.send(whole, 'user', companyId, { action, user })
  sending.send(others, 'user', companyId, { action, user: presentUserRow(user) })
}

export const tellUsers = async (realtime: Realtime, changes: readonly Change[]): Promise<void> => {
  const { clients, sending } = realtime
  for (const { change, doc, everyone } of await loadDocument(realtime, 'users', changes)) {
    if (doc === null || doc.deleted) {
      sending.send(everyone, 'user', change.companyId, { action: 'delete', userId: Number(change.id) })
      continue
    }
    clients.renewRights(doc)
    await tellUser(realtime, doc, actionOf(change))
  }
}

/** After someone came or left: the record with its `online`. */
export const tellOnline = async (realtime: Realtime, companyId: number, userId: number): Promise<void> => {
  if (realtime.clients.ofCompany(companyId).size === 0) return
  const doc = await realtime.records.user(companyId, userId)
  if (doc !== null) await tellUser(realtime, doc, 'update')
}

/** Changes of records for all users who may read them. */
export const tellRecords = async (
  realtime: Realtime,
  name: RecordName,
  changes: readonly Change[],
): Promise<void> => {
  const { clients, sending, documents } = realtime
  const spec: RecordSpec = RECORDS[name]
  const { whole, gone } = frameOf(spec)
  const { plural } = RECORDS[name]
  const loaded = await loadDocument(realtime, plural, changes)
  const docs = loaded.flatMap(({ doc }) => doc ?? [])
  const [shown, mayRead] = await Promise.all([
    presentRecords(documents, spec, docs),
    recordReaders(documents, spec, docs),
  ])
  const shownOf = new Map(docs.map(({ id }, index) => [id, shown[index]]))
  for (const { change, doc } of loaded) {
    const everyone = audienceOf(clients, change.companyId)
    // the record is gone: only its counts have changed
    if (doc === null && change.after !== null) continue
    const callers = [...everyone].filter(({ caller }) => caller !== null && mayCall(spec.allow.read, caller))
    const readers = callers.filter(({ caller }) => doc !== null && caller !== null && mayRead(caller, doc))
    const tell = (clients: readonly SocketClient[], frame: object) => {
      for (const [companyId, own] of byCompany(clients))
        sending.send(own, name, companyId, frame as ServerFrames[RecordName])
    }
    // counts of a record stand in a document of their own, which may be new when the record is not
    const action = change.collection === plural ? actionOf(change) : 'update'
    if (doc !== null) tell(readers, { action, [whole]: shownOf.get(doc.id) })
    // a shared record may have become private to its author
    if (doc === null || spec.shared !== undefined) {
      const others = callers.filter((client) => !readers.includes(client))
      tell(others, { action: 'delete', [gone]: Number(change.id) })
    }
  }
}

export const tellConnections = async (realtime: Realtime, changes: readonly Change[]): Promise<void> => {
  const { clients, sending, records, codes } = realtime
  for (const { change, doc, everyone } of await loadDocument(realtime, 'connections', changes)) {
    const { companyId } = change
    if (doc === null) {
      codes.clear(Number(change.id))
      sending.send(everyone, 'connection', companyId, { action: 'delete', whatsappId: Number(change.id) })
      continue
    }
    const [whatsapp] = await records.presentConnections([doc])
    const admins = new Set(adminsOf(clients, companyId))
    const others = [...everyone].filter((client) => !admins.has(client))
    if (whatsapp !== undefined) {
      const forAgents = presentConnectionToAgents(whatsapp)
      sending.send(admins, 'connection', companyId, { action: 'update', whatsapp })
      sending.send(others, 'connection', companyId, { action: 'update', whatsapp: forAgents })
    }
    sending.send(others, 'session', companyId, sessionFrame({ ...doc, number: null, retries: 0 }))
    // An empty code closes the dialog. Codes arrive by messages that do not wait for the views. So a status frame contains the
    // current code, and changes nothing about codes.
    const shown = codes.get(doc.connectionId)
    if (doc.status !== 'qrcode' || shown.qrcode !== '' || shown.pairingCode !== '') {
      sending.send(admins, 'session', companyId, sessionFrame(doc, shown))
    }
  }
}

export const tellContacts = async (realtime: Realtime, changes: readonly Change[]): Promise<void> => {
  const { sending } = realtime
  for (const { change, doc, everyone } of await loadDocument(realtime, 'contacts', changes)) {
    const { companyId } = change
    const isGone = doc === null || doc.mergedInto !== null
    const frame = isGone
      ? ({ action: 'delete', contactId: Number(change.id) } as const)
      : ({ action: actionOf(change), contact: presentContact(doc) } as const)
    sending.send(everyone, 'contact', companyId, frame)
  }
}

/**
 * Sends the platform's branding to everybody, and its other settings to super users. Each user gets them in frames of the own
 * company.
 */
const tellPlatform = (
  { clients, sending }: Realtime,
  doc: CompanyDoc,
  known: CompanyDoc | undefined,
): void => {
  const old = new Map(presentPlatformSettings(known ?? null).map(({ key, value }) => [key, value]))
  const changed = presentPlatformSettings(doc).filter(({ key, value }) => old.get(key) !== value)
  for (const setting of changed) {
    for (const client of clients.all) {
      const { caller } = client
      if (caller === null || !(isBranding(setting.key) || caller.super)) continue
      sending.send([client], 'settings', caller.companyId, { action: 'update', setting })
    }
  }
}

/** The data of a company, apart from its settings, that `GET /users/:id` and the login tell. */
const toldOf = (doc: CompanyDoc): string => {
  const { status, dueDate, timezone, unblocked, limits, without, lastVisit } = doc
  // documents of an earlier version of the view lack these
  const { planId, overrides, trialExpiration } = { ...DEFAULTS_OF_ADDED, ...doc }
  return JSON.stringify([
    ...[status, dueDate, timezone, unblocked, trialExpiration],
    ...[limits, without, planId, overrides, lastVisit],
  ])
}
/** Tells the users of companies to renew their session, at most as many per second as signing in can take. */
const tellSubscription = ({ clients, sending }: Realtime, companyIds: readonly number[]): void => {
  const told = companyIds.reduce((sum, companyId) => sum + clients.ofCompany(companyId).size, 0)
  const withinMs = Math.min(MOST_MS, Math.floor((told / RENEWALS_A_SECOND) * 1000))
  for (const companyId of companyIds) {
    const frame = { action: 'update', companyId, withinMs } as const
    sending.send(clients.ofCompany(companyId), 'subscription', companyId, frame)
  }
}

/** Sends frames for the changed settings of companies only. */
export const tellCompanies = async (realtime: Realtime, changes: readonly Change[]): Promise<void> => {
  const { companies, sending } = realtime
  for (const { change, doc, everyone } of await loadDocument(realtime, 'companies', changes)) {
    if (doc === null) continue
    const known = companies.get(doc.companyId)
    companies.set(doc.companyId, doc)
    if (known !== undefined && doc.companyId !== PLATFORM_COMPANY && toldOf(known) !== toldOf(doc))
      tellSubscription(realtime, [doc.companyId])
    const settings = known === undefined ? [] : presentSettings(known)
    const old = new Map(settings.map(({ key, value }) => [key, value]))
    for (const setting of presentSettings(doc)) {
      if (old.get(setting.key) === setting.value) continue
      sending.send(everyone, 'settings', change.companyId, { action: 'update', setting })
    }
    if (doc.companyId === PLATFORM_COMPANY) tellPlatform(realtime, doc, known)
  }
}

/**
 * Frames of plans are for super users. Users of the companies with a changed plan are asked to renew their
 * session.
 */
export const tellPlans = async (realtime: Realtime, changes: readonly Change[]): Promise<void> => {
  const { clients, companies } = realtime
  await tellRecords(realtime, 'plan', changes)
  const changed = new Set(changes.map(({ id }) => Number(id)))
  const concerned = [...clients.companies()].filter((companyId) => {
    const planId = companies.get(companyId)?.planId ?? null
    return planId !== null && changed.has(planId)
  })
  tellSubscription(realtime, concerned)
}
