import { streams } from '@guiche/contracts/streams.js'
import { newSecretName } from '@guiche/infra/ids.js'
import { until } from '@guiche/infra/testing/until.js'
import { unzipFiles } from '@guiche/infra/testing/unzip.js'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../../testing/api.js'
import { decisions } from '../../testing/decide.js'
import { exportDecider } from './decide.js'

const CANARY = 'canario-de-outra-empresa'
const HOUR = 3_600_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ storedBytes: 2 ** 40 })
  await setUp(api)
}, 60_000)
afterAll(() => api.close())

const storeFile = async (companyId: number, content: string) => {
  const meta = { companyId, mimetype: 'text/plain', fileName: 'nota fiscal.txt', maxSize: 1000 }
  const stored = await api.blobs.put(Buffer.from(content), meta)
  if (stored === 'too-large') throw new Error('too large')
  return stored.id
}
/** A company with a contact, a ticket and three messages: one with a file, one whose file was deleted. */
const companyWithContents = async (companyId: number, text: string) => {
  const { email, userId } = await addCompany(api, companyId)
  const [contactId, ticketId] = [companyId * 100 + 1, companyId * 100 + 2]
  await api.write(streams.contact(contactId), companyId, {
    type: 'contact.created.v1',
    data: {
      ...{ contactId, name: text, number: `55119${companyId}0000001`, email: '', extraInfo: [] },
      ...{ identities: [{ kind: 'pn', value: `55119${companyId}0000001` }], isGroup: false },
      connectionId: null,
    },
  })
  await api.write(streams.ticket(ticketId), companyId, {
    type: 'ticket.opened.v1',
    data: {
      ...{ ticketId, contactId, uuid: `00000000-0000-4000-8000-${String(ticketId).padStart(12, '0')}` },
      ...{ isGroup: false, imported: false },
      to: { status: 'pending', userId: null, queueId: null, connectionId: 1 },
    },
  })
  const blobId = await storeFile(companyId, `file of ${text}`)
  const media = { mimetype: 'text/plain', fileName: 'nota.txt', size: 9, seconds: null, voice: false }
  for (const [n, file] of [
    null,
    { ...media, blobId },
    { ...media, blobId: 'gone0000gone0000gone' },
  ].entries()) {
    const messageId = `${companyId}${n}`.padStart(32, 'a')
    await api.write(streams.message(messageId), companyId, {
      type: 'message.received.v1',
      data: {
        ...{ messageId, ticketId, contactId, connectionId: 1, waId: `W${n}`, kind: 'conversation' },
        ...{ body: `${text} ${n}`, media: file, quotedId: null, forwarded: false, fromMe: false },
        ...{ remoteJid: 'x@s.whatsapp.net', participant: null, mediaPending: false, imported: false, ack: 0 },
        sentAt: '2026-01-05T12:00:00.000Z',
      },
    })
  }
  return { token: (await signIn(api, email, ADMIN.password)).token, userId, blobId, companyId }
}
/** Longest wait in milliseconds. */
const WAIT_MS = 10_000
const exportState = async (token: string) =>
  (await api.call('GET', '/company-export', undefined, { token })).body as Record<string, unknown> | null
