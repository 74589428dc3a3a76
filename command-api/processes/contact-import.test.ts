import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { newUuid } from '@guiche/infra/ids.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createImportStore, isRowDone } from '../contact/import/import-store.js'
import { isAlive } from '../contact/state.js'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ANA, COMPANY, CONNECTION, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'
import { ADMIN_ACTOR, peopleOf } from '../testing/people.js'
import { createRandom } from '../testing/random.js'
import { createContactImport } from './contact-import.js'

let desk: Desk
const told: ImportRecord[] = []
beforeAll(async () => {
  desk = await openDesk()
  await desk.eventBus.consume<EphemeralMessage>({
    topic: TOPICS.ephemeral,
    group: null,
    onBatch: async (batch) => {
      for (const { value } of batch) if (value.kind === 'contact-import') told.push(value.record)
    },
  })
})
afterAll(() => desk.close())

const formOf = (text: string, preview = false) => {
  const form = new FormData()
  if (preview) form.append('preview', 'true')
  form.append('file', new Blob([text], { type: 'text/csv' }), 'contatos.csv')
  return form
}
const upload = (text: string, headers = {}, who = ANA) =>
  desk.call(who, 'POST', '/contacts/upload', formOf(text), headers)
const finishedImport = async (id: string): Promise<ImportRecord> => {
  await until(() => told.some((record) => record.id === id && record.status === 'done'), 40_000)
  return told.find((record) => record.id === id && record.status === 'done') as ImportRecord
}
const outcomesOf = async (id: string) => {
  const chunk = await createImportStore(desk.vault).chunk(COMPANY, id, 0)
  return (chunk?.rows ?? []).filter(isRowDone).map(({ line, outcome }) => [line, outcome])
}
const numberedLines = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `Pessoa ${n};${prefix}${String(n).padStart(4, '0')};`)
const fileOf = (...lines: string[]) => ['nome;numero;email', ...lines].join('\n')

