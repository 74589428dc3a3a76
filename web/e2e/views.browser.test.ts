import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  checkAccessibility,
  chooseEntry,
  clickInList,
  keepPicture,
  noDialog,
  signInByForm,
} from './browser.js'
import { COMPANY_NUMBER, type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

const PEOPLE = [
  ['5511988880001', 'Caio Prado'],
  ['5511988880002', 'Lia Moraes'],
  ['5511988880003', 'Rui Teles'],
  ['5511988880004', 'Eva Nunes'],
] as const
const CARLA = { name: 'Carla Dias', email: 'carla@guiche.test', password: 'segredo-3' } as const

/** Saved views of the lists, and selection of several tickets. */
describe('views and selections of the inbox', () => {
  let desk: Desk
  let agent: Page
  let sales: { id: number }
  let support: { id: number }

  beforeAll(async () => {
    desk = await startDesk({ customers: Object.fromEntries(PEOPLE) })
    agent = desk.page
    const queue = async (name: string, color: string) =>
      (await desk.admin.post<{ id: number }>('/queue', { name, color })).body
    sales = await queue('Vendas', '#2f6b4f')
    support = await queue('Suporte', '#7a3e9d')
    await desk.admin.post('/users', { ...CARLA, profile: 'user', allTicket: 'enabled', queueIds: [sales.id] })
    for (const [number, name] of PEOPLE) {
      await desk.phones.text(number, COMPANY_NUMBER, `Oi, aqui é ${name}`)
      const { id } = await desk.ticketOf(name, 'pending')
      await desk.admin.put(`/tickets/${id}`, { queueId: name === 'Eva Nunes' ? support.id : sales.id })
    }
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const rows = (page = agent) => page.locator('[data-ticket-id]:visible')
  const row = (name: string, page = agent) => rows(page).filter({ hasText: name })
  const tab = (name: RegExp) => agent.getByRole('tab', { name })
  const view = (name: string, page = agent) =>
    page.getByRole('toolbar', { name: 'Visões das listas' }).locator('[aria-pressed]', { hasText: name })
  const option = (title: string) => agent.locator(`.ant-select-item[title="${title}"]`)
  const refuse = (address: string) =>
    agent.route(address, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 409, json: { error: 'ERR_VIEW_NAME_ALREADY_EXISTS' } }),
    )
  const pictures = async (name: string) => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await agent.setViewportSize({ width, height })
      for (const colorScheme of ['light', 'dark'] as const) {
        await agent.emulateMedia({ colorScheme })
        await agent.waitForFunction((now) => document.documentElement.dataset.theme === now, colorScheme)
        // Two paints: the first starts the change of colours.
        await agent.evaluate(async () => {
          for (const _ of [1, 2]) await new Promise((painted) => requestAnimationFrame(painted))
        })
        await keepPicture(agent, `views-${name}-${width}-${colorScheme}`)
        expect(await checkAccessibility(agent)).toEqual([])
      }
    }
    await agent.emulateMedia({ colorScheme: 'light' })
    await agent.setViewportSize({ width: 1440, height: 900 })
  }

  it(
    'names the queue in each row where several are shown',
    async () => {
      await agent.goto('/tickets')
      await tab(/Aguardando/).click()
      await row('Eva Nunes').getByText('Suporte', { exact: true }).waitFor()
      await row('Lia Moraes').getByText('Vendas', { exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'keeps filters under a name, counts what they show, live, and shows them again at one click',
    async () => {
      await agent.getByRole('button', { name: 'Filtros' }).click()
      await agent.getByLabel('Filas').click()
      await clickInList(agent, option('Vendas'))
      await agent.keyboard.press('Escape')
      await row('Eva Nunes').waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: 'Salvar visão' }).click()
      const dialog = agent.getByRole('dialog')
      await dialog.getByLabel('Nome').fill('Vendas à espera')
      await dialog.getByLabel('Para toda a equipe').click()
      await keepPicture(agent, 'views-dialog')
      expect(await checkAccessibility(agent)).toEqual([])
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await noDialog(agent)
      await view('Vendas à espera').getByText('3', { exact: true }).waitFor()
      expect(await view('Vendas à espera').getAttribute('aria-pressed')).toBe('true')
      await agent.getByRole('button', { name: '1 filtro ligado' }).click()
      await pictures('bar')
      // A second press removes the filter.
      await view('Vendas à espera').click()
      await row('Eva Nunes').waitFor()
      await tab(/Fechados/).click()
      const eva = await desk.ticketOf('Eva Nunes', 'pending')
      await desk.admin.put(`/tickets/${eva.id}`, { queueId: sales.id })
      await view('Vendas à espera').getByText('4', { exact: true }).waitFor()
      await view('Vendas à espera').click()
      await row('Eva Nunes').waitFor()
      expect(await tab(/Aguardando/).getAttribute('aria-selected')).toBe('true')
      await desk.admin.put(`/tickets/${eva.id}`, { queueId: support.id })
      await row('Eva Nunes').waitFor({ state: 'detached' })
      await view('Vendas à espera').getByText('3', { exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows the team’s views to a colleague, who cannot change them, and finds one by Ctrl+K',
    async () => {
      const carla = await desk.open()
      await signInByForm(carla, CARLA)
      await carla.goto('/tickets')
      await view('Vendas à espera', carla).getByText('3', { exact: true }).waitFor()
      await carla.keyboard.press('Control+k')
      await carla.getByRole('combobox').fill('vendas à esp')
      await carla.getByRole('option', { name: /Vendas à espera/ }).waitFor()
      await carla.keyboard.press('Enter')
      await row('Lia Moraes', carla).waitFor()
      expect(await carla.getByRole('button', { name: /Ações da visão/ }).count()).toBe(0)
      await carla.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'keeps a change of its filters, its name, and comes back after it was deleted',
    async () => {
      await agent.getByRole('button', { name: '1 filtro ligado' }).click()
      await agent.getByLabel('Só com mensagens não lidas').click()
      await view('Vendas à espera').getByText('alterada').waitFor()
      // A refusal is shown, and the change can still be saved.
      await refuse('**/api/ticket-views/*')
      await agent.getByRole('button', { name: /Ações da visão/ }).click()
      await chooseEntry(agent, 'Guardar os filtros de agora')
      await agent.getByText('Já existe outra visão com este nome.', { exact: false }).waitFor()
      await agent.unroute('**/api/ticket-views/*')
      await agent.getByRole('button', { name: /Ações da visão/ }).click()
      await chooseEntry(agent, 'Guardar os filtros de agora')
      await agent.getByText('Visão salva.').last().waitFor()
      await view('Vendas à espera').getByText('alterada').waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: /Ações da visão/ }).click()
      await chooseEntry(agent, 'Nome e equipe')
      await agent.getByRole('dialog').getByLabel('Nome').fill('Vendas novas')
      await agent.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await noDialog(agent)
      await view('Vendas novas').waitFor()
      await agent.getByRole('button', { name: /Ações da visão/ }).click()
      await chooseEntry(agent, 'Excluir visão')
      await view('Vendas novas').waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: 'Desfazer' }).click()
      await view('Vendas novas').waitFor()
      // The view is no longer selected, so another filter does not change it.
      await agent.getByRole('button', { name: '2 filtros ligados' }).click()
      await view('Vendas novas').click()
      await agent.getByRole('button', { name: 'Filtros' }).click()
      await agent.getByLabel('Só com mensagens não lidas').click()
      await agent.getByRole('button', { name: 'Salvar visão' }).waitFor()
      expect(await view('Vendas novas').getAttribute('aria-pressed')).toBe('false')
      await agent.getByRole('button', { name: '1 filtro ligado' }).click()
      await view('Vendas novas').click()
      await agent.reload()
      await view('Vendas novas').getByText('3', { exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'says when a queue that a view names was deleted',
    async () => {
      const gone = (await desk.admin.post<{ id: number }>('/queue', { name: 'Eventos', color: '#aa5500' }))
        .body
      const said = { name: 'Vendas e eventos', team: true, status: 'pending', queueIds: [gone.id, sales.id] }
      expect((await desk.admin.post('/ticket-views', said)).status).toBe(200)
      await view('Vendas e eventos').click()
      await row('Lia Moraes').waitFor()
      await desk.admin.delete(`/queue/${gone.id}`)
      await agent.getByText('Parte desta visão foi excluída: filas. A lista mostra o resto.').waitFor()
      await view('Vendas e eventos').getByRole('img', { name: 'parte desta visão foi excluída' }).waitFor()
      await pictures('gone')
      // A deleted filter does not return with the view.
      await agent.getByRole('button', { name: /Ações da visão/ }).click()
      await chooseEntry(agent, 'Excluir visão')
      await view('Vendas e eventos').waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: 'Desfazer' }).last().click()
      await agent.getByText('Visão salva, sem o que já tinha sido excluído: filas.').waitFor()
      await view('Vendas e eventos').click()
      await row('Eva Nunes').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'picks by the keyboard alone, accepts, says who was faster, and takes it back at once',
    async () => {
      const accepted = agent.waitForResponse(
        (answer) => answer.url().includes('/api/tickets/') && answer.request().method() === 'PUT',
      )
      await tab(/Aguardando/).click()
      await row('Caio Prado').getByRole('link').focus()
      await agent.keyboard.press('Shift+ArrowDown')
      await agent.keyboard.press('Shift+ArrowDown')
      await agent.getByText('3 selecionados').waitFor()
      await agent.keyboard.press('Shift+ArrowUp')
      await agent.getByText('2 selecionados').waitFor()
      await agent.keyboard.press('ArrowDown')
      await agent.keyboard.press('Space')
      await agent.getByText('3 selecionados').waitFor()
      await pictures('picked')
      // A colleague accepts one of the tickets, and this page gets no frame.
      await agent.route('**/api/tickets/*', async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback()
        const { id } = await desk.ticketOf('Lia Moraes', 'pending').catch(() => ({ id: 0 }))
        if (route.request().url().endsWith(`/${id}`)) {
          const me = (await desk.admin.get<{ id: number; email: string }[]>('/users/list')).body
          const carla = me.find(({ email }) => email === CARLA.email)
          await desk.admin.put(`/tickets/${id}`, { status: 'open', userId: carla?.id })
        }
        return route.continue()
      })
      await agent
        .getByRole('toolbar', { name: 'Selecionar vários' })
        .getByRole('button', { name: 'Aceitar' })
        .click()
      await accepted
      const dialog = agent.getByRole('dialog')
      await dialog.getByText('1 atendimento não mudou').waitFor()
      await dialog.getByText('Lia Moraes').waitFor()
      await keepPicture(agent, 'views-failed')
      await dialog.getByRole('button', { name: 'Entendi' }).click()
      await noDialog(agent)
      await agent.unroute('**/api/tickets/*')
      await agent.getByText('2 atendimentos aceitos.').waitFor()
      await agent.getByRole('button', { name: 'Desfazer' }).click()
      await agent.getByText('2 atendimentos voltaram a como estavam.').waitFor()
      await row('Caio Prado').waitFor()
      await row('Rui Teles').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'goes on with what is being done when the person leaves, and tells there what failed',
    async () => {
      const toolbar = agent.getByRole('toolbar', { name: 'Selecionar vários' })
      for (const name of ['Caio Prado', 'Rui Teles']) {
        await row(name)
          .getByRole('checkbox', { name: /Selecionar/ })
          .check({ force: true })
      }
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await agent.route('**/api/tickets/*', async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback()
        await held
        return route.fulfill({ status: 409, json: { error: 'ERR_TICKET_STATE' } })
      })
      const asked = agent.waitForRequest((request) => request.method() === 'PUT')
      await toolbar.getByRole('button', { name: 'Aceitar' }).click()
      await asked
      // Neither Esc nor the search ends the selection, and nothing else can be started meanwhile.
      await row('Caio Prado').getByRole('link').focus()
      await agent.keyboard.press('Escape')
      expect(await toolbar.getByRole('button', { name: 'Aceitar' }).isDisabled()).toBe(true)
      await agent.getByRole('button', { name: 'Buscar' }).click()
      await toolbar.waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: 'Fechar a busca' }).click()
      await tab(/Aguardando/).click()
      expect(await toolbar.getByRole('button', { name: 'Aceitar' }).isDisabled()).toBe(true)
      release()
      await agent.getByText('2 atendimentos não mudaram.', { exact: false }).waitFor()
      await agent.unroute('**/api/tickets/*')
      await agent.getByText('2 selecionados').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'puts several off, and brings them back',
    async () => {
      for (const name of ['Caio Prado', 'Rui Teles']) {
        await row(name)
          .getByRole('checkbox', { name: /Selecionar/ })
          .check({ force: true })
      }
      await agent
        .getByRole('toolbar', { name: 'Selecionar vários' })
        .getByRole('button', { name: 'Aceitar' })
        .click()
      await agent.getByText('2 atendimentos aceitos.').last().waitFor()
      await tab(/Meus/).click()
      await row('Caio Prado').waitFor()
      await row('Rui Teles').waitFor()
      await row('Rui Teles').getByRole('link').focus()
      await agent.keyboard.press('Control+a')
      await agent.getByText('2 selecionados').waitFor()
      await agent
        .getByRole('toolbar', { name: 'Selecionar vários' })
        .getByRole('button', { name: 'Adiar' })
        .click()
      await agent.getByRole('dialog').getByText('Adiar 2 atendimentos').waitFor()
      await agent
        .getByRole('dialog')
        .getByRole('button', { name: /Amanhã cedo/ })
        .click()
      await agent.getByText('2 atendimentos adiados.').waitFor()
      await row('Caio Prado').waitFor({ state: 'detached' })
      await agent.getByRole('button', { name: 'Desfazer' }).last().click()
      await row('Caio Prado').waitFor()
      await row('Rui Teles').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'narrows a search by the same filters, which begin anew there',
    async () => {
      await agent.getByRole('button', { name: 'Buscar' }).click()
      await agent.getByRole('button', { name: 'Filtros' }).click()
      await agent.getByLabel('Filas').click()
      await clickInList(agent, option('Suporte'))
      await agent.keyboard.press('Escape')
      await row('Eva Nunes').waitFor()
      expect(await rows().count()).toBe(1)
      // Shortcuts of the hidden lists select nothing.
      await row('Eva Nunes').getByRole('link').focus()
      await agent.keyboard.press('Control+a')
      await agent.keyboard.press('x')
      await pictures('search')
      await agent.getByRole('button', { name: 'Limpar filtros' }).click()
      await agent.getByRole('button', { name: 'Fechar a busca' }).click()
      await tab(/Meus/).waitFor()
      expect(await agent.getByRole('toolbar', { name: 'Selecionar vários' }).count()).toBe(0)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
