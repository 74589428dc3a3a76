import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { namingFrames, type Slot, slotsOf } from '@guiche/contracts/testing/named-ids.js'
import { unzipFiles } from '@guiche/infra/testing/unzip.js'
import { connectSocket, type Socket } from '@guiche/query-api/testing/socket.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Company, makeCompany } from './testing/separation/company.js'
import { type Office, openOffice, type Reply } from './testing/separation/office.js'
import { requestOf } from './testing/separation/requests.js'
import { valueFor } from './testing/separation/values.js'

/**
 * Two companies side by side. For each declared route and frame, a user of `ours` names a record of `theirs`.
 * Each field that can name a record is tried.
 */
const ROUTES = ROUTE_LIST.map(([key, spec]) => ({ key: key as string, spec, ...slotsOf(key, spec) }))
type Declared = (typeof ROUTES)[number]
const isQuery = ({ key, spec }: Declared): boolean => key.startsWith('GET ') && spec.allow !== 'super'
/** Records of the platform, which exist once for all companies. */
const PLATFORM_RECORDS = Object.entries<RecordSpec>(RECORDS).filter(([, { of }]) => of === 'platform')
/** Whether the answers of a route are such records, and so contain nothing of a company. */
const isOfPlatform = ({ key }: { readonly key: string }): boolean =>
  PLATFORM_RECORDS.some(([, { path }]) => `${key.split(' ')[1]}/`.startsWith(`${path}/`))

/** Queries whose answers contain nothing of a company: figures, or the same data for all. */
const TELLS_NOTHING = [
  'GET /version',
  'GET /setup',
  'GET /human-verification',
  'GET /push/key',
  'GET /embedded-pages',
  'GET /openapi.json',
  'GET /settings/:key',
  'GET /public/logotipos/:file',
  'GET /companies/:id/usage',
  'GET /contacts/:id/counts',
  'GET /whatsapp/:id/limits',
  'GET /whatsapp/:id/tickets-count',
  'GET /users/:id/sessions',
  'GET /tickets/counts',
]

let office: Office
let ours: Company
let theirs: Company
/** sockets of users of both companies, in all rooms */
let sockets: { readonly ours: Socket[]; readonly theirs: Socket[] }
let before: ReadonlyMap<string, string>
let theirEvents: readonly StoredEvent[]
let theirAnswers: ReadonlyMap<string, string>

const openListeners = async ({ admin, agent, things }: Company): Promise<Socket[]> => {
  const opened: Socket[] = []
  for (const token of [admin, agent]) {
    const socket = await connectSocket(office, { token, userId: 0, companyId: 0, sessionId: '' })
    for (const status of ['open', 'pending', 'closed']) socket.send('joinTickets', { status })
    socket.send('joinNotification')
    socket.send('joinChatBox', { ticketId: things.ticket })
    await socket.settled()
    opened.push(socket)
  }
  return opened
}

/** A counter that makes all names different. */
let asked = 0

const askAs = (
  route: Declared,
  company: Company,
  foreign: Parameters<typeof requestOf>[5] = null,
  token = route.spec.allow === 'api token' ? company.program : company.admin,
): Promise<Reply> => {
  const { key, spec, slots } = route
  asked += 1
  const mark = `${company.mark}x${asked}`
  const { method, path, body } = requestOf(key, spec, slots, company.things, mark, foreign)
  return office.call(spec.allow === 'anonymous' ? null : token, method, path, body)
}
/** The answers of a query: without parameters, and with each field that can name a record of the company. */
const answersOf = async (company: Company): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const route of ROUTES.filter(isQuery)) {
    const places = route.slots.filter(({ place, names }) => place === 'query' && company.things[names])
    for (const slot of [null, ...places]) {
      for (const [who, token] of Object.entries({ admin: company.admin, agent: company.agent })) {
        const reply = await askAs(route, company, slot && { slot, other: company.things }, token)
        found.set(`${route.key} ${slot?.at.join('.') ?? ''} ${who}`, `${reply.status} ${reply.text}`)
      }
    }
  }
  return found
}
/** The first mark or id of the company in this text. */
const tracesOf = ({ mark, ids }: Company, text: string): string | undefined =>
  [mark, ...ids].find((trace) => new RegExp(`(?<![0-9a-f])${trace}(?![0-9a-f])`).test(text))

