import type { Caller } from '@guiche/contracts/users/permissions.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { importDecider } from '../contact/import/decide.js'
import { createImportStore, isRowDone } from '../contact/import/import-store.js'
import { ADMIN, ANA, BIA, COMPANY, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'
import { createContactImport } from './contact-import.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
// Each test runs the requested import itself.
beforeEach(() => desk.conversations.contactImport.stop())
afterEach(() => desk.conversations.contactImport.start())

let numbers = 0
const sheetOf = (rows: number) =>
  Array.from({ length: rows }, () => `Pessoa;55119${String(81_000_000 + numbers++)};`)
const uploadSheet = (lines: readonly string[], who: Caller = ANA, headers = {}) => {
  const form = new FormData()
  form.append('file', new Blob([['nome;numero;email', ...lines].join('\n')]), 'contatos.csv')
  return desk.call(who, 'POST', '/contacts/upload', form, headers)
}
const cancelImport = (id: string, who: Caller = ANA) => desk.call(who, 'DELETE', `/contacts/imports/${id}`)
const importStore = () => createImportStore(desk.vault)
const recordOf = (id: string) => importStore().record(COMPANY, id)
const countRequests = async () => (await desk.log('import.requested')).length
const lastOf = async (type: string) => {
  const event = (await desk.log(type)).at(-1)
  if (event === undefined) throw new Error(`no ${type}`)
  return event
}
/** The process of an instance with empty memory. `appending` is called before each contact is created. */
const newInstance = (appending: () => Promise<unknown> = async () => {}, vault: Vault = desk.vault) => {
  const parts = desk.build({
    ...desk.eventStore,
    append: async (stream, ...rest) => {
      if (stream.startsWith('contact-')) await appending()
      return desk.eventStore.append(stream, ...rest)
    },
  })
  return createContactImport({ ...parts, vault, contacts: parts.conversations.contacts })
}
const finishImport = async (process = newInstance()) => process.react(await lastOf('import.requested'))

describe('of the imports of a company', () => {
  it('one goes on at a time, however many are asked for at once', async () => {
    const before = await countRequests()
    const lines = sheetOf(30)
    const answers = await Promise.all([uploadSheet(lines), uploadSheet(lines), uploadSheet(lines, ADMIN)])
    const [begun] = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body)
    const { id, startedBy } = begun?.body.import ?? {}
    // the user who started the import, and its progress
    const told = { error: 'ERR_IMPORT_RUNNING', details: { name: startedBy.name, done: 0, total: 30 } }
    expect(refused).toEqual([told, told])
    expect(await countRequests()).toBe(before + 1)
    expect((await uploadSheet(lines, BIA)).body).toEqual(told)
    // The rows of refused imports are not kept.
    const rows = await desk.vault.list(`import-rows/${COMPANY}/`)
    expect(new Set(rows.map((key) => key.split('/')[2]))).toEqual(new Set([id]))
    await finishImport()
    expect(await recordOf(id)).toMatchObject({ status: 'done', done: 30, created: 30 })
    const again = await uploadSheet(lines, ADMIN)
    await finishImport()
    expect(await recordOf(again.body.import.id)).toMatchObject({ created: 0, existed: 30 })
  })

  it('one goes on at a time in several instances, and one key asks for one import', async () => {
    const meta = (n: number) => ({
      commandId: `6f2b2c1${n}-0000-5000-8000-000000000000`,
      companyId: COMPANY,
      actor: { kind: 'user', id: ANA.userId } as const,
      correlationId: 'test',
    })
    const people = [{ line: 2, name: 'Caio', number: '5511981999999', lid: null, email: '' }]
    const [a, b, c] = await Promise.all(
      [1, 2, 1].map((key) => newInstance().begin('file', people, meta(key))),
    )
    const ids = [a, b, c].map((one) => (one?.ok ? one.value.id : one?.error.code))
    expect(ids.filter((id) => id === 'ERR_IMPORT_RUNNING')).toHaveLength(b?.ok ? 2 : 1)
    if (!b?.ok) expect(ids[0]).toBe(ids[2])
    await finishImport()
  })

  it('one of before, with a stream of its own, comes to its end there', async () => {
    const importId = newUuid()
    const rows = [{ line: 2, name: 'Edu', number: '5511983999999', lid: null, email: '', outcome: null }]
    await importStore().keep(COMPANY, importId, rows, '2026-03-02T11:00:00.000Z')
    const stream = `import-${importId}`
    const request = { kind: 'request', data: { importId, source: 'file', rows: 1 } } as const
    const meta = {
      commandId: newUuid(),
      companyId: COMPANY,
      actor: { kind: 'user', id: ANA.userId } as const,
      correlationId: 'test',
    }
    await desk.kernel.execute(importDecider, stream, request, meta)
    await finishImport()
    expect(await recordOf(importId)).toMatchObject({ status: 'done', created: 1 })
    expect((await lastOf('import.finished')).stream).toBe(stream)
  })

  it('one of before, with a stream of its own, is cancelled there', async () => {
    const importId = newUuid()
    const rows = [{ line: 2, name: 'Gil', number: '5511983999998', lid: null, email: '', outcome: null }]
    await importStore().keep(COMPANY, importId, rows, '2026-03-02T11:00:00.000Z')
    const about = { id: importId, source: 'file', startedAt: '2026-03-02T11:00:00.000Z', total: 1 } as const
    // A record of an earlier release names no user.
    await importStore().open(COMPANY, about)
    const stream = `import-${importId}`
    const request = { kind: 'request', data: { importId, source: 'file', rows: 1 } } as const
    const actor = { kind: 'user', id: ANA.userId } as const
    const meta = { commandId: newUuid(), companyId: COMPANY, actor, correlationId: 'test' }
    await desk.kernel.execute(importDecider, stream, request, meta)
    expect((await cancelImport(importId, BIA)).status).toBe(403)
    const cancelled = await cancelImport(importId)
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { id: importId, status: 'cancelled' }])
    await finishImport()
    const event = await lastOf('import.cancelled')
    expect(event.stream).toBe(stream)
    await newInstance().react(event)
    expect(await recordOf(importId)).toMatchObject({ status: 'cancelled', done: 0, created: 0 })
    expect((await importStore().chunk(COMPANY, importId, 0))?.rows.every(isRowDone)).toBe(true)
  })

  it('one whose starter ended before it was shown is done all the same', async () => {
    const dying: Vault = {
      ...desk.vault,
      commit: (writes, fence) => {
        if (writes.some(({ key, value }) => value !== null && key.startsWith('import/')))
          throw new Error('crash')
        return desk.vault.commit(writes, fence)
      },
    }
    const people = [{ line: 2, name: 'Duda', number: '5511982999999', lid: null, email: '' }]
    const command = {
      commandId: '6f2b2c1f-0000-5000-8000-000000000000',
      companyId: COMPANY,
      actor: { kind: 'user', id: ANA.userId } as const,
      correlationId: 'test',
    }
    await expect(newInstance(undefined, dying).begin('file', people, command)).rejects.toThrow('crash')
    await finishImport()
    const { importId } = (await lastOf('import.requested')).data
    expect(await recordOf(importId)).toMatchObject({
      status: 'done',
      created: 1,
      startedBy: { id: ANA.userId },
    })
  })
})

