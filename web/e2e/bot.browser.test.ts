import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { keepPictures } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
}, START_TIMEOUT_MS)
afterAll(() => desk?.stop())

/** Waits until the customer has received this many texts. Gives the last one. */
const waitForTexts = (count: number): Promise<string> =>
  desk.phones.until(async () => {
    const all = await desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)
    const ours = all.filter(({ author }) => author === COMPANY_NUMBER)
    return ours.length >= count ? (ours.at(-1)?.text ?? '') : undefined
  })

it(
  'the bot leads a customer through its menus, the conversation shows where, and a person takes it out',
  async () => {
    const { admin, page, phones } = desk
    const queueIds: number[] = []
    for (const [name, color] of [
      ['Financeiro', '#112233'],
      ['Vendas', '#445566'],
    ]) {
      const made = await admin.post<{ id: number }>('/queue', {
        name,
        color,
        greetingMessage: `Aqui é ${name}.`,
      })
      queueIds.push(made.body.id)
    }
    const [queueId] = queueIds
    const post = async (body: object) =>
      (await admin.post<{ id: number }>('/queue-options', { queueId, ...body })).body.id
    const copy = await post({ title: '2ª via', message: 'Qual documento?' })
    await post({ title: 'Boleto', message: 'Segue o boleto.', parentId: copy })
    await post({ title: 'Nota', message: 'Segue a nota.', parentId: copy })
    const [line] = (await admin.get<{ id: number; name: string }[]>('/whatsapp')).body
    const greetingMessage = 'Olá, {{firstName}}!'
    await admin.put(`/whatsapp/${line?.id}`, { name: line?.name, queueIds, greetingMessage })

    await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Boa tarde')
    expect(await waitForTexts(1)).toBe('Olá, Caio!\n\n*[ 1 ]* - Financeiro\n*[ 2 ]* - Vendas')
    const ticket = await desk.ticketOf('Caio Prado', 'pending')
    await page.goto(`/tickets/${ticket.uuid}`)
    await page.getByText('Bot: menu de filas').waitFor()

    await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, '1️⃣')
    expect(await waitForTexts(2)).toBe('Aqui é Financeiro.\n\n*[ 1 ]* - 2ª via\n\n*[ # ]* - Menu inicial')
    await page.getByText('Bot: Financeiro', { exact: true }).waitFor()
    await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, '2a VIA')
    expect(await waitForTexts(3)).toContain('Qual documento?\n\n*[ 1 ]* - Boleto\n*[ 2 ]* - Nota')
    await page.getByText('Bot: Financeiro › 2ª via').waitFor()
    await keepPictures(page, 'bot')

    await page.getByRole('button', { name: 'Tirar do bot' }).click()
    await page.getByText('O bot está em silêncio: uma pessoa assumiu a conversa.').waitFor()
    await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, '1')
    await page.getByRole('article', { name: 'Caio Prado' }).nth(3).waitFor()
    await keepPictures(page, 'bot-silent')
    // The agent's next message is the next text of the customer: the bot is silent.
    await page.getByRole('button', { name: 'Aceitar' }).first().click()
    await page.locator('#composer').fill('Sou a Bia.')
    await page.locator('#composer').press('Enter')
    expect(await waitForTexts(4)).toBe('*Bia Souza:*\nSou a Bia.')
  },
  STEP_TIMEOUT_MS,
)
