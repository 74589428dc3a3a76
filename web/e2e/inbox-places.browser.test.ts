import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { holdNextRequest, noDialog } from './browser.js'
import {
  COMPANY_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
  type Ticket,
} from './desk.js'
import { writeToNewNumber } from './new-number.js'
import { setSideBySide } from './side-by-side.js'
import { pressTicketKeys } from './ticket-keys.js'

const [CAIO, LIA] = ['5511988880001', '5511988880002']
/** A contact without a ticket. */
const ANA = { name: 'Ana Lima', number: '5511977776666' } as const
const CUSTOMERS = { [CAIO]: 'Caio Prado', [LIA]: 'Lia Moraes', [ANA.number]: ANA.name }

/** The user starts something in one ticket and moves to another ticket before it ends. */
describe('the places of the inbox', () => {
  let desk: Desk
  let page: Page
  let caio: Ticket
  let lia: Ticket

  beforeAll(async () => {
    desk = await startDesk({ customers: CUSTOMERS })
    page = desk.page
    caio = await desk.attend('Oi, aqui é Caio')
    await desk.phones.text(LIA, COMPANY_NUMBER, 'Oi, aqui é Lia')
    lia = await desk.ticketOf('Lia Moraes', 'pending')
    expect((await desk.admin.post('/contacts', ANA)).status).toBe(200)
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())
  beforeEach(async () => {
    await page.goto('/tickets')
  })

  const dialog = () => page.getByRole('dialog')
  const row = (name: string) => page.locator('[data-ticket-id]:visible').filter({ hasText: name })
  const list = (name: RegExp) => page.getByRole('tab', { name }).click()
  const open = async (name: string, ticket: Ticket) => {
    await row(name).getByRole('link').click()
    await page.waitForURL(`/tickets/${ticket.uuid}`)
    await page.getByRole('log').waitFor()
  }
  const isAt = (ticket: Ticket) => expect(new URL(page.url()).pathname).toBe(`/tickets/${ticket.uuid}`)
  const snoozing = async () => {
    await page.locator('#composer').press('Escape')
    await page.keyboard.press('s')
    await dialog().getByRole('button', { name: 'Adiar', exact: true }).waitFor()
  }

  it(
    'a late response does not lead a typing user away from the conversation',
    async () => {
      // given: a ticket is accepted, and the user types in another one before the response arrives
      await list(/Aguardando/)
      const accepting = await holdNextRequest(page, `**/api/tickets/${lia.id}`)
      await row('Lia Moraes').hover()
      await row('Lia Moraes').getByRole('button', { name: 'Aceitar' }).click()
      const answer = await accepting()
      await list(/Meus/)
      await open('Caio Prado', caio)
      const composer = page.getByPlaceholder('Mensagem')
      await composer.fill('Para ')
      // when: the server has accepted the ticket and sent its frames, and responds then
      const accepted = await answer.fetch()
      await row('Lia Moraes').waitFor()
      const answered = page.waitForResponse(`**/api/tickets/${lia.id}`)
      await answer.fulfill({ response: accepted })
      await answered
      // then: the page takes answers in their order, so the first answer has been taken when the second one is there
      const sent = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.keyboard.type('Caio')
      await page.keyboard.press('Enter')
      await sent
      await page.getByRole('log').getByText('Para Caio').waitFor()
      isAt(caio)
      expect(accepted.status()).toBe(200)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a ticket resolved after the user has left it leads nowhere, but shows a toast with an undo',
    async () => {
      await open('Caio Prado', caio)
      const closing = await holdNextRequest(page, `**/api/tickets/${caio.id}`)
      await page.getByRole('button', { name: 'Resolver' }).click()
      const answer = await closing()
      await page.getByRole('link', { name: 'Contatos' }).click()
      await page
        .getByRole('cell', { name: /Ana Lima/ })
        .first()
        .waitFor()
      await answer.continue()
      await page.getByText('Atendimento de Caio Prado resolvido.').waitFor()
      expect(new URL(page.url()).pathname).toBe('/contacts')
      // A user who stays at the toast is led on.
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await page.waitForURL(`/tickets/${caio.uuid}`)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'every action of a conversation has its key, says what it did, and stands in Ctrl+K (issue 45)',
    () => pressTicketKeys(desk, caio, lia),
    STEP_TIMEOUT_MS,
  )

  it(
    'a toast stays while its button has the focus, and the button works by keyboard',
    async () => {
      await open('Caio Prado', caio)
      await page.locator('#composer').press('Escape')
      await page.keyboard.press('4')
      const urgent = page.locator('header').getByTitle('Prioridade: Urgente')
      await urgent.waitFor()
      await page.getByRole('button', { name: 'Desfazer' }).last().focus()
      await page.keyboard.press('Enter')
      await urgent.waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a snooze that the server refuses names the clock, at the field of the time',
    async () => {
      await open('Caio Prado', caio)
      const snoozed = await holdNextRequest(page, `**/api/tickets/${caio.id}/snooze`)
      await snoozing()
      await dialog()
        .getByRole('button', { name: /Em 1 hora/ })
        .click()
      const answer = await snoozed()
      // The clock of the server is hours ahead.
      const { until } = answer.request().postDataJSON()
      const passed = { until: new Date(Date.parse(until) - 3 * 3_600_000).toISOString() }
      await answer.continue({ postData: JSON.stringify(passed) })
      await dialog().getByText('Confira o relógio deste computador').waitFor()
      await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input'))
      await dialog().getByRole('button', { name: 'Cancelar' }).click()
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a dialog belongs to the ticket for which it was opened, and closes with it',
    async () => {
      await open('Lia Moraes', lia)
      await open('Caio Prado', caio)
      // given: a command about Caio's ticket is on its way
      const snoozed = await holdNextRequest(page, `**/api/tickets/${caio.id}/snooze`)
      await snoozing()
      await dialog().getByRole('button', { name: 'Adiar', exact: true }).click()
      const answer = await snoozed()
      // when: the address changes to Lia's ticket
      await page.goBack()
      await page.waitForURL(`/tickets/${lia.uuid}`)
      // then
      await noDialog(page)
      await snoozing()
      await answer.fulfill({ status: 409, json: { error: 'ERR_TICKET_STATE' } })
      // The dialog of the failed command is gone.
      await page.getByText(/O atendimento mudou/).waitFor()
      isAt(lia)
      expect(
        await dialog()
          .getByText(/O atendimento mudou/)
          .count(),
      ).toBe(0)
      expect(await dialog().count()).toBe(1)
      await page.keyboard.press('Escape')
      await noDialog(page)
      // A response for one ticket does not close the dialog of another one.
      const done = await holdNextRequest(page, `**/api/tickets/${lia.id}/snooze`)
      await snoozing()
      await dialog().getByRole('button', { name: 'Adiar', exact: true }).click()
      const late = await done()
      await page.goForward()
      await page.waitForURL(`/tickets/${caio.uuid}`)
      await noDialog(page)
      await snoozing()
      await late.continue()
      await page.getByText(/Atendimento de Lia Moraes adiado até/).waitFor()
      isAt(caio)
      expect(await dialog().count()).toBe(1)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a conversation is started with whoever was found, each time, and not once more by a reload',
    async () => {
      const started = async () => {
        await dialog().getByText('Novo atendimento').waitFor()
        await dialog()
          .getByTitle(/^Ana Lima/)
          .waitFor()
        await page.waitForFunction(() => history.state?.usr == null)
        await page.keyboard.press('Escape')
        await noDialog(page)
      }
      await row('Caio Prado').waitFor()
      await page.keyboard.press('/')
      await page.locator('#ticket-search').fill('ana lima')
      const found = page.getByRole('region', { name: 'Pessoas' }).getByRole('link')
      await found.click()
      await started()
      await found.click()
      await started()
      await page.keyboard.press('Control+k')
      await dialog().getByRole('combobox').fill('ana lima')
      await dialog().getByRole('group', { name: 'Pessoas' }).getByRole('option').click()
      await started()
      // from another page
      await page.goto('/contacts')
      await page.getByRole('button', { name: 'Iniciar atendimento com Ana Lima' }).click()
      await started()
      await page.reload()
      await row('Caio Prado').waitFor()
      expect(await dialog().count()).toBe(0)
      // The button starts a conversation without a chosen contact.
      await page.getByRole('button', { name: 'Novo', exact: true }).click()
      await dialog().getByText('Busque por nome ou número').waitFor()
      expect(
        await dialog()
          .getByTitle(/^Ana Lima/)
          .count(),
      ).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a conversation with a number that is no contact yet begins from the inbox and from the palette',
    () => writeToNewNumber(desk),
    STEP_TIMEOUT_MS,
  )

  it(
    'a message between the first read of a new window and its socket is shown',
    async () => {
      await row('Caio Prado').waitFor()
      const window = await page.context().newPage()
      const goOn: (() => void)[] = []
      await window.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer()
        const line = new Promise<void>((resolve) => goOn.push(resolve))
        socket.onMessage((frame) => void line.then(() => server.send(frame)))
      })
      await window.goto('/tickets')
      const there = window.locator('[data-ticket-id]:visible').filter({ hasText: 'Caio Prado' })
      await there.waitFor()
      // when
      await desk.phones.text(CAIO, COMPANY_NUMBER, 'Cheguei')
      await row('Caio Prado').getByText('Cheguei').waitFor()
      expect(await there.getByText('Cheguei').count()).toBe(0)
      for (const resolve of goOn) resolve()
      // then
      await there.getByText('Cheguei').waitFor()
      await window.close()
      await open('Caio Prado', caio)
      await row('Caio Prado').getByLabel('1 não lida').waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'what could not be marked as read in an outage is read after it',
    async () => {
      // given: the server refuses the read mark
      await desk.phones.text(CAIO, COMPANY_NUMBER, 'Ainda aí?')
      await row('Caio Prado').getByLabel('1 não lida').waitFor()
      const read = `**/api/tickets/${caio.id}/read`
      let reads = 0
      page.on('request', (request) => {
        if (request.url().endsWith(`/tickets/${caio.id}/read`)) reads += 1
      })
      await page.route(read, (route) => route.abort(), { times: 1 })
      const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/read'))
      await open('Caio Prado', caio)
      await failed
      // when
      await page.context().setOffline(true)
      await page.getByText('Você está sem internet', { exact: false }).waitFor()
      await page.context().setOffline(false)
      // then
      await row('Caio Prado').getByLabel('1 não lida').waitFor({ state: 'detached' })
      expect(reads).toBe(2)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'in a window that is a little narrow, a button sets list and conversation side by side, and the browser remembers it',
    () => setSideBySide(page, 'Caio Prado'),
    STEP_TIMEOUT_MS,
  )

  it(
    'a message that is found has no marks of WhatsApp, in Ctrl+K and in the list',
    async () => {
      await desk.phones.text(
        LIA,
        COMPANY_NUMBER,
        'Quero o *brigadeiro* _grande_, ~amanhã~ hoje: ```sem nozes```',
      )
      await list(/Meus/)
      const words = 'Quero o brigadeiro grande, amanhã hoje: sem nozes'
      await row('Lia Moraes').getByText('brigadeiro').waitFor()
      await page.keyboard.press('Control+k')
      // Records whether the palette ever says that nothing was found.
      await page.evaluate(() =>
        new MutationObserver(() => {
          const status = document.querySelector('[role="dialog"] [role="status"]')
          if (status?.textContent?.includes('Nada com essas palavras'))
            Object.assign(window, { hasDenied: true })
        }).observe(document.body, { subtree: true, childList: true, characterData: true }),
      )
      await dialog().getByRole('combobox').fill('brigadeiro')
      await dialog().getByRole('group', { name: 'Mensagens' }).getByText(words).waitFor()
      expect(await page.evaluate(() => 'hasDenied' in window)).toBe(false)
      await page.keyboard.press('Escape')
      await noDialog(page)
      await page.keyboard.press('/')
      await page.locator('#ticket-search').fill('brigadeiro')
      await page.getByRole('region', { name: 'Mensagens' }).getByText(words).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a ticket that leaves the list closes its dialog, and the next ticket opens none',
    async () => {
      await open('Caio Prado', caio)
      await snoozing()
      await desk.admin.delete(`/tickets/${caio.id}`)
      await page.waitForURL(/\/tickets$/)
      await noDialog(page)
      await page.keyboard.press('Control+k')
      await dialog().getByRole('combobox').fill('lia moraes')
      await dialog().getByRole('group', { name: 'Pessoas' }).getByRole('option').click()
      await page.getByRole('log').getByText('Oi, aqui é Lia').waitFor()
      await noDialog(page)
      isAt(lia)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'after closing by keyboard the focus is on the next ticket, or on the heading if there is none',
    async () => {
      await list(/Aguardando/)
      for (const number of [CAIO, ANA.number]) await desk.phones.text(number, COMPANY_NUMBER, 'Alguém aí?')
      const focused = (selector: string) =>
        page.waitForFunction((selector) => document.activeElement?.matches(selector), selector)
      await row('Ana Lima').waitFor()
      await row('Caio Prado').getByRole('button', { name: 'Fechar' }).press('Enter')
      await row('Caio Prado').waitFor({ state: 'detached' })
      await focused('[data-ticket-id] button[aria-label="Fechar"]')
      await page.keyboard.press('Enter')
      await row('Ana Lima').waitFor({ state: 'detached' })
      await focused('h1')
    },
    STEP_TIMEOUT_MS,
  )
})