describe('an import that is cancelled', () => {
  it('half-way, by another process, keeps imported contacts, reports the other rows as cancelled, and stays cancelled', async () => {
    const { body } = await uploadSheet(sheetOf(250))
    const { id } = body.import
    let contacts = 0
    let answer: Awaited<ReturnType<typeof cancelImport>> | null = null
    await finishImport(
      newInstance(async () => {
        if (++contacts === 120) answer = await cancelImport(id)
      }),
    )
    expect(answer).toMatchObject({ status: 200, body: { id, status: 'cancelled', done: 100, total: 250 } })
    // The report counts the page that was running. A restart meanwhile has no further effect.
    expect(await recordOf(id)).toMatchObject({ status: 'cancelled', done: 200, created: 200 })
    await finishImport()
    const cancelled = await lastOf('import.cancelled')
    for (let times = 0; times < 2; times++) await newInstance().react(cancelled)
    expect(await recordOf(id)).toMatchObject({ status: 'cancelled', done: 200, created: 200, total: 250 })
    expect(contacts).toBe(200)
    const chunk = await importStore().chunk(COMPANY, id, 2)
    expect(chunk?.rows.filter(isRowDone).map(({ outcome }) => outcome)).toEqual(Array(50).fill('cancelled'))
    const kept = await desk.vault.getMany(await desk.vault.list('import-rows/'))
    expect(JSON.stringify([...kept.values()].map(({ value }) => value.toString()))).not.toMatch(/Pessoa/)
  })

  it('leaves room for the next one at once', async () => {
    const first = await uploadSheet(sheetOf(3))
    await cancelImport(first.body.import.id)
    const second = await uploadSheet(sheetOf(2))
    expect(second.status).toBe(200)
    await newInstance().react((await desk.log('import.requested')).at(-2) as never)
    await newInstance().react(await lastOf('import.cancelled'))
    await finishImport()
    expect(await recordOf(second.body.import.id)).toMatchObject({ status: 'done', created: 2 })
    expect((await lastOf('import.cancelled')).data).toEqual({ importId: first.body.import.id })
  })

  it('is so by its starter or an admin; cancelled twice or too late there is a plain answer', async () => {
    const { body } = await uploadSheet(sheetOf(2), ANA)
    const { id } = body.import
    const told = async (who: Caller) => {
      const answer = await cancelImport(id, who)
      return [answer.status, answer.body.error ?? answer.body.status]
    }
    expect(await told(BIA)).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await told(FOREIGNER)).toEqual([404, 'ERR_NO_IMPORT_FOUND'])
    expect([await told(ADMIN), await told(ANA)]).toEqual([
      [200, 'cancelled'],
      [200, 'cancelled'],
    ])
    expect((await desk.log('import.cancelled')).filter(({ data }) => data.importId === id)).toHaveLength(1)
    const next = await uploadSheet(sheetOf(1))
    await finishImport()
    expect((await cancelImport(next.body.import.id)).body).toEqual({ error: 'ERR_IMPORT_OVER' })
    expect((await recordOf(next.body.import.id))?.status).toBe('done')
  })
})

