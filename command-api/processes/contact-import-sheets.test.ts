import type { EphemeralMessage } from '@guiche/contracts/ephemeral.js'
import type { ImportRecord } from '@guiche/contracts/imports.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { customer } from '../testing/customer.js'
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

const sends = (text: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([text], { type: 'text/csv' }), 'contatos.csv')
  return desk.call(ANA, 'POST', '/contacts/upload', form)
}
const finished = async (id: string): Promise<ImportRecord> => {
  await until(() => told.some((record) => record.id === id && record.status === 'done'), 40_000)
  return told.find((record) => record.id === id && record.status === 'done') as ImportRecord
}

describe('an import', () => {
  it('reads the files of other programs, and ours again, without a second contact of anybody', async () => {
    const known = await customer(desk)
    await desk.shown()
    const whole = () => desk.records.contact(COMPANY, known.contactId)
    const { body } = await sends(
      ['sep=;', '', 'Cliente;Telefone 1;E-mail', `Da planilha;+${known.pn}.0;mailto:Eu@exemplo.test`].join(
        '\n',
      ),
    )
    expect(await finished(body.import.id)).toMatchObject({ total: 1, created: 0, existed: 1 })
    await desk.shown()
    expect(await whole()).toMatchObject({ name: 'Da planilha', email: 'eu@exemplo.test' })
    const again = await sends(
      `nome;numero;email\nOutro;${known.pn.slice(0, 4)} ${known.pn.slice(5)};x@y.test`,
    )
    expect(await finished(again.body.import.id)).toMatchObject({ created: 0, existed: 1 })
    await desk.shown()
    expect(await whole()).toMatchObject({ name: 'Da planilha', email: 'eu@exemplo.test' })
  })

  it('shows columns that are not recognised, and takes those that are chosen', async () => {
    const text = 'Quem;Zap\nRui;11 97333-0001'
    const { body } = await sends(text, { preview: 'true' })
    expect(body.preview.columns).toEqual([
      { title: 'Quem', field: null },
      { title: 'Zap', field: null },
    ])
    expect((await sends(text)).body.error).toBe('ERR_SHEET_COLUMNS')
    expect((await sends(text, { numberColumn: '-1' })).body).toMatchObject({
      details: { field: 'numberColumn' },
    })
    const chosen = { nameColumn: '0', numberColumn: '1', addCountry: 'true' }
    expect((await sends(text, { ...chosen, preview: 'true' })).body.preview).toMatchObject({
      total: 1,
      invalid: 0,
      withoutCountry: [],
    })
    const begun = await sends(text, chosen)
    expect(await finished(begun.body.import.id)).toMatchObject({ created: 1 })
    expect((await desk.log('contact.created')).at(-1)?.data).toMatchObject({
      name: 'Rui',
      number: '5511973330001',
    })
  })
})
