import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator } from 'playwright-core'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

const topOf = async (what: Locator): Promise<number> => (await what.boundingBox())?.y ?? Number.NaN

describe('what only newer phones send', () => {
  let desk: Desk

  beforeAll(async () => {
    desk = await startDesk()
    await desk.attend('Oi, tudo')
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())
  const bubble = (text: string) =>
    desk.page.getByRole('log').getByRole('article').filter({ hasText: text }).last()

  it(
    'shows the advertisement by which a customer came above the words, and an edit of the phone at once',
    async () => {
      const { phones } = desk
      const ad = { title: 'Ofertas de maio', text: 'Só hoje', url: 'https://fb.me/abc', clickId: 'c' }
      const path = `/phones/${CUSTOMER_NUMBER}/chats/${COMPANY_NUMBER}/texts`
      const { id } = await phones.call<{ id: string }>('POST', path, { text: 'Vi o anúncio', ad })
      const card = bubble('Vi o anúncio')
      await card.getByText('Veio de um anúncio').waitFor()
      const link = card.getByRole('link', { name: 'Ofertas de maio' })
      expect(await link.getAttribute('href')).toBe('https://fb.me/abc')
      expect(await topOf(link)).toBeLessThan(await topOf(card.getByText('Vi o anúncio')))

      await phones.edit(CUSTOMER_NUMBER, id, 'Vi o anúncio de maio')
      await bubble('Vi o anúncio de maio').getByText('editada', { exact: true }).waitFor()
      await phones.edit(CUSTOMER_NUMBER, id, 'Ninguém lê isto', 'broken')
      await bubble('Vi o anúncio de maio').getByText('o novo texto não pôde ser lido').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'places what was written while the line was down by its time, marks it, and leads up to it',
    async () => {
      const { admin, phones, page } = desk
      const lines = async () => (await admin.get<{ id: number; status: string }[]>('/whatsapp')).body
      const [{ id } = { id: 0 }] = await lines()
      await admin.delete(`/whatsappsession/${id}`)
      // Until then the phone is still linked and delivers messages.
      await phones.until(async () => (await lines()).find(({ status }) => status === 'DISCONNECTED'))
      await page.getByRole('log').waitFor()
      await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Ainda estão aí?')
      const { id: ticketId } = await desk.ticketOf('Caio Prado', 'open')
      // WhatsApp's times have whole seconds, so a message sorts at the end of its second.
      await page.waitForFunction((over) => Date.now() > over, Date.now() + 1000)
      for (let n = 1; n <= 30; n++) await admin.post(`/messages/${ticketId}`, { body: `Aviso ${n}` })
      await bubble('Aviso 30').waitFor()
      await admin.put(`/whatsappsession/${id}`, {})
      await phones.scan(COMPANY_NUMBER, id)
      const up = page.getByRole('button', { name: '1 mensagem chegou com atraso acima' })
      await up.click()
      await bubble('Ainda estão aí?').getByText('chegou com atraso').waitFor()
      await up.waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'finds somebody who hides the number by the username, which the row shows, and shows edits of this person, too',
    async () => {
      const { page, phones } = desk
      const number = '5511933330000'
      await phones.call('POST', '/phones', { number, name: 'Maria', username: 'maria.souza' })
      // The company's phone writes first, so the customer's name is unknown.
      await phones.text(COMPANY_NUMBER, number, 'Oi! O bolo está pronto.')
      await desk.ticketOf('', 'pending')
      await page.getByRole('button', { name: 'Buscar' }).click()
      await page.locator('#ticket-search').fill('@maria')
      const found = page.getByRole('region', { name: 'Atendimentos', exact: true })
      const row = found.locator('[data-ticket-id]').filter({ hasText: '@maria.souza' })
      await row.getByRole('link').click()
      await bubble('O bolo está pronto').waitFor()
      const id = await phones.text(number, COMPANY_NUMBER, 'Busco às quatro')
      await bubble('Busco às quatro').waitFor()
      await phones.edit(number, id, 'Busco às cinco')
      await bubble('Busco às cinco').getByText('editada', { exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it('makes no error on the page', () => {
    expect(desk.problems).toEqual([])
  })
})
