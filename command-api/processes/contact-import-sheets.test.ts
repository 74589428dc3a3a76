import { text } from 'node:stream/consumers'
import { utils, write } from '@e965/xlsx'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { importQueries } from '../contact/import/routes.js'
import { newCustomer } from '../testing/customer.js'
import { ANA, COMPANY, type Desk, openDesk } from '../testing/desk.js'

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

const uploadSheet = (file: string | Buffer, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(
    'file',
    new Blob([typeof file === 'string' ? file : new Uint8Array(file)], { type: 'text/csv' }),
    'contatos.csv',
  )
  return desk.call(ANA, 'POST', '/contacts/upload', form)
}
const finishedImport = async (id: string): Promise<ImportRecord> => {
  await until(() => told.some((record) => record.id === id && record.status === 'done'), 40_000)
  return told.find((record) => record.id === id && record.status === 'done') as ImportRecord
}
/** The CSV report in the form of its route. */
const reportOf = async (id: string): Promise<string> => {
  const route = importQueries(desk.vault).find(({ key }) => key === 'GET /contacts/imports/:id/report')
  const answer = await route?.handle({ caller: ANA, params: { id }, language: 'pt' } as never)
  if (answer?.ok !== true || answer.value.stream === undefined) throw new Error('no report')
  return text(answer.value.stream)
}

describe('an import', () => {
  it('reads the files of other programs and our own export, without duplicate contacts', async () => {
    const known = await newCustomer(desk)
    await desk.shown()
    const whole = () => desk.records.contact(COMPANY, known.contactId)
    const { body } = await uploadSheet(
      ['sep=;', '', 'Cliente;Telefone 1;E-mail', `Da planilha;+${known.pn}.0;mailto:Eu@exemplo.test`].join(
        '\n',
      ),
    )
    expect(await finishedImport(body.import.id)).toMatchObject({ total: 1, created: 0, existed: 1 })
    await desk.shown()
    expect(await whole()).toMatchObject({ name: 'Da planilha', email: 'eu@exemplo.test' })
    const again = await uploadSheet(
      `nome;numero;email\nOutro;${known.pn.slice(0, 4)} ${known.pn.slice(5)};x@y.test`,
    )
    expect(await finishedImport(again.body.import.id)).toMatchObject({ created: 0, existed: 1 })
    await desk.shown()
    expect(await whole()).toMatchObject({ name: 'Da planilha', email: 'eu@exemplo.test' })
  })

  it('shows unrecognised columns, and uses the chosen ones', async () => {
    const lines = 'Quem;Zap\nRui;11 97333-0001'
    const { body } = await uploadSheet(lines, { preview: 'true' })
    expect(body.preview.columns).toEqual([
      { title: 'Quem', field: null },
      { title: 'Zap', field: null },
    ])
    expect((await uploadSheet(lines)).body.error).toBe('ERR_SHEET_COLUMNS')
    expect((await uploadSheet(lines, { numberColumn: '-1' })).body).toMatchObject({
      details: { field: 'numberColumn' },
    })
    const chosen = { nameColumn: '0', numberColumn: '1', addCountry: 'true' }
    expect((await uploadSheet(lines, { ...chosen, preview: 'true' })).body.preview).toMatchObject({
      total: 1,
      invalid: 0,
      withoutCountry: [],
    })
    const begun = await uploadSheet(lines, chosen)
    expect(await finishedImport(begun.body.import.id)).toMatchObject({ created: 1 })
    expect((await desk.log('contact.created')).at(-1)?.data).toMatchObject({
      name: 'Rui',
      number: '5511973330001',
    })
  })

  it('reads an old spreadsheet of 10,000 rows, and reports on each of them', async () => {
    // Few numbers keep the test short. Every row is still read, kept and reported.
    const numberOf = (n: number) => (n % 10 === 9 ? '12' : `55119740${String(n % 50).padStart(5, '0')}`)
    const rows = Array.from({ length: 10_000 }, (_, n) => [`Pessoa ${n}`, numberOf(n), ''])
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['nome', 'numero', 'email'], ...rows]), 'Contatos')
    const { status, body } = await uploadSheet(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer)
    expect([status, body.import?.total]).toEqual([200, 10_000])
    const counts = { done: 10_000, created: 45, existed: 0, invalid: 1000, duplicates: 8955 }
    expect(await finishedImport(body.import.id)).toMatchObject(counts)
    const lines = (await reportOf(body.import.id)).trim().split('\r\n').slice(1)
    expect(lines.map((line) => Number(line.split(';')[0]))).toEqual(rows.map((_, n) => n + 2))
    expect(lines[0]).toMatch(/^2;criado;\d+$/)
    expect(lines.slice(9, 11)).toEqual([expect.stringMatching(/^11;número inválido;/), expect.anything()])
    expect(lines.at(-2)).toMatch(/^10000;repetido;/)
  })
})