/** Waits until the export has this status. */
const waitForStatus = async (token: string, status: string) => {
  let now: Record<string, unknown> = {}
  await until(async () => {
    now = (await exportState(token)) ?? {}
    return now.status === status
  }, WAIT_MS)
  return now
}
const fetchExport = (token: string, id: unknown, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/api/public/company-export/${id}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

describe('M13: an export of a company', () => {
  it('has all data of the company with matching counts, and no data of another company', async () => {
    const own = await companyWithContents(31, 'Padaria Central')
    await companyWithContents(32, CANARY)
    expect(await exportState(own.token)).toBeNull()
    const put = jest.spyOn(api.blobs, 'put')
    const asked = await api.call('POST', '/company-export', undefined, { token: own.token })
    expect([asked.status, asked.body.status, asked.body.mine]).toEqual([200, 'running', true])
    const done = await waitForStatus(own.token, 'done')
    const answer = await fetchExport(own.token, done.id)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const archive = Buffer.from(await answer.arrayBuffer())
    expect(archive.length).toBe(done.size)
    // An export may be as large as the company's storage plus room for records. It does not count as used storage.
    expect(put.mock.calls.map(([, meta]) => meta.maxSize)).toEqual([2 ** 40 + 4 * 2 ** 30])
    put.mockRestore()
    expect(await api.blobs.used(31)).toBe('file of Padaria Central'.length)
    const files = unzipFiles(archive)
    const lines = (name: string) => String(files.get(name)).split('\n').filter(Boolean)
    const counts = JSON.parse(String(files.get('counts.json'))) as Record<string, number>
    for (const name of [...files.keys()].filter((one) => one.endsWith('.jsonl')))
      expect([name, lines(name).length]).toEqual([name, counts[name]])
    expect(counts).toMatchObject({
      ...{ 'contacts.jsonl': 1, 'tickets.jsonl': 1, 'messages.jsonl': 3, 'users.jsonl': 1 },
      ...{ files: 1, missing: 1 },
    })
    expect(lines('messages.jsonl').map((line) => JSON.parse(line).body)).toEqual([
      'Padaria Central 0',
      'Padaria Central 1',
      'Padaria Central 2',
    ])
    expect(String(files.get(`media/${own.blobId}-nota_fiscal.txt`))).toBe('file of Padaria Central')
    expect(String(files.get('README.txt'))).toContain('messages.jsonl: 3')
    for (const [name, content] of files) expect([name, content.includes(CANARY)]).toEqual([name, false])
    expect(JSON.parse(String(files.get('company.json'))).name).toBe('Company 31')
  }, 30_000)

  it('resumes a broken download, for a day, only for the user who requested the export', async () => {
    const own = await companyWithContents(33, 'Mercado')
    const other = await companyWithContents(34, 'Farmácia')
    const running = await Promise.all(
      ['a', 'b', 'c'].map((key) => api.call('POST', '/company-export', undefined, { token: own.token, key })),
    )
    expect(running.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { id, size } = await waitForStatus(own.token, 'done')
    const part = await fetchExport(own.token, id, { range: 'bytes=4-9' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-9/${size}`])
    const colleague = {
      name: 'Caio',
      email: 'caio33@guiche.test',
      password: ADMIN.password,
      profile: 'admin',
    }
    await api.call('POST', '/users', { ...colleague, queueIds: [] }, { token: own.token })
    const second = await signIn(api, colleague.email, ADMIN.password)
    expect(await exportState(second.token)).toMatchObject({ status: 'done', mine: false })
    for (const token of [second.token, other.token]) expect((await fetchExport(token, id)).status).toBe(404)
    expect((await fetch(`${api.url}/api/public/company-export/${id}`)).status).toBe(401)

    api.advance(24 * HOUR)
    const again = await signIn(api, 'admin33@guiche.test', ADMIN.password)
    expect([(await fetchExport(again.token, id)).status, await exportState(again.token)]).toEqual([404, null])
    await until(async () => (await api.blobs.info(String(id))) === null, WAIT_MS)
  }, 30_000)
})

describe('an export that cannot be written at once', () => {
  it('waits for the views, and replaces the remains of a crash', async () => {
    const late = await companyWithContents(35, 'Livraria')
    const broken = await companyWithContents(36, 'Floricultura')
    const waitFor = api.records.waitFor
    const spy = jest
      .spyOn(api.records, 'waitFor')
      .mockImplementation(async (names, ...rest) => names[0] !== 'conversation' && waitFor(names, ...rest))
    const { body } = await api.call('POST', '/company-export', undefined, { token: late.token })
    await until(async () => (await api.vault.list('due/export/')).length > 0, WAIT_MS)
    spy.mockRestore()
    expect([await api.blobs.info(body.id), (await exportState(late.token))?.status]).toEqual([
      null,
      'running',
    ])

    api.advance(10_000)
    const exportId = newSecretName()
    await api.blobs.put(Buffer.from('half'), {
      ...{ companyId: 36, id: exportId, mimetype: 'application/zip', fileName: 'a.zip', maxSize: 10 },
    })
    await api.write(streams.export(36), 36, {
      type: 'export.requested.v1',
      data: { exportId, userId: broken.userId, at: '2026-01-05T12:00:00.000Z' },
    })
    for (const { token } of [broken, late]) {
      const done = await waitForStatus(token, 'done')
      expect([Number(done.rows) > 3, done.files]).toEqual([true, 1])
      const archive = Buffer.from(await (await fetchExport(token, done.id)).arrayBuffer())
      expect([archive.length, unzipFiles(archive).has('README.txt')]).toEqual([done.size, true])
    }
  }, 30_000)
})

describe('exports of a company', () => {
  const { given } = decisions(exportDecider)
  const requested = {
    type: 'export.requested.v1',
    data: { exportId: 'one', userId: 1, at: '2026-01-05T12:00:00.000Z' },
  } as const
  it('run one at a time', () =>
    given([requested]).when({ kind: 'request', exportId: 'two', userId: 2 }).thenError('ERR_EXPORT_RUNNING'))
  it('that have failed neither fail nor end again', () => {
    const failed = { type: 'export.failed.v1', data: { exportId: 'one', reason: 'away' } } as const
    given([requested, failed])
      .when({ kind: 'finish', exportId: 'one', size: 1, rows: 1, files: 0 })
      .thenNothingHappened()
    given([requested, failed]).when({ kind: 'fail', exportId: 'one', reason: 'x' }).thenNothingHappened()
  })
  it('of before the last one do not end it', () =>
    given([requested]).when({ kind: 'fail', exportId: 'zero', reason: 'x' }).thenNothingHappened())
})