beforeAll(async () => {
  office = await openOffice()
  ours = await makeCompany(office, 'nossabela', 810_000_001)
  const ourSockets = await openListeners(ours)
  before = await answersOf(ours)
  theirs = await makeCompany(office, 'canarinho', 820_000_001)
  sockets = { ours: ourSockets, theirs: await openListeners(theirs) }
  theirAnswers = await answersOf(theirs)
  theirEvents = (await office.events()).filter(({ companyId }) => companyId === theirs.companyId)
})
afterAll(async () => {
  for (const socket of [...(sockets?.ours ?? []), ...(sockets?.theirs ?? [])]) socket.close()
  await office?.close()
})

it('every id in a route declares its record, and every route is tested', () => {
  const unknown = [...ROUTES, ...namingFrames()].flatMap((declared) => declared.unknown)
  // contracts/testing/named-ids.ts must list the kind of id in each field and path.
  expect(unknown).toEqual([])
  const things = new Set(ROUTES.flatMap(({ slots }) => slots.map(({ names }) => names)))
  const common = ['nothing', 'cursor', ...PLATFORM_RECORDS.map(([name]) => name)]
  const missing = [...things].filter((name) => !common.includes(name) && !theirs.things[name])
  // launcher/testing/separation/company.ts must create a record of every kind.
  expect(missing).toEqual([])
  expect(office.routes.map(({ key }) => key as string).sort()).toEqual(ROUTES.map(({ key }) => key).sort())
})

it('each query shows the company’s canary data to its own users', () => {
  const queries = ROUTES.filter(isQuery)
  const silent = queries.filter(({ key }) =>
    [...theirAnswers].every(
      ([asked, text]) => !asked.startsWith(`${key} `) || tracesOf(theirs, text) === undefined,
    ),
  )
  const ofPlatform = queries.filter(isOfPlatform).map(({ key }) => key)
  expect(silent.map(({ key }) => key).sort()).toEqual([...TELLS_NOTHING, ...ofPlatform].sort())
})

it('data and actions of another company change no answer and cause no frame', async () => {
  const after = await answersOf(ours)
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before))
  for (const socket of sockets.ours) {
    await socket.settled()
    expect(tracesOf(theirs, JSON.stringify(socket.frames))).toBeUndefined()
  }
})

/**
 * Refusals that do not reveal whether the record exists. The first: a named record does not exist. The others come before the
 * record is looked up.
 */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'POST /queue-options': ['ERR_QUEUE_OPTION_PARENT'],
  'PUT /queue-options/:id': ['ERR_QUEUE_OPTION_PARENT'],
  'DELETE /whatsapp/:id': ['ERR_NO_OTHER_WHATSAPP'],
  // Agents must give their password.
  'PUT /users/:id': ['ERR_WRONG_PASSWORD'],
  // The first call has created a contact of the caller's company with this number.
  'PUT /contacts/:id': ['ERR_DUPLICATED_CONTACT'],
  // Registration is switched off here.
  'POST /companies/cadastro': ['ERR_USER_CREATION_DISABLED'],
  // The list has no places for files.
  'POST /files/uploadList/:id': ['ERR_VALIDATION'],
  // The quoted message cannot be edited.
  'POST /messages/edit/:id': ['ERR_NOT_OWN_MESSAGE'],
}

/** Why this response to a user of `ours` is wrong; null if it is right. The user named a record of `theirs`. */
const faultIn = (
  { key, spec }: Declared,
  slot: Slot,
  { status, text, body }: Reply,
  isAdmin: boolean,
): string | null => {
  const told = tracesOf(theirs, text)
  const said = `${status} ${text.slice(0, 200)}`
  if (told !== undefined) return `tells ${told}: ${said}`
  if (status === 404 || (status === 403 && !(isAdmin && spec.allow !== 'super'))) return null
  // Lists must be empty, and commands must have no effect.
  if (slot.place !== 'path' && (status < 300 || REFUSED[key]?.includes(body.error))) return null
  return said
}

