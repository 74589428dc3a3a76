import { err } from '@guiche/contracts/result.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createImportStore } from '../contact/import/import-store.js'
import type { Meta } from '../kernel/kernel.js'
import { COMPANY, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'
import { ADMIN_ACTOR } from '../testing/people.js'
import { metaFor } from '../testing/store.js'
import { createContactImport } from './contact-import.js'

const A_DAY_LATER = '2026-03-03T12:00:01.000Z'
const OTHER_COMPANY = FOREIGNER.companyId
let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
  // No requested import starts before the test starts it.
  await desk.conversations.contactImport.stop()
})
afterEach(() => desk.close())

type AppendFunction = EventStore['append']
/**
 * Requests an import while the event store is unavailable. `append` decides whether the request is stored all
 * the same.
 */
const askInAnOutage = async (append: (...args: Parameters<AppendFunction>) => unknown, meta: Meta) => {
  const parts = desk.build({
    ...desk.eventStore,
    append: async (...args) => {
      await append(...args)
      return err({ kind: 'unavailable', message: 'away' })
    },
  })
  const process = createContactImport({ ...parts, contacts: parts.conversations.contacts })
  const people = [{ line: 2, name: 'Da planilha', number: '5511986000001', lid: null, email: '' }]
  expect(await process.begin('file', people, meta)).toMatchObject({ error: { code: 'ERR_UNAVAILABLE' } })
}
/** The imports with kept rows, by company and id. */
const keptImports = async () => {
  const keys = await desk.vault.list('import-rows/')
  return [...new Set(keys.map((key) => key.split('/').slice(1, 3).join('/')))]
}
const meta = (companyId = COMPANY) => ({ ...metaFor(), companyId, actor: ADMIN_ACTOR })
const lookAt = async (time: string) => {
  desk.setTime(time)
  await desk.conversations.unaskedImports.look()
}

it('rows of imports without a request are removed after a day, without another import', async () => {
  const repeated = meta()
  const never = () => undefined
  await askInAnOutage(never, repeated)
  await askInAnOutage(never, repeated)
  await askInAnOutage(never, meta(OTHER_COMPANY))
  const old = await keptImports()
  desk.setTime('2026-03-02T23:00:00.000Z')
  await askInAnOutage(never, meta())
  const all = await keptImports()
  expect(all).toHaveLength(4)
  await lookAt('2026-03-03T11:00:00.000Z')
  expect(await keptImports()).toEqual(all)
  await lookAt(A_DAY_LATER)
  expect(await keptImports()).toEqual(all.filter((one) => !old.includes(one)))
  await lookAt('2026-03-03T23:00:01.000Z')
  expect(await desk.vault.list('import')).toEqual([])
})

it('rows of an import that goes on after a day stay, also where its record was never made', async () => {
  await askInAnOutage(desk.eventStore.append, meta())
  await askInAnOutage(desk.eventStore.append, meta(OTHER_COMPANY))
  const [first, second] = await desk.log('import.requested')
  if (first === undefined || second === undefined) throw new Error('they were asked for')
  const about = { id: second.data.importId, source: 'file', startedAt: second.time, total: 1 } as const
  const store = createImportStore(desk.vault)
  await store.open(OTHER_COMPANY, about)
  const all = await keptImports()
  expect(all).toHaveLength(2)
  await lookAt(A_DAY_LATER)
  expect(await keptImports()).toEqual(all)
  for (const event of [first, second]) await desk.conversations.contactImport.react(event)
  const records = [
    await store.record(COMPANY, first.data.importId),
    await store.record(OTHER_COMPANY, about.id),
  ]
  expect(records).toMatchObject([
    { status: 'done', created: 1 },
    { status: 'done', created: 1 },
  ])
  // The report of the last import stays until the next import.
  await lookAt('2026-03-09T12:00:00.000Z')
  expect(await keptImports()).toEqual(all)
})
