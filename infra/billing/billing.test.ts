import { err, ok } from '@guiche/contracts/result.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createGuardedFetch } from '../http/guarded-fetch.js'
import { createAskBilling } from './ask-billing.js'
import {
  ASAAS_KEY,
  type BillingDoubles,
  IXC_TOKEN,
  LINE,
  MKAUTH,
  PDF,
  PIX,
  startBillingDoubles,
} from './testing/doubles.js'

let doubles: BillingDoubles
beforeAll(async () => {
  doubles = await startBillingDoubles()
})
afterAll(() => doubles.close())
beforeEach(() => {
  doubles.owed.clear()
  doubles.calls.length = 0
  doubles.fault.reply = null
})

const CPF = '52998224725'
const NONE = {
  ...{ ipixc: '', tokenixc: '', asaas: '' },
  ...{ ipmkauth: '', clientidmkauth: '', clientsecretmkauth: '' },
}
const IXC = () => ({ ...NONE, ipixc: `${doubles.origin}/`, tokenixc: IXC_TOKEN })
const MK = () => ({
  ...{ ...NONE, ipmkauth: doubles.origin },
  ...{ clientidmkauth: MKAUTH.id, clientsecretmkauth: MKAUTH.secret },
})
const ASAAS = () => ({ ...NONE, asaas: ASAAS_KEY })
const askBills = (access: typeof NONE, { document = CPF, allowed = '127.0.0.1', timeoutMs = 2000 } = {}) =>
  createAskBilling(
    createGuardedFetch({ allowed: async () => allowed, ca: doubles.ca, timeoutMs }),
    doubles.origin,
  )(access, document)
const billOf = (id: string, due: string, more: object = {}) => ({
  ...{ id, value: '99.90', due, line: LINE, pix: PIX, ...more },
})
const foundBill = (due: string, pdf: Buffer | null = PDF) => ({ cents: 9990, due, line: LINE, pix: PIX, pdf })

describe.each([
  ['IXC', 'ixc', IXC, '529.982.247-25', PDF],
  ['MK-AUTH', 'mkauth', MK, CPF, null],
  ['Asaas', 'asaas', ASAAS, CPF, PDF],
] as const)('%s', (_name, system, access, document, pdf) => {
  it('gives the open bills of a document, those with the earliest due date first', async () => {
    const bills = [
      billOf('b2', '2026-04-10'),
      billOf('b0', '2026-01-10', { isPaid: true }),
      billOf('b1', '2026-02-10'),
    ]
    doubles.owed.set(document, bills)
    expect(await askBills(access())).toEqual(ok([foundBill('2026-02-10', pdf), foundBill('2026-04-10', pdf)]))
  })
  it('gives no bill for an unknown customer or one who owes nothing', async () => {
    expect(await askBills(access())).toEqual(ok([]))
    doubles.owed.set(document, [billOf('b1', '2026-02-10', { isPaid: true })])
    expect(await askBills(access())).toEqual(ok([]))
  })
  it('leaves out absent fields, and invalid payment lines and codes', async () => {
    doubles.owed.set(document, [
      billOf('b1', '2026-02-10', { line: 'http://evil.test', pix: '\nnone', value: 'x' }),
      billOf('b2', '2026-02-11'),
    ])
    const answered = await askBills(access())
    expect(answered.ok && answered.value).toMatchObject([{ cents: null, line: '', pix: '' }, { line: LINE }])
  })
  it('fails where nobody could pay any bill, because nothing but the amount came', async () => {
    const bare = { line: '', pix: '' }
    doubles.owed.set(document, [billOf('b1', '2026-02-10', bare), billOf('b2', '2026-02-11', bare)])
    // a page instead of the file
    doubles.fault.reply = ({ path }) => (/pdf|get_boleto/.test(path) ? { body: '<html>%PDF-1.4' } : null)
    expect(await askBills(access())).toEqual(err({ system, code: 'ERR_BILLING_UNREADABLE' }))
  })
  it('reads only a few bills of a customer who owes many', async () => {
    const all = Array.from({ length: 12 }, (_, at) => billOf(`b${at}`, `2026-02-${at + 10}`))
    doubles.owed.set(document, all)
    const answered = await askBills(access())
    expect(answered.ok && answered.value.map(({ due }) => due)).toEqual([
      ...['2026-02-10', '2026-02-11', '2026-02-12', '2026-02-13'],
    ])
  })
  it.each([
    [500, 'oops', 'ERR_BILLING_UNREACHABLE'],
    [401, '', 'ERR_BILLING_REFUSED'],
    [302, '', 'ERR_BILLING_UNREADABLE'],
    [200, '<html>', system === 'mkauth' ? 'ERR_BILLING_REFUSED' : 'ERR_BILLING_UNREADABLE'],
    [200, '[]', system === 'mkauth' ? 'ERR_BILLING_REFUSED' : 'ERR_BILLING_UNREADABLE'],
    [200, 'x'.repeat(1_100_000), 'ERR_BILLING_UNREADABLE'],
  ])('tells the failure: %s', async (status, body, code) => {
    doubles.fault.reply = () => ({ status, body, headers: { Location: `${doubles.origin}/elsewhere` } })
    expect(await askBills(access())).toEqual(err({ system, code }))
    expect(doubles.calls.map(({ path }) => path)).not.toContain('/elsewhere')
  })
  it('gives up after its time limit', async () => {
    doubles.fault.reply = () => new Promise(() => {})
    expect(await askBills(access(), { timeoutMs: 50 })).toEqual(err({ system, code: 'ERR_BILLING_TIMEOUT' }))
  })
  it('rule 12: is not called at an internal address unless a super user allows it', async () => {
    for (const allowed of ['', '10.0.0.0/8', '127.0.0.2'])
      expect(await askBills(access(), { allowed })).toEqual(err({ system, code: 'ERR_BILLING_FORBIDDEN' }))
    expect(doubles.calls).toEqual([])
  })
})

it.each([
  ['ixc', IXC, '529.982.247-25'],
  ['asaas', ASAAS, CPF],
] as const)(
  '%s: is asked again where the parts of a bill took too long',
  async (system, access, document) => {
    doubles.owed.set(document, [billOf('b1', '2026-02-10', { line: '' })])
    doubles.fault.reply = ({ path }) =>
      /get_|pixQrCode|identificationField|pdf/.test(path) ? new Promise(() => {}) : null
    const answered = await askBills(access(), { timeoutMs: 300 })
    expect(answered).toEqual(err({ system, code: 'ERR_BILLING_TIMEOUT' }))
  },
)

it('rule 18: the key of Asaas does not go to the host of its files', async () => {
  doubles.owed.set(CPF, [billOf('b1', '2026-02-10')])
  await askBills(ASAAS())
  const file = doubles.calls.find(({ path }) => path.startsWith('/b/pdf/'))
  expect(JSON.stringify(file?.headers)).not.toContain('canary')
})

it('a failing billing system hides no bill of another system', async () => {
  doubles.owed.set(CPF, [billOf('b1', '2026-02-10')])
  doubles.fault.reply = ({ path }) => (path.startsWith('/webservice') ? { status: 500, body: '' } : null)
  const both = { ...ASAAS(), ipixc: doubles.origin, tokenixc: IXC_TOKEN }
  expect(await askBills(both)).toEqual(ok([foundBill('2026-02-10')]))
  doubles.owed.clear()
  expect(await askBills(both)).toEqual(err({ system: 'ixc', code: 'ERR_BILLING_UNREACHABLE' }))
})
