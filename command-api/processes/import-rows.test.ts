import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { contactDecider } from '../contact/decide.js'
import { createImportStore } from '../contact/import/import-store.js'
import { messageFrom } from '../testing/customer.js'
import { ANA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { ADMIN_ACTOR } from '../testing/people.js'
import { createContactImport } from './contact-import.js'

const PN = '5511986000001'
const OTHER = '5511986000002'
let desk: Desk
let contactId: number
beforeEach(async () => {
  desk = await openDesk()
  // The test runs the requested import itself.
  await desk.conversations.contactImport.stop()
  await desk.report(messageFrom(PN, { peer: { pn: PN, lid: null, group: null, name: null } }))
  contactId = Number((await desk.log('contact.created')).at(-1)?.data.contactId)
  await desk.shown()
})
afterEach(() => desk.close())

const contactState = async () => (await desk.kernel.load(contactDecider, streams.contact(contactId))).state
/** An instance with empty memory. `naming` replaces the first append that names a contact. */
const newInstance = (
  naming: (append: () => ReturnType<EventStore['append']>) => ReturnType<EventStore['append']>,
) => {
  let names = 0
  const parts = desk.build({
    ...desk.eventStore,
    append: async (...args) => {
      const append = () => desk.eventStore.append(...args)
      const isName = args[2].some(({ type }) => type === 'contact.changed.v1')
      return isName && ++names === 1 ? naming(append) : append()
    },
  })
  return createContactImport({ ...parts, contacts: parts.conversations.contacts })
}
/** Requests an import of a sheet that names the contact. */
const requestImport = async () => {
  const form = new FormData()
  form.append('file', new Blob([`nome;numero\nDa planilha;${PN};`]), 'contatos.csv')
  const { body } = await desk.call(ANA, 'POST', '/contacts/upload', form)
  const [event] = await desk.log('import.requested')
  if (event === undefined) throw new Error('nothing was asked for')
  return { id: String(body.import.id), event }
}

it('an agent’s edit wins over a concurrent row that names the contact', async () => {
  await desk.report({
    ...{ kind: 'connection', companyId: COMPANY, connectionId: CONNECTION, status: 'CONNECTED' },
    ...{ reason: null, number: '1', retries: 0 },
  })
  await desk.shown()
  desk.numbers.set(OTHER, { number: OTHER, lid: null })
  const written = { name: 'Da Ana', email: 'da.ana@example.com', number: OTHER }
  const extraInfo = [{ name: 'CPF', value: '1' }]
  const { event, id } = await requestImport()
  let answer: { status: number } | null = null
  const importing = newInstance(async (append) => {
    answer = await desk.call(ANA, 'PUT', `/contacts/${contactId}`, { ...written, extraInfo })
    return append()
  })
  await importing.react(event)
  expect(answer).toMatchObject({ status: 200 })
  expect(await contactState()).toMatchObject({ ...written, extraInfo })
  expect(await createImportStore(desk.vault).record(COMPANY, id)).toMatchObject({
    status: 'done',
    existed: 1,
  })
})

it('a name that could not be written in an outage is written by the next try', async () => {
  const { event, id } = await requestImport()
  const importing = newInstance(async () => err({ kind: 'unavailable', message: 'away' }))
  await expect(importing.react(event)).rejects.toThrow('ERR_UNAVAILABLE')
  expect(await createImportStore(desk.vault).record(COMPANY, id)).toMatchObject({
    status: 'running',
    done: 0,
  })
  await importing.react(event)
  expect(await createImportStore(desk.vault).record(COMPANY, id)).toMatchObject({
    status: 'done',
    existed: 1,
  })
  expect((await contactState()).name).toBe('Da planilha')
})

it('an import with an unknown outcome of its request keeps its rows', async () => {
  const parts = desk.build({
    ...desk.eventStore,
    append: async (...args) => {
      await desk.eventStore.append(...args)
      return err({ kind: 'unavailable', message: 'the answer was lost' })
    },
  })
  const asking = createContactImport({ ...parts, contacts: parts.conversations.contacts })
  const people = [{ line: 2, name: 'Da planilha', number: PN, lid: null, email: '' }]
  const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: 'test' }
  expect(await asking.begin('file', people, meta)).toMatchObject({ error: { code: 'ERR_UNAVAILABLE' } })
  const [event] = await desk.log('import.requested')
  if (event === undefined) throw new Error('nothing was asked for')
  await newInstance((append) => append()).react(event)
  expect(await createImportStore(desk.vault).record(COMPANY, event.data.importId)).toMatchObject({
    status: 'done',
    done: 1,
    existed: 1,
  })
  expect((await contactState()).name).toBe('Da planilha')
})
