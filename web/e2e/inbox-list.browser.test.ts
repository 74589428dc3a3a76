import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  buttonsUnderToasts,
  checkAccessibility,
  chooseEntry,
  clickInList,
  keepPicture,
  noDialog,
} from './browser.js'
import { AGENT, COMPANY_NUMBER, type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'
import { afterTyping, pressInboxKeys } from './inbox-keys.js'

const PEOPLE = [
  ['5511988880001', 'Caio Prado'],
  ['5511988880002', 'Lia Moraes'],
  ['5511988880003', 'Rui Teles'],
] as const
const [CAIO, LIA, RUI] = PEOPLE.map(([number]) => number) as [string, string, string]

/** The list of the inbox: waiting times, filters, selection, snoozing, taking over, undo. */
describe('the list of the inbox', () => {
  let desk: Desk
  let agent: Page

  beforeAll(async () => {
    desk = await startDesk({ customers: Object.fromEntries(PEOPLE) })
    agent = desk.page
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const rows = () => agent.locator('[data-ticket-id]:visible')
  const row = (name: string) => rows().filter({ hasText: name })
  const tab = (name: RegExp) => agent.getByRole('tab', { name })
  const names = async () =>
    (await rows().allInnerTexts()).map((text) => PEOPLE.find(([, name]) => text.includes(name))?.[1])
  const choose = async (item: string) => {
    await agent.getByRole('button', { name: 'Mais ações' }).click()
    await chooseEntry(agent, item)
  }

  it(
    'shows the longest waiting ticket first, and updates that order live',
    async () => {
      await agent.goto('/tickets')
      await tab(/Aguardando/).click()
      for (const [number, name] of PEOPLE) {
        await desk.phones.text(number, COMPANY_NUMBER, `Oi, aqui é ${name}`)
        await row(name).waitFor()
      }
      expect(await names()).toEqual(['Caio Prado', 'Lia Moraes', 'Rui Teles'])
      await desk.phones.text(CAIO, COMPANY_NUMBER, 'Ainda estou esperando')
      await row('Caio Prado').getByText('Ainda estou esperando').waitFor()
      expect(await names()).toEqual(['Caio Prado', 'Lia Moraes', 'Rui Teles'])
      await tab(/Aguardando/)
        .getByText('3', { exact: true })
        .waitFor()
      await agent.reload()
      await tab(/Aguardando/).click()
      await row('Rui Teles').waitFor()
      expect(await names()).toEqual(['Caio Prado', 'Lia Moraes', 'Rui Teles'])
      await keepPicture(agent, 'inbox-waiting')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'picks a range with Shift, and assigns it at once',
    async () => {
      await row('Caio Prado')
        .getByRole('checkbox', { name: /Selecionar/ })
        .check({ force: true })
      await row('Rui Teles')
        .getByRole('link')
        .click({ modifiers: ['Shift'] })
      await agent.getByText('3 selecionados').waitFor()
      await keepPicture(agent, 'inbox-picked')
      expect(await checkAccessibility(agent)).toEqual([])
      await agent.getByRole('toolbar').getByRole('button', { name: 'Transferir' }).click()
      const dialog = agent.getByRole('dialog')
      await dialog.getByLabel('Atendente').click()
      await clickInList(agent, agent.getByTitle('Bia Souza'))
      await dialog.getByRole('button', { name: 'Transferir' }).click()
      await agent.getByText('3 atendimentos transferidos.').waitFor()
      await agent.getByRole('button', { name: 'Desfazer' }).waitFor()
      // Closes the toast, because the next step expects a new toast with the same button.
      await agent.locator('.ant-notification-notice-close').click()
      await tab(/Meus/).click()
      await row('Caio Prado').waitFor()
      await tab(/Meus/).getByText('3', { exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'restores a list with its scroll position',
    async () => {
      await agent.setViewportSize({ width: 1440, height: 340 })
      const list = () => agent.locator('[data-virtuoso-scroller]:visible')
      const place = await list().evaluate((element) => {
        element.scrollTo(0, 60)
        return element.scrollTop
      })
      expect(place).toBeGreaterThan(0)
      const rui = await row('Rui Teles').elementHandle()
      await tab(/Fechados/).click()
      await row('Rui Teles').waitFor({ state: 'hidden' })
      await tab(/Meus/).click()
      await row('Rui Teles').waitFor()
      expect(await rui?.evaluate((element) => element.checkVisibility())).toBe(true)
      expect(await list().evaluate(({ scrollTop }) => scrollTop)).toBe(place)
      await agent.setViewportSize({ width: 1440, height: 900 })
      // The window has room for all rows again, and the rows have stopped moving.
      await agent.waitForFunction(() => {
        const lists = [...document.querySelectorAll('[data-virtuoso-scroller]')]
        return lists.every(({ scrollTop }) => scrollTop === 0)
      })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'obeys its keys also on the checkbox of a row',
    async () => {
      const box = (name: string) => row(name).getByRole('checkbox', { name: /Selecionar/ })
      const [first = '', second = ''] = await names()
      await box(first).focus()
      await agent.keyboard.press('Space')
      await agent.getByText('1 selecionado').waitFor()
      await agent.keyboard.press('Escape')
      await agent.getByRole('toolbar').waitFor({ state: 'detached' })
      await box(first).focus()
      await agent.keyboard.press('ArrowDown')
      await row(second).locator('a:focus').waitFor()
      await box(first).focus()
      await afterTyping(desk)
      await agent.keyboard.press('?')
      await agent.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
      await agent.keyboard.press('Escape')
      await noDialog(agent)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'says for which of several the line was cut, once for all of them',
    async () => {
      for (const name of ['Lia Moraes', 'Rui Teles']) {
        await row(name)
          .getByRole('checkbox', { name: /Selecionar/ })
          .check({ force: true })
      }
      await agent.waitForLoadState('networkidle')
      await agent.context().setOffline(true)
      const toolbar = agent.getByRole('toolbar')
      await toolbar.getByRole('button', { name: 'Resolver' }).click()
      const dialog = agent.getByRole('dialog')
      await dialog.getByText(/^(Lia Moraes e Rui Teles|Rui Teles e Lia Moraes): Sem resposta/).waitFor()
      await keepPicture(agent, 'inbox-line-cut')
      await agent.context().setOffline(false)
      await dialog.getByRole('button', { name: 'Entendi' }).click()
      // both are still chosen, to try again
      await toolbar.getByText('2 selecionados').waitFor()
      await toolbar.getByRole('button', { name: 'Cancelar seleção' }).click()
      desk.problems.length = 0
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'lists failed tickets of a bulk action, with the reason',
    async () => {
      const lia = await desk.ticketOf('Lia Moraes', 'open')
      for (const name of ['Lia Moraes', 'Rui Teles']) {
        await row(name)
          .getByRole('checkbox', { name: /Selecionar/ })
          .check({ force: true })
      }
      await agent.route(`**/api/tickets/${lia.id}`, (route) =>
        route.fulfill({ status: 409, json: { error: 'ERR_TICKET_STATE' } }),
      )
      await agent.getByRole('toolbar').getByRole('button', { name: 'Resolver' }).click()
      const dialog = agent.getByRole('dialog')
      await dialog.getByText('1 atendimento não mudou').waitFor()
      await dialog.getByText(/Lia Moraes: O atendimento mudou/).waitFor()
      await keepPicture(agent, 'inbox-some-failed')
      await agent.unroute(`**/api/tickets/${lia.id}`)
      await dialog.getByRole('button', { name: 'Entendi' }).click()
      await agent.getByText('1 atendimento resolvido.').waitFor()
      await agent.getByRole('button', { name: 'Desfazer' }).click()
      await row('Rui Teles').waitFor()
      await agent.getByRole('toolbar').getByRole('button', { name: 'Cancelar seleção' }).click()
      await agent.waitForFunction(() => document.activeElement?.ariaLabel === 'Selecionar vários')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'is walked by the keyboard, which also snoozes; shows snoozed tickets by a filter that stays, and brings one back when the contact writes',
    async () => {
      await pressInboxKeys(desk, { 'Rui Teles': RUI, 'Caio Prado': CAIO })
      await row('Lia Moraes').getByRole('link').click()
      await agent.getByRole('button', { name: 'Resolver' }).waitFor()
      await agent.locator('#composer:focus').press('Escape')
      await agent.keyboard.press('s')
      const dialog = agent.getByRole('dialog')
      await keepPicture(agent, 'inbox-snooze')
      // A suggested time snoozes at once.
      await dialog.getByRole('button', { name: /Em 1 hora/ }).click()
      await agent.getByText(/Atendimento de Lia Moraes adiado até/).waitFor()
      await row('Lia Moraes').waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: 'Filtros' }).click()
      await agent.getByLabel('Só adiados').click()
      await row('Lia Moraes').waitFor()
      await agent.reload()
      await agent.getByRole('button', { name: '1 filtro ligado' }).waitFor()
      await row('Lia Moraes').waitFor()
      await tab(/Adiados/)
        .getByText('1', { exact: true })
        .waitFor()
      await keepPicture(agent, 'inbox-snoozed')
      await desk.phones.text(LIA, COMPANY_NUMBER, 'Voltei!')
      await row('Lia Moraes').waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: '1 filtro ligado' }).click()
      await agent.getByRole('button', { name: 'Limpar filtros' }).first().click()
      await row('Lia Moraes').getByText('Voltei!').waitFor()
      expect((await names())[0]).toBe('Lia Moraes')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'resolves by the button, opens the next ticket, and undoes the close',
    async () => {
      const lia = await desk.ticketOf('Lia Moraes', 'open')
      await row('Lia Moraes').getByRole('link').click()
      const before = `/tickets/${lia.uuid}`
      await agent.waitForURL((url) => url.pathname === before)
      await agent.getByRole('button', { name: 'Resolver' }).click()
      await agent.getByText('Atendimento de Lia Moraes resolvido.').waitFor()
      await agent.waitForURL(({ pathname }) => /\/tickets\/.+/.test(pathname) && pathname !== before)
      // A toast stays while the pointer is over it, and the next press is there.
      await agent.getByRole('button', { name: 'Resolver' }).waitFor()
      expect(await buttonsUnderToasts(agent)).toEqual([])
      const undone = agent.waitForResponse(`**/api/tickets/${lia.id}/undo-close`)
      await agent.getByRole('button', { name: 'Desfazer' }).click()
      expect((await undone).status()).toBe(200)
      await agent.waitForURL((url) => url.pathname === before)
      await row('Lia Moraes').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows when a colleague takes over or transfers a ticket, and takes it back',
    async () => {
      const rui = await desk.ticketOf('Rui Teles', 'open')
      const me = await desk.admin.get<{ id: number; email: string }[]>('/users/list')
      const dora = me.body.find(({ email }) => email === ADMIN.email)
      const own = me.body.find(({ email }) => email === AGENT.email)
      const give = (userId?: number) => desk.admin.put(`/tickets/${rui.id}`, { userId })
      await give(dora?.id)
      await agent.getByText(/está atendendo Rui Teles agora/).waitFor()
      await row('Rui Teles').waitFor({ state: 'detached' })
      await give(own?.id)
      await agent.getByText(/passou Rui Teles para você/).waitFor()
      await row('Rui Teles').waitFor()
      await give(dora?.id)
      await row('Rui Teles').waitFor({ state: 'detached' })
      await agent.goto(`/tickets/${rui.uuid}`)
      await choose('Assumir atendimento')
      await row('Rui Teles').waitFor()
      expect(await desk.phones.messages(RUI, COMPANY_NUMBER)).toBeDefined()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'finds people, tickets and messages at once, and opens at the message',
    async () => {
      await agent.goto('/tickets')
      await row('Rui Teles').waitFor()
      await agent.keyboard.press('/')
      await agent.locator('#ticket-search').fill('esperando ainda')
      const found = agent.getByRole('region', { name: 'Mensagens', exact: true })
      await found.getByRole('link').waitFor()
      expect(await found.locator('mark').allInnerTexts()).toEqual(['Ainda', 'esperando'])
      await found.getByRole('link').click()
      await agent.waitForURL(/#/)
      await agent.getByRole('log').getByText('Ainda estou esperando').waitFor()
      await agent.locator('#ticket-search').fill('prado')
      await agent.getByRole('region', { name: 'Pessoas' }).getByText('Caio Prado').waitFor()
      await agent
        .getByRole('region', { name: 'Atendimentos', exact: true })
        .locator('[data-ticket-id]:visible')
        .getByText('Aberto')
        .waitFor()
      expect(await row('Caio Prado').locator('mark').allInnerTexts()).toEqual(['Prado'])
      await keepPicture(agent, 'inbox-search')
      expect(await checkAccessibility(agent)).toEqual([])
      await agent.locator('#ticket-search').fill('palavraquenaoexiste')
      await agent.getByText('Nada encontrado com essas palavras.').waitFor()
      // Filters by agent, over all statuses.
      await agent.locator('#ticket-search').fill('caio')
      await agent.getByRole('button', { name: 'Filtros' }).click()
      await agent.getByLabel('Atendido por').click()
      await clickInList(agent, agent.getByTitle('Bia Souza', { exact: true }))
      await row('Caio Prado').getByText('Aberto').waitFor()
      expect(await row('Caio Prado').locator('mark').allInnerTexts()).toEqual(['Caio'])
      // The search reopens in the same state.
      await agent.getByRole('button', { name: 'Fechar a busca' }).click()
      await agent.getByRole('button', { name: 'Buscar' }).click()
      await row('Caio Prado').locator('mark').waitFor()
      expect(await agent.locator('#ticket-search').inputValue()).toBe('caio')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'finds the same in the command palette, by the keyboard alone',
    async () => {
      await agent.goto('/contacts')
      await agent
        .getByRole('cell', { name: /Caio Prado/ })
        .first()
        .waitFor()
      await agent.keyboard.press('Control+k')
      await agent.getByRole('combobox').fill('lia moraes')
      const palette = agent.getByRole('dialog')
      await palette.getByRole('group', { name: 'Pessoas' }).getByRole('option').waitFor()
      await palette.getByRole('group', { name: 'Mensagens' }).getByRole('option').waitFor()
      await keepPicture(agent, 'palette-found')
      expect(await checkAccessibility(agent)).toEqual([])
      await agent.keyboard.press('Enter')
      await agent.waitForURL(/\/tickets\/.+/)
      await agent
        .getByRole('button', { name: 'Dados de Lia Moraes' })
        .or(agent.getByTitle('Dados de Lia Moraes'))
        .first()
        .waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'closes all after showing their number, also in a narrow dark window',
    async () => {
      await agent.evaluate(() => localStorage.setItem('guiche.theme', 'dark'))
      await agent.setViewportSize({ width: 360, height: 740 })
      await agent.goto('/tickets')
      await row('Rui Teles').waitFor()
      await agent.getByRole('button', { name: 'Filtros' }).click()
      await agent.getByLabel('Mostrar os atendimentos de todos').waitFor()
      await keepPicture(agent, 'inbox-narrow-filters-dark')
      expect(await checkAccessibility(agent)).toEqual([])
      await agent.getByRole('button', { name: 'Selecionar vários' }).click()
      await agent.getByRole('button', { name: 'Fechar todos' }).click()
      const dialog = agent.getByRole('dialog')
      await dialog.getByText('Fechar 3 atendimentos').waitFor()
      await dialog.getByRole('button', { name: 'Fechar todos' }).click()
      await row('Rui Teles').waitFor({ state: 'detached' })
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