describe('an import that fails', () => {
  const ended = async (id: string) => {
    for (;;) {
      const record = await recordOf(id)
      if (record !== null && record.status !== 'running') return record
      await new Promise(setImmediate)
    }
  }

  it('ends with its reason at once, keeps imported contacts, and the next import begins', async () => {
    const { body } = await uploadSheet(sheetOf(150))
    const { id } = body.import
    let contacts = 0
    const failing = newInstance(async () => {
      if (++contacts > 120) throw new TypeError('a fault in the code')
    })
    await failing.start()
    expect(await ended(id)).toMatchObject({ status: 'failed', reason: 'TypeError', done: 120, created: 120 })
    await failing.stop()
    const failed = await lastOf('import.failed')
    expect(failed).toMatchObject({ actor: { kind: 'system' }, data: { importId: id, reason: 'TypeError' } })
    expect((await cancelImport(id)).body).toEqual({ error: 'ERR_IMPORT_OVER' })
    const next = await uploadSheet(sheetOf(2))
    expect(next.status).toBe(200)
    const working = newInstance()
    await working.start()
    expect(await ended(next.body.import.id)).toMatchObject({ status: 'done', created: 2 })
    await working.stop()
    // No parked item waits for an admin.
    expect(await desk.vault.list('parked')).toEqual([])
  }, 30_000)

  it('is one whose very page fails twice: pages that failed once and then went well do not count', async () => {
    const { body } = await uploadSheet(sheetOf(350))
    let contacts = 0
    const stumbling = newInstance(async () => {
      // on the first and on the third page
      if (++contacts === 20 || contacts === 220) throw new TypeError('a fault in the code')
    })
    await stumbling.start()
    expect(await ended(body.import.id)).toMatchObject({ status: 'done', done: 350, created: 350 })
    await stumbling.stop()
  }, 30_000)
})