describe('an import from a spreadsheet', () => {
  it('shows a preview first, and imports nothing', async () => {
    const before = (await desk.log('contact.created')).length
    const answer = await desk.call(
      ANA,
      'POST',
      '/contacts/upload',
      formOf(fileOf('Ana;5511970000001;', 'Bia;12;'), true),
    )
    expect([answer.status, answer.body.preview.total, answer.body.preview.invalid]).toEqual([200, 2, 1])
    expect((await desk.log('contact.created')).length).toBe(before)
    expect((await desk.log('import.')).length).toBe(0)
  })

  it('waits for the company’s running import, and not for interrupted uploads', async () => {
    const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`
    /** An unfinished upload that the server has begun to read. */
    const begin = async () => {
      const headers = { authorization: `Bearer user-${ANA.userId}`, expect: '100-continue' }
      const upload = request(`${desk.origin}/api/contacts/upload`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      })
      upload.on('error', () => undefined).flushHeaders()
      await once(upload, 'continue')
      upload.write(
        `${field('preview')}\r\n\r\ntrue\r\n${field('file')}; filename="a.csv"\r\n\r\nnumero\n12\n`,
      )
      return upload
    }
    const [first, left] = [await begin(), await begin()]
    left.destroy()
    const last = desk.call(ANA, 'POST', '/contacts/upload', formOf(fileOf('Ana;5511970000001;'), true))
    const answered = once(first, 'response')
    first.end('13\r\n--b--\r\n')
    const [answer] = (await answered) as [IncomingMessage]
    expect([answer.statusCode, (await json(answer)) as object]).toMatchObject([
      200,
      { preview: { total: 2 } },
    ])
    expect((await last).body.preview.total).toBe(1)
  })

  it('creates contacts, and reports the outcome of every row', async () => {
    const { pn } = await newCustomer(desk)
    const text = fileOf(
      'Aline;+55 (11) 97100-0001;aline@exemplo.com',
      `Já conhecido;${pn};`,
      'Aline outra vez;5511971000001;',
      'Sem número;12;',
    )
    const { status, body } = await upload(text)
    expect([status, body.import.total, body.import.status]).toEqual([200, 4, 'running'])
    expect(await finishedImport(body.import.id)).toMatchObject({
      source: 'file',
      done: 4,
      created: 1,
      existed: 1,
      invalid: 1,
      duplicates: 1,
    })
    expect(await outcomesOf(body.import.id)).toEqual([
      [2, 'created'],
      [3, 'existed'],
      [4, 'duplicate'],
      [5, 'invalid-number'],
    ])
    expect((await desk.log('contact.created')).at(-1)?.data).toMatchObject({
      name: 'Aline',
      number: '5511971000001',
      email: 'aline@exemplo.com',
      // The contact is not one of the new contacts of these days.
      imported: true,
    })
    // No kept entry of the import names a contact.
    const kept = await desk.vault.getMany(await desk.vault.list('import'))
    expect(JSON.stringify([...kept.values()].map(({ value }) => value.toString()))).not.toMatch(/Aline|9710/)
    expect(JSON.stringify(await desk.log('import.'))).not.toMatch(/Aline|9710/)
  })

  it('is asked for once under one key', async () => {
    const text = fileOf('Caio;5511971000002;')
    const headers = { 'idempotency-key': 'import-once' }
    const [first, second] = [await upload(text, headers), await upload(text, headers)]
    expect(second.body.import.id).toBe(first.body.import.id)
    await finishedImport(first.body.import.id)
    expect((await upload(fileOf('Davi;5511971000003;'), headers)).status).toBe(422)
    expect(
      (await desk.log('import.requested')).filter(({ data }) => data.importId === first.body.import.id),
    ).toHaveLength(1)
  })

  it('resumes an interrupted import, with the same report', async () => {
    const lines = numberedLines('55119720', 250)
    let appends = 40
    const dying = desk.build({
      ...desk.eventStore,
      append: async (stream, ...rest) => {
        if (stream.startsWith('contact-') && appends-- <= 0) throw new Error('crash')
        return desk.eventStore.append(stream, ...rest)
      },
    })
    const people = lines.map((line, index) => {
      const [name = '', number = ''] = line.split(';')
      return { line: index + 2, name, number, lid: null, email: '' }
    })
    const meta = {
      commandId: '6f2b2c1e-0000-4000-8000-000000000001',
      companyId: COMPANY,
      actor: { kind: 'user', id: ANA.userId } as const,
      correlationId: 'test',
    }
    // The background import is stopped, so that only this test handles the requests.
    await desk.conversations.contactImport.stop()
    const begun = await desk.conversations.contactImport.begin('file', people, meta)
    const id = begun.ok ? begun.value.id : ''
    const asked = (await desk.log('import.requested')).at(-1)
    if (asked === undefined) throw new Error('nothing was asked for')
    const attempt = createContactImport({ ...dying, contacts: dying.conversations.contacts })
    await expect(attempt.react(asked)).rejects.toThrow()
    await desk.conversations.contactImport.react(asked)
    expect(await finishedImport(id)).toMatchObject({ done: 250, created: 250, existed: 0 })
    await desk.conversations.contactImport.react(asked)
    const made = (await desk.log('contact.created')).filter(({ data }) => data.number?.startsWith('55119720'))
    expect(new Set(made.map(({ data }) => data.number)).size).toBe(250)
    expect(made).toHaveLength(250)
    await desk.conversations.contactImport.start()
  })

  it('from the phone finds contacts by numbers and linked ids, and names contacts without a name', async () => {
    const keep = (id: string, entry: unknown) => ({
      key: `wa/${CONNECTION}/key/contact/${id}`,
      value: Buffer.from(JSON.stringify(entry)),
    })
    const pn = '5511975000099'
    await desk.report(messageFrom(pn, { peer: { pn, lid: null, group: null, name: null } }))
    const contactId = (await desk.log('contact.created')).at(-1)?.data.contactId
    const lid = '66600000000003'
    const peer = { pn: null, lid, group: null, name: 'Eva' }
    await desk.report(messageFrom('', { peer, remoteJid: `${lid}@lid` }))
    const eva = (await desk.log('contact.created')).at(-1)?.data.contactId
    await desk.vault.commit([
      keep(lid, { name: 'Eva', pn: '5511975000098', lid }),
      keep('5511975000001', { name: 'Duda', pn: '5511975000001', lid: '66600000000001' }),
      keep('66600000000002', { name: 'Só pelo link', pn: null, lid: '66600000000002', username: 'so.pelo' }),
      keep(pn, { name: 'Agora com nome', pn, lid: null }),
      keep('broken', { name: 7 }),
    ])
    const { status, body } = await desk.call(ANA, 'POST', '/contacts/import')
    expect([status, body.message, body.import.source]).toEqual([200, 'contacts imported', 'phone'])
    expect(await finishedImport(body.import.id)).toMatchObject({ total: 4, created: 2, existed: 2 })
    await desk.shown()
    expect((await desk.records.contact(COMPANY, contactId))?.name).toBe('Agora com nome')
    expect((await desk.records.contact(COMPANY, eva))?.number).toBe('5511975000098')
    const made = (await desk.log('contact.created')).slice(-2).map(({ data }) => data)
    expect(made.sort((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'Duda', number: '5511975000001', identities: [{ kind: 'pn' }, { kind: 'lid' }] },
      {
        name: 'Só pelo link',
        number: null,
        identities: [{ kind: 'lid', value: '66600000000002' }],
        username: 'so.pelo',
      },
    ])
  })

  it.each([1, 2, 3])(
    'makes one contact of a number, however often and however it is written (seed %i)',
    async (seed) => {
      const { stateOf, expectSound } = peopleOf(desk)
      const pick = createRandom(seed)
      const local = (n: number) => `6${seed}${String(n).padStart(6, '0')}`
      const lidOf = (n: number) => `88${seed}00${String(n).padStart(8, '0')}`
      const people = Array.from({ length: 150 }, (_, index) => {
        const n = pick(40)
        // Some contacts are known by number, some by linked id, some by both.
        const known = pick(3)
        const written = [`5511${local(n)}`, `55119${local(n)}`, `+55 (11) 9${local(n)}`][pick(3)] ?? ''
        return {
          ...{ line: index + 2, name: `Sempre ${seed} ${n}`, email: '' },
          ...{ number: known === 0 ? '' : written, lid: known === 1 ? null : lidOf(n) },
        }
      })
      await desk.conversations.contactImport.stop()
      const meta = { commandId: newUuid(), companyId: COMPANY, actor: ADMIN_ACTOR, correlationId: 'test' }
      const begun = await desk.conversations.contactImport.begin('phone', people, meta)
      const asked = (await desk.log('import.requested')).at(-1)
      if (!begun.ok || asked === undefined) throw new Error('nothing was asked for')
      // Two instances run the import at once, as after a rebalance.
      const other = desk.build()
      const second = createContactImport({ ...other, contacts: other.conversations.contacts })
      await Promise.all([desk.conversations.contactImport, second].map((one) => one.react(asked)))
      await desk.conversations.contactImport.start()
      const report = await createImportStore(desk.vault).record(COMPANY, begun.value.id)
      expect(report).toMatchObject({ status: 'done', done: 150, invalid: 0 })
      const made = (await desk.log('contact.created')).filter(({ data }) =>
        data.name.startsWith(`Sempre ${seed} `),
      )
      const states = (await Promise.all(made.map(({ data }) => stateOf(data.contactId)))).filter(isAlive)
      const known = states.flatMap(({ identities }) => identities.map(({ value }) => value.slice(-8)))
      expect(new Set(known).size).toBe(known.length)
      expect(new Set(states.map(({ name }) => name))).toEqual(new Set(people.map(({ name }) => name)))
      await expectSound(
        people.flatMap(({ lid, number }) => [
          ...(lid === null ? [] : [{ kind: 'lid', value: lid } as const]),
          ...(number === '' ? [] : [{ kind: 'pn', value: number.replace(/[^0-9]/g, '') } as const]),
        ]),
      )
    },
  )

  it('of one company does not delay that of another company', async () => {
    const many = await upload(fileOf(...numberedLines('55119730', 300)))
    const few = await upload(fileOf('Estranho;5511974000001;'), {}, FOREIGNER)
    await finishedImport(few.body.import.id)
    expect(told.some((record) => record.id === many.body.import.id && record.status === 'done')).toBe(false)
    expect((await finishedImport(many.body.import.id)).created).toBe(300)
  })
})
