import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  checkAccessibility,
  chooseEntry,
  clickInList,
  holdCalls,
  keepPictures,
  signInByForm,
} from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'
import { loseTicketOffline } from './lose-ticket-offline.js'
import { mentionColleague } from './mention.js'
import { transferWithReason } from './transfer-with-reason.js'

const NAMES = ['Ada Reis', 'Rui Lima'] as const
/** Limit in milliseconds against hanging, not a measurement: a cut connection is retried after some seconds. */
const WAIT = 60_000

interface OpenedTicket {
  readonly id: number
  readonly uuid: string
  readonly user: { readonly name: string } | null
}

describe('two agents and one customer', () => {
  let desk: Desk
  let uuid: string
  let queueId: number
  const pages: Page[] = []
  /** the page of the ticket's agent, and the page of the other agent */
  let attends: Page
  let other: Page

  beforeAll(async () => {
    desk = await startDesk()
    const queue = await desk.admin.post<{ id: number }>('/queue', { name: 'Balcão', color: '#1677ff' })
    queueId = queue.body.id
    for (const [n, name] of NAMES.entries()) {
      const who = { email: `agent${n}@guiche.test`, password: 'segredo-2' }
      // Both agents may accept the ticket without a queue. They transfer it to the queue.
      const rights = { profile: 'user', allTicket: 'enabled', queueIds: [queue.body.id] }
      await desk.admin.post('/users', { name, ...rights, ...who })
      const page = await desk.open()
      page.setDefaultTimeout(WAIT)
      await signInByForm(page, who)
      await page.goto('/tickets')
      await page.getByRole('tab', { name: /^Aguardando/ }).click()
      pages.push(page)
    }
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const says = (text: string) => desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, text)
  const inLog = (page: Page, text: string) => page.getByRole('log').getByText(text)
  /** The messages as a page shows them, from top to bottom. */
  const shown = (page: Page): Promise<string[]> =>
    page
      .getByRole('log')
      .evaluate((log) =>
        [...log.querySelectorAll('article')].flatMap((one) => /linha \d+/.exec(one.textContent ?? '') ?? []),
      )

  it(
    'accept a ticket at the same time: one gets it, and the other learns who',
    async () => {
      await says('Oi! linha 1')
      for (const page of pages) {
        const row = page.locator('[data-ticket-id]:visible')
        await row.hover()
        await row.getByRole('button', { name: 'Aceitar' }).click()
        await page.getByRole('dialog').waitFor()
      }
      const accept = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Aceitar' })
      // A toast disappears by itself, so the test waits for it before the press, on both pages.
      const told = pages.map((page, n) =>
        page
          .getByText(NAMES[1 - n] as string)
          .first()
          .waitFor()
          .then(
            () => true,
            () => false,
          ),
      )
      await Promise.all(pages.map((page) => accept(page).click()))
      const ticket = await desk.phones.until(async () => {
        const path = '/tickets?status=open&showAll=true'
        return (await desk.admin.get<{ tickets: OpenedTicket[] }>(path)).body.tickets[0]
      })
      uuid = ticket.uuid
      const name = ticket.user?.name ?? ''
      const place = (NAMES as readonly string[]).indexOf(name)
      attends = pages[place] as Page
      other = pages[1 - place] as Page
      await attends.getByPlaceholder('Mensagem').waitFor()
      expect(await told[1 - place]).toBe(true)
      await other.goto(`/tickets/${uuid}`)
      await inLog(other, 'linha 1').waitFor()
      expect(await other.getByPlaceholder('Mensagem').count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a text written while offline is kept, shown as waiting, and sent once',
    async () => {
      await attends.context().setOffline(true)
      const composer = attends.getByPlaceholder('Mensagem')
      for (const text of ['linha 2', 'linha 3']) {
        await composer.fill(text)
        await composer.press('Enter')
      }
      const waiting = attends.locator('[data-outgoing=waiting]')
      await waiting.nth(1).getByText('Será enviada assim que o servidor voltar a responder.').waitFor()
      expect(await attends.getByRole('log').getByRole('alert').count()).toBe(0)
      await attends.getByText('Você está sem internet', { exact: false }).waitFor()
      expect(await checkAccessibility(attends)).toEqual([])
      await keepPictures(attends, 'waiting')
      // The customer sends a message meanwhile.
      await says('linha 4')
      await inLog(other, 'linha 4').waitFor()
      expect(await inLog(attends, 'linha 4').count()).toBe(0)

      await attends.context().setOffline(false)
      await inLog(attends, 'linha 4').waitFor()
      for (const page of pages) for (const n of [2, 3]) await inLog(page, `linha ${n}`).waitFor()
      await attends.locator('[data-outgoing]').first().waitFor({ state: 'detached' })
      const received = await desk.phones.until(async () => {
        const messages = await desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)
        const texts = messages.flatMap(({ text = '' }) => /linha [23]/.exec(text) ?? [])
        return texts.length < 2 ? undefined : texts
      })
      expect(received).toEqual(['linha 2', 'linha 3'])
      expect(await shown(attends)).toEqual(await shown(other))
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a text that was not sent when its page ended is sent from the next one',
    async () => {
      const sends = '**/api/messages/*'
      await attends.route(sends, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      const composer = attends.getByPlaceholder('Mensagem')
      await composer.fill('linha 4b')
      await composer.press('Enter')
      const waiting = attends.locator('[data-outgoing=waiting]').getByText('linha 4b')
      await waiting.waitFor()
      attends.once('dialog', (question) => void question.accept())
      await attends.reload()
      await waiting.waitFor()
      expect(await composer.inputValue()).toBe('')
      await attends.unroute(sends)
      for (const page of pages) await inLog(page, 'linha 4b').waitFor()
      await attends.locator('[data-outgoing]').first().waitFor({ state: 'detached' })
      expect(await shown(attends)).toEqual(await shown(other))
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'both agents see a transfer, also the one who was offline meanwhile',
    async () => {
      await other.context().setOffline(true)
      await attends.getByRole('button', { name: 'Mais ações' }).click()
      await chooseEntry(attends, 'Transferir')
      const dialog = attends.getByRole('dialog')
      const name = NAMES[pages.indexOf(other)] ?? ''
      await clickInList(attends, attends.locator('.ant-select-item-option', { hasText: name }))
      await dialog.getByRole('button', { name: 'Transferir' }).click()
      await attends.waitForURL(/\/tickets$/)
      await says('linha 5')
      await other.context().setOffline(false)
      const composer = other.getByPlaceholder('Mensagem')
      await composer.fill('linha 6')
      await composer.press('Enter')
      await attends.goto(`/tickets/${uuid}`)
      for (const page of pages) for (const n of [5, 6]) await inLog(page, `linha ${n}`).waitFor()
      expect(await attends.getByPlaceholder('Mensagem').count()).toBe(0)
      expect(await shown(attends)).toEqual(await shown(other))
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'who attends answers, changes and deletes messages and reacts to them; the colleague reads who wrote what is quoted',
    async () => {
      const article = (page: Page, text: string) =>
        page.getByRole('log').getByRole('article').filter({ hasText: text }).first()
      const menu = (page: Page, text: string) =>
        article(page, text).getByRole('button', { name: 'Opções da mensagem' }).click()
      const choose = async (text: string, what: string) => {
        await menu(other, text)
        await chooseEntry(other, what)
      }
      const phone = () => desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)
      const onPhone = (text: RegExp, is: (message: Awaited<ReturnType<typeof phone>>[number]) => boolean) =>
        desk.phones.until(async () => (await phone()).find((one) => text.test(one.text ?? '') && is(one)))

      // A reply while a note is being written ends the note.
      await other.getByRole('button', { name: 'Escrever observação interna' }).click()
      await choose('linha 6', 'Responder')
      const composer = other.getByPlaceholder('Mensagem')
      await composer.fill('linha 7')
      await composer.press('Enter')
      await article(other, 'linha 7').getByRole('button', { name: /^Você/ }).waitFor()
      const { id } = await onPhone(/linha 6/, () => true)
      await onPhone(/linha 7/, ({ quotedId }) => quotedId === id)

      await choose('linha 6', 'Editar')
      await other.getByRole('dialog').getByRole('textbox').fill('linha 6 corrigida')
      await other.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await article(other, 'linha 6 corrigida').getByText('editada').waitFor()

      await menu(other, 'linha 5')
      await other.getByRole('button', { name: 'Reagir com 👍' }).click()
      await article(other, 'linha 5').getByRole('button', { name: 'Reações: 👍' }).waitFor()

      // The ticket belongs to a colleague: no answers, but all other actions.
      const name = NAMES[pages.indexOf(other)] ?? ''
      await article(attends, 'linha 7').getByRole('button', { name }).click()
      await menu(attends, 'linha 5')
      await attends.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
      expect(await attends.getByRole('menuitem', { name: 'Responder' }).count()).toBe(0)
      await attends.keyboard.press('Escape')

      await choose('linha 7', 'Apagar')
      await other.getByRole('dialog').getByText('também é apagada no celular').waitFor()
      await other.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
      for (const page of pages) await page.getByRole('log').getByText('Mensagem apagada').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a place and a card are forwarded as such; until all have gone one stops and goes on, but does not close',
    async () => {
      const [friend, chat] = ['5511977776666', `/phones/${CUSTOMER_NUMBER}/chats/${COMPANY_NUMBER}`]
      await desk.phones.add(friend, 'Ana Lima')
      await desk.admin.post('/contacts', { name: 'Ana Lima', number: friend })
      await desk.phones.call('POST', `${chat}/places`, {
        latitude: -23,
        longitude: -46,
        name: 'Padaria Central',
      })
      await desk.phones.call('POST', `${chat}/cards`, { name: 'Davi', number: friend })
      // The first message is sent before the user asks for it to be the last.
      const release = await holdCalls(other, /\/api\/message\/forward$/)
      const line = (text: string) =>
        other.getByRole('log').locator('article', { hasText: text }).locator('..')
      await line('Davi').waitFor()
      await line('Padaria Central').getByRole('button', { name: 'Opções da mensagem' }).click()
      await chooseEntry(other, 'Encaminhar')
      await line('Davi').getByRole('checkbox').press('Space')
      await other.getByText('2 mensagens selecionadas').waitFor()
      await other.getByRole('button', { name: 'Encaminhar' }).click()
      const dialog = other.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Para' }).fill('Ana Lima')
      await clickInList(other, other.locator('.ant-select-item-option', { hasText: 'Ana Lima' }))
      await dialog.getByRole('button', { name: 'Encaminhar' }).click()
      const stop = dialog.getByRole('button', { name: 'Parar depois desta' })
      await stop.waitFor()
      expect(await dialog.locator('.ant-modal-close').count()).toBe(0)
      await other.keyboard.press('Escape')
      await stop.click()
      release()
      await dialog.getByText('Enviadas: 1 de 2').waitFor()
      await dialog.getByRole('button', { name: 'Enviar o que falta (1)' }).click()
      await other.getByText('2 mensagens encaminhadas.').waitFor()
      const got = await desk.phones.until(async () => {
        const all = await desk.phones.messages(friend, COMPANY_NUMBER)
        return all.length < 2 ? undefined : all
      })
      expect(got.map(({ kind, forwarded }) => `${kind} ${forwarded}`)).toEqual([
        'location true',
        'contact true',
      ])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a note mentions the colleague, whom the bell tells of it until they have seen it, and leads to it',
    async () => {
      const name = NAMES[pages.indexOf(attends)] ?? ''
      await mentionColleague({ other, attends, name, uuid })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a text whose ticket was taken away meanwhile waits for its writer, who asks for the ticket',
    async () => {
      const name = NAMES[pages.indexOf(attends)] ?? ''
      await loseTicketOffline({ desk, attends, name, uuid, queueId })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a ticket is passed on with a reason, which is told where the colleague is; who deletes it is told, too',
    async () => {
      const [name, to] = [attends, other].map((page) => NAMES[pages.indexOf(page)] ?? '')
      await transferWithReason({ desk, attends, name: name ?? '', other, to: to ?? '', uuid })
    },
    STEP_TIMEOUT_MS,
  )
})