it('an id of another company counts as absent, at any place of any route', async () => {
  const faults: string[] = []
  for (const route of ROUTES) {
    for (const slot of route.slots) {
      const other = theirs.things
      if (other[slot.names] === undefined) continue
      for (const who of ['admin', 'agent'] as const) {
        const token = route.spec.allow === 'api token' ? ours.program : ours[who]
        let reply = await askAs(route, ours, { slot, other }, token)
        // Some lists require further fields.
        if (reply.status === 400) reply = await askAs(route, ours, { slot, other, whole: true }, token)
        const fault = faultIn(route, slot, reply, who === 'admin')
        if (fault !== null) faults.push(`${route.key}, ${slot.place} ${slot.at.join('.')}, ${who}: ${fault}`)
      }
    }
  }
  expect(faults).toEqual([])
})

it('client frames with ids of another company are refused, and signal nothing', async () => {
  const [socket] = sockets.ours as [Socket]
  const refused = () => socket.frames.filter(({ event }) => event === 'error').length
  const had = refused()
  let named = 0
  for (const { event, schema, slots } of namingFrames()) {
    for (const slot of slots) {
      const value = valueFor(schema, ours.mark, ({ at }) =>
        at.join() === slot.at.join() ? theirs.things[slot.names] : undefined,
      )
      socket.send(event, value)
      named += 1
    }
  }
  await socket.settled()
  expect({ named, refused: refused() - had }).toEqual({ named: 3, refused: 3 })
  expect(tracesOf(theirs, JSON.stringify(socket.frames))).toBeUndefined()
})

it('a message is pushed to users of its own company alone', () => {
  const of = (company: Company) =>
    office.pushes.filter(({ target }) => target.endpoint.includes(company.mark))
  for (const [company, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    expect(of(company).length).toBeGreaterThan(0)
    expect(of(company).flatMap(({ text }) => tracesOf(other, text) ?? [])).toEqual([])
  }
})

/**
 * Routes that also fail for own records here: no message recurs, a contact cannot be merged with itself, and the list has no
 * places.
 */
const NOT_EVEN_OWN = [
  'POST /schedules/:id/occurrences',
  'POST /contacts/:id/merge',
  'POST /files/uploadList/:id',
]

it('own ids are found at the same places', async () => {
  const faults: string[] = []
  for (const route of ROUTES.filter(({ key, spec }) => /^P(OS|U)T/.test(key) && spec.allow !== 'super')) {
    if (route.slots.length === 0 || NOT_EVEN_OWN.includes(route.key)) continue
    const { status, text } = await askAs(route, ours)
    const isWrong = status === 404 || status >= 500 || text.includes('ERR_VALIDATION')
    if (isWrong) faults.push(`${route.key}: ${status} ${text}`)
  }
  expect(faults).toEqual([])
})

it('the other company’s data are unchanged, and its users got no frame', async () => {
  await office.settled()
  const events = await office.events()
  expect(events.filter(({ companyId }) => companyId === theirs.companyId)).toEqual(theirEvents)
  const written = events.filter(({ companyId }) => companyId === ours.companyId)
  expect(written.length).toBeGreaterThan(60)
  const naming = written.filter(({ stream, data }) => tracesOf(theirs, JSON.stringify([stream, data])))
  expect(naming).toEqual([])
  for (const socket of sockets.theirs) {
    await socket.settled()
    expect(tracesOf(ours, JSON.stringify(socket.frames))).toBeUndefined()
  }
  expect(await answersOf(theirs)).toEqual(theirAnswers)
})

it('the export of a company has all its own data, and no others', async () => {
  for (const [company, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const path = `/public/company-export/${company.things.export}`
    const { status, text } = await office.call(company.admin, 'GET', path)
    expect(status).toBe(200)
    const files = [...unzipFiles(Buffer.from(text, 'latin1'))].map(([name, content]) => `${name} ${content}`)
    expect(files.filter((file) => tracesOf(company, file)).length).toBeGreaterThan(5)
    expect(files.filter((file) => tracesOf(other, file))).toEqual([])
  }
})

it('metrics have no personal data', async () => {
  const text = await office.metrics()
  expect(text.length).toBeGreaterThan(1000)
  expect([tracesOf(ours, text), tracesOf(theirs, text)]).toEqual([undefined, undefined])
})
