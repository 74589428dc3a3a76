import { setTimeout as delay } from 'node:timers/promises'
import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { slotsOf } from '@guiche/contracts/testing/named-ids.js'
import type { Office, Reply } from './office.js'
import { type CompanyIds, requestOf } from './requests.js'

export interface Company {
  readonly companyId: number
  /** a text that all texts of this company contain, and no others */
  readonly mark: string
  /** tokens of the company's users and of its API */
  readonly admin: string
  readonly agent: string
  readonly program: string
  /** the company's records, by the kinds of ids that inputs name */
  readonly things: CompanyIds
  /** every number and id of the company's records */
  readonly ids: ReadonlySet<string>
}

/** Optional values for creating records. */
const OPTIONAL_VALUES: Readonly<Record<string, object>> = { tag: { kanban: 1 } }

const specs = new Map(ROUTE_LIST.map(([key, spec]) => [key as string, spec]))
/** Nine digits: ids from the sequences of `openOffice`, and ids derived from `base`. */
const KNOWN_BY = /(?<![\w.-])[1-9][0-9]{8}(?![\w.-])/g
const PICTURE = { mimetype: 'image/png', size: 10, seconds: null, voice: false }
const messageIdOf = (n: number): string => n.toString(16).padStart(32, '0')

/**
 * Creates a company with a record of every kind that an input can name. Uses the company's own routes, and events for what
 * comes from outside. `base`: the company's number, from which ids outside the sequences are derived.
 */
