import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import type { ClosureRecord } from '@guiche/contracts/views/closures.js'
import { until } from '@guiche/infra/testing/until.js'
import { connectSocket } from '@guiche/query-api/testing/socket.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Company, makeCompany } from './testing/separation/company.js'
import { type Office, openOffice } from './testing/separation/office.js'

/** Two companies with a record of every kind. A super user of the one erases the other. */
let office: Office
let ours: Company
let theirs: Company
let owner: string
const SUPER = 810_000_009
const WAIT_MS = 30_000

const eventsOf = async ({ companyId }: Company): Promise<readonly StoredEvent[]> =>
  (await office.events()).filter((event) => event.companyId === companyId)
const readErasures = async (): Promise<readonly ClosureRecord[]> =>
  (await office.call(owner, 'GET', '/company-erasures')).body
const eraseCompany = (companyId: number, name: string, token = owner) =>
  office.call(token, 'DELETE', `/companies/${companyId}`, { name })
const filesUnder = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? filesUnder(path) : [path]
  })
/** Keys and values of the vault that contain a text, decrypted (on disk they are encrypted). */
const inVault = async (text: string): Promise<string[]> => {
  const found: string[] = []
  for (const [key, { value }] of await office.vault.getMany(await office.vault.list('')))
    if (key.includes(text) || value.toString('latin1').includes(text)) found.push(key)
  return found
}

beforeAll(async () => {
  office = await openOffice()
  ours = await makeCompany(office, 'nossabela', 810_000_001)
  theirs = await makeCompany(office, 'canarinho', 820_000_001)
  await office.happen(ours.companyId, streams.user(SUPER), 'user.created.v1', {
    ...{ userId: SUPER, profile: 'admin', name: 'Dona', email: 'dona@nossabela.test', super: true },
    ...{ allTicket: true, queueIds: [], connectionId: null, passwordRef: 'none' },
  })
  owner = await office.signIn({ userId: SUPER, companyId: ours.companyId, profile: 'admin' })
  await office.settled()
}, 120_000)
afterAll(() => office?.close())

it('M14: only a super user can erase a company, by its exact name, and never their own', async () => {
  const refused = async (companyId: number, name: string, token = owner) => {
    const { status, body } = await eraseCompany(companyId, name, token)
    return [status, body.error]
  }
  for (const name of ['canarinho ltda', 'canarinho Ltda ', ' canarinho Ltda', 'canarinho', 'nossabela Ltda'])
    expect(await refused(theirs.companyId, name)).toEqual([400, 'ERR_COMPANY_NAME_DIFFERS'])
  expect(await refused(ours.companyId, 'nossabela Ltda')).toEqual([409, 'ERR_OWN_COMPANY'])
  expect(await refused(999_999_999, 'canarinho Ltda')).toEqual([404, 'ERR_NO_COMPANY_FOUND'])
  for (const token of [ours.admin, theirs.admin])
    expect((await eraseCompany(theirs.companyId, 'canarinho Ltda', token)).status).toBe(403)
  expect(await readErasures()).toEqual([])
  expect((await office.call(ours.admin, 'GET', '/company-erasures')).status).toBe(403)
})

it('M14: of an erased company only a report of numbers remains; another company keeps all data', async () => {
  const before = await eventsOf(ours)
  expect((await inVault(theirs.mark)).length).toBeGreaterThan(2)
  const socket = await connectSocket(office, { token: theirs.admin, userId: 0, companyId: 0, sessionId: '' })
  await socket.settled()

  const both = await Promise.all([1, 2].map(() => eraseCompany(theirs.companyId, 'canarinho Ltda')))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.map(({ body }) => body.error)).toContain('ERR_COMPANY_BEING_ERASED')
  // At once all access ends, whatever the token.
  await until(async () => (await office.call(theirs.admin, 'GET', '/users/list')).status === 401, WAIT_MS)
  expect(
    (await office.call(theirs.agent, 'POST', `/messages/${theirs.things.ticket}`, { body: 'x' })).status,
  ).toBe(401)
  // An invalid body: until the token is refused, the answer is a validation error.
  const ofProgram = async () => (await office.call(theirs.program, 'POST', '/messages/send', {})).status
  await until(async () => (await ofProgram()) === 401, WAIT_MS)
  expect([4402, 4403]).toContain(await socket.closed)
  expect((await readErasures())[0]).toMatchObject({ companyId: theirs.companyId, removed: null })

  // The gateway is asked to unlink the phone.
  const connectionId = Number(theirs.things.connection)
  const line = streams.connection(connectionId)
  const asked = async () =>
    (await eventsOf(theirs)).some(({ stream, data }) => stream === line && data.request === 'stop')
  await until(asked, WAIT_MS)
  await office.happen(theirs.companyId, line, 'connection.status-changed.v1', {
    ...{
      connectionId,
      status: 'DISCONNECTED',
      previous: 'CONNECTED',
      reason: null,
      number: null,
      retries: 0,
    },
  })
  await until(async () => (await readErasures())[0]?.status === 'erased', WAIT_MS)
  const [report] = await readErasures()
  expect(report).toMatchObject({ companyId: theirs.companyId, step: null, percent: 100 })
  const { topicsUntil, ...counts } = report?.removed ?? ({} as NonNullable<ClosureRecord['removed']>)
  expect(topicsUntil).toBeNull()
  expect(Object.entries(counts).filter(([, count]) => !(count > 0))).toEqual([])
  expect(counts.topics).toBe(1)
  expect(JSON.stringify(report)).not.toContain(theirs.mark)

  expect((await eventsOf(theirs)).map(({ type }) => type)).toEqual(['company.erased.v1'])
  expect(await eventsOf(ours)).toEqual(before)
  expect((await eraseCompany(theirs.companyId, 'canarinho Ltda')).status).toBe(404)
  const audit = (await office.call(owner, 'GET', '/audit?area=closure')).text
  expect(audit).toContain('closure.begun.v1')
  expect(audit).not.toContain(theirs.mark)

  expect(await inVault(theirs.mark)).toEqual([])
  const places = [`/${theirs.companyId}`, `/${connectionId}/`, `/${theirs.things.user}`]
  const keys = await office.vault.list('')
  expect(
    keys.filter(
      (key) => /^(?!closure|due|turn|overwrite)/.test(key) && places.some((one) => key.includes(one)),
    ),
  ).toEqual([])
  await until(async () => (await office.vault.list('overwrite/')).length === 0, WAIT_MS)
  await office.stop()
  const files = filesUnder(office.dir).map((file) => [file, readFileSync(file, 'latin1')] as const)
  const having = (text: string) => files.flatMap(([file, content]) => (content.includes(text) ? [file] : []))
  expect(having(theirs.mark)).toEqual([])
  expect(having(ours.mark).length).toBeGreaterThan(2)
}, 120_000)