export const makeCompany = async (office: Office, mark: string, base: number): Promise<Company> => {
  const companyId = base
  const { happen, call } = office
  const [adminId, agentId] = [base + 1, base + 2]
  await happen(companyId, streams.company(companyId), 'company.registered.v1', {
    ...{ companyId, name: `${mark} Ltda`, email: '', phone: '', status: true, dueDate: null },
    ...{ timezone: 'America/Sao_Paulo', language: 'pt' },
    limits: { users: null, connections: null, queues: null },
  })
  const personOf = (userId: number, profile: 'admin' | 'supervisor' | 'user') => ({
    ...{ userId, profile, name: `${mark} ${profile}`, email: `${profile}@${mark}.test` },
    ...{ allTicket: true, queueIds: [], connectionId: null, super: false, passwordRef: 'none' },
  })
  for (const [userId, profile] of [
    [adminId, 'admin'],
    [agentId, 'user'],
  ] as const) {
    await happen(companyId, streams.user(userId), 'user.created.v1', personOf(userId, profile))
  }
  const admin = await office.signIn({ userId: adminId, companyId, profile: 'admin' })
  const agent = await office.signIn({ userId: agentId, companyId, profile: 'user' })
  await office.settled()

  const things: { -readonly [N in keyof CompanyIds]: CompanyIds[N] } = {
    company: companyId,
    user: agentId,
    word: mark,
  }
  things.subject = `user-${agentId}`
  /** Calls a route with the ids of existing records, and expects success. */
  const done = async (
    key: string,
    { token = admin, said = {} }: { token?: string; said?: object } = {},
  ): Promise<Reply> => {
    const spec = specs.get(key)
    if (spec === undefined) throw new Error(`no such route: ${key}`)
    const asked = requestOf(key, spec, slotsOf(key, spec).slots, things, mark)
    const body = asked.body instanceof FormData ? asked.body : asked.body && { ...asked.body, ...said }
    const reply = await call(token, asked.method, asked.path, body)
    if (reply.status >= 300) throw new Error(`${key}: ${reply.status} ${reply.text}`)
    return reply
  }

  const connectionId = (await done('POST /whatsapp')).body.id as number
  things.connection = connectionId
  await happen(companyId, streams.connection(connectionId), 'connection.status-changed.v1', {
    ...{ connectionId, status: 'CONNECTED', previous: 'OPENING', reason: null },
    ...{ number: `5511${base}`, retries: 0 },
  })
  things.number = `55119${String(base).slice(0, 8)}`
  await office.settled()
  const contactId = (await done('POST /contacts')).body.id as number
  things.contact = contactId
  things.queue = (await done('POST /queue')).body.id as number
  const opened = await done('POST /tickets', { said: { queueId: undefined } })
  const ticketId = opened.body.id as number
  things.ticket = ticketId
  things.uuid = opened.body.uuid as string
  for (const [name, { path, of }] of Object.entries<RecordSpec>(RECORDS)) {
    if (of !== 'platform' && things[name as RecordName] === undefined) {
      things[name as RecordName] = (await done(`POST ${path}`, { said: OPTIONAL_VALUES[name] })).body
        .id as number
    }
  }

  const stored = await office.blobs.put(Buffer.from(mark), {
    ...{ companyId, mimetype: 'image/png', fileName: `${mark}.png`, maxSize: 1000 },
  })
  if (stored === 'too-large') throw new Error('too large')
  things.file = stored.id
  const receive = (messageId: string, body: string, blobId?: string) =>
    happen(companyId, streams.message(messageId), 'message.received.v1', {
      ...{ messageId, ticketId, contactId, connectionId, waId: `${mark}${messageId}` },
      ...{ kind: blobId === undefined ? 'conversation' : 'image', body, quotedId: null, forwarded: false },
      ...{ fromMe: false, remoteJid: `${things.number}`, participant: null, mediaPending: false },
      ...{ sentAt: new Date().toISOString(), imported: false, ack: 0 },
      media: blobId === undefined ? null : { ...PICTURE, blobId, fileName: `${mark}.png` },
    })
  things.message = messageIdOf(base)
  await done('PUT /push/device', { token: agent, said: { muted: [] } })
  await receive(things.message, `${mark} chegou`, things.file)
  await receive(messageIdOf(base + 1), '3')
  await happen(companyId, streams.ticket(ticketId), 'ticket.rated.v1', {
    ...{
      ticketId,
      contactId,
      userId: agentId,
      queueId: things.queue,
      rating: 3,
      messageId: messageIdOf(base + 1),
    },
  })
  await office.settled()

  await done('POST /messages/:ticketId')
  await done('PUT /drafts/:ticketId')
  await done('POST /tags/sync')
  const program = (await done('POST /whatsapp/:id/token')).body.token as string
  things.import = (await done('POST /contacts/upload')).body.import.id as string
  while ((await call(admin, 'GET', '/contacts/imports')).body[0].status !== 'done') await delay(5)
  const twin = base + 4
  // a possible duplicate of the other contact
  await happen(companyId, streams.contact(twin), 'contact.created.v1', {
    ...{ contactId: twin, name: `${mark} texto`, number: null, email: '', extraInfo: [], isGroup: false },
    ...{ identities: [{ kind: 'lid', value: `${base}00@lid` }], connectionId: null },
  })
  const former = base + 3
  await happen(companyId, streams.user(former), 'user.created.v1', personOf(former, 'supervisor'))
  await happen(companyId, streams.user(former), 'user.deleted.v1', { userId: former })
  things.parked = `report.0-${String(base).padStart(20, '0')}`
  const report = { kind: 'ack', companyId, connectionId, fromMe: true, waId: 'gone', ack: 3 }
  const parked = { since: new Date().toISOString(), reason: mark, attempts: 5, dueAt: null, later: false }
  const key = `parked-report/${companyId}/${things.parked.slice('report.'.length)}`
  await office.vault.commit([{ key, value: Buffer.from(JSON.stringify({ ...report, parked })) }])
  await office.settled()

  // The export comes last, so that it contains all records above.
  things.export = (await done('POST /company-export')).body.id as string
  while ((await call(admin, 'GET', '/company-export')).body.status !== 'done') await delay(5)

  const own = (await office.events()).filter((event) => event.companyId === companyId)
  const known = JSON.stringify(own.map(({ data }) => data)).match(KNOWN_BY) ?? []
  const { file, message, uuid } = things
  const ids = new Set([...known, ...[file, message, uuid, things.import, things.export].map(String)])
  return { companyId, mark, admin, agent, program, things, ids }
}
