import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { ADMIN } from '../../launcher/testing/product-process.js'
import { checkAccessibility, chooseEntry, chooseOfAccount, keepPicture, signInByForm } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

const DAY = 24 * 60 * 60 * 1000

/** The elements of every page (menu, app bar), in the browser. */
describe('the shell in the browser', () => {
  let desk: Desk
  let page: Page
  /** page of the super user in the dark theme; its failed requests while offline are expected */
  let other: Page
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  const sounds = () => page.evaluate(() => (window as unknown as { sounds: number }).sounds)

  beforeAll(async () => {
    desk = await startDesk({ context: { colorScheme: 'light' } })
    page = desk.page
    const context = await desk.browser.newContext({
      baseURL: desk.url,
      locale: 'pt-BR',
      colorScheme: 'dark',
    })
    other = await context.newPage()
    // counts played sounds
    await page.addInitScript(() => {
      const counted = window as unknown as { sounds: number }
      counted.sounds = 0
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (...when) {
        counted.sounds += 0.5
        return start.apply(this, when)
      }
    })
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  it(
    'the menu is narrow beside the inbox and wide on other pages, as chosen for each',
    async () => {
      const fold = page.getByRole('button', { name: 'Recolher menu' })
      const unfold = page.getByRole('button', { name: 'Expandir menu' })
      await page.goto('/tickets')
      await unfold.waitFor()
      await page.getByText('Aguardando').first().waitFor()
      await keepPicture(page, 'inbox-rail')
      expect(await checkAccessibility(page)).toEqual([])
      await page.getByRole('link', { name: 'Contatos' }).click()
      await fold.waitFor()
      await page.getByRole('link', { name: 'Atendimentos' }).click()
      await unfold.click()
      await fold.waitFor()
      await page.reload()
      await fold.click()
      await unfold.waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a button shows its hint on hover and on keyboard focus',
    async () => {
      await page.goto('/tickets')
      const pick = page.getByRole('button', { name: 'Selecionar vários' })
      const hint = page.getByRole('tooltip').getByText('Selecionar vários')
      await pick.hover()
      await hint.waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      // The hint can be read and dismissed.
      await hint.hover()
      expect(await hint.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await hint.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Buscar' }).first().focus()
      await page.keyboard.press('Tab')
      await hint.waitFor()
      await pick.press('Enter')
      await hint.waitFor({ state: 'hidden' })
      await pick.click()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'unread tickets are counted in the title, and one that is muted makes no sound',
    async () => {
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Oi!')
      await page.waitForFunction(() => document.title.startsWith('(1) '))
      await page.waitForFunction(() => (window as unknown as { sounds: number }).sounds === 1)
      await page.getByText('Aguardando').first().click()
      await page.getByRole('link', { name: /Caio Prado/ }).click()
      const more = page.getByRole('button', { name: 'Mais ações' }).last()
      await more.click()
      await chooseEntry(page, 'Silenciar atendimento')
      await page.goto('/contacts')
      await page.getByRole('button', { name: /^Notificações/ }).click()
      await page.getByText('Oi!').waitFor()
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Alguém aí?')
      await page.getByText('Alguém aí?').waitFor()
      expect(await sounds()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'things to do are added, changed, deleted and taken back, and stay in this browser',
    async () => {
      await page.getByRole('link', { name: 'Lista de tarefas' }).click()
      const field = page.getByRole('textbox', { name: 'Tarefa' })
      const rows = page.getByRole('main').getByRole('listitem')
      await field.fill('   ')
      await field.press('Enter')
      for (const text of ['Ligar para a Ana', 'Rever contratos']) {
        await field.fill(text)
        await field.press('Enter')
      }
      await page.getByRole('button', { name: 'Editar “Ligar para a Ana”' }).click()
      await field.fill('Ligar para o Ivo')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByRole('button', { name: 'Excluir “Rever contratos”' }).click()
      await page.getByText('Rever contratos', { exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await page.reload()
      await page.getByText('Ligar para o Ivo', { exact: true }).waitFor()
      expect(await rows.count()).toBe(2)
      expect(await rows.first().innerText()).toContain('Rever contratos')
      await keepPicture(page, 'todolist')
      expect(await checkAccessibility(page)).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the theme follows the system where that is chosen',
    async () => {
      await chooseOfAccount(page, 'Usar tema escuro')
      expect(await theme()).toBe('dark')
      await chooseOfAccount(page, 'Meu perfil')
      const dialog = page.getByRole('dialog')
      // Nothing moves under the pointer any more.
      await dialog.getByText('Neste navegador').waitFor()
      await dialog.getByText('Do sistema').click()
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
      await keepPicture(page, 'profile-dark')
      expect(await checkAccessibility(page)).toEqual([])
      await page.reload()
      expect(await theme()).toBe('dark')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'warns when the subscription ends soon, once a day',
    async () => {
      const dueDate = new Date(Date.now() + 3.5 * DAY).toISOString()
      // No page of the product sets a due date yet, so the response is changed.
      await page.route('**/api/auth/refresh_token', async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        body.user.company.dueDate = dueDate
        const warnAt = new Date(Date.now() - DAY).toISOString()
        body.user.company.steps = { ...body.user.company.steps, warnAt, blockAt: dueDate }
        await route.fulfill({ response: answer, json: body })
      })
      // Frames about the own user contain the company, too. One may come after a short disconnection.
      await page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer()
        server.onMessage((frame) =>
          socket.send(frame.toString().replaceAll('"dueDate":null', `"dueDate":"${dueDate}"`)),
        )
      })
      await page.setViewportSize({ width: 360, height: 800 })
      await page.reload()
      const warning = page.getByText(/A assinatura da empresa vence em 3 dias/)
      await warning.waitFor()
      await keepPicture(page, 'subscription-warning')
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByText(/^Ativo até \d\d\/\d\d\/\d{4}$/).waitFor()
      await page.getByRole('button', { name: 'Fechar', exact: true }).click()
      await warning.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByText(/^Ativo até/).waitFor()
      expect(await warning.count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the menu marks a connection that needs attention',
    async () => {
      const badge = page.getByRole('link', { name: /Conexões.*Há uma conexão que precisa de atenção/ })
      expect(await badge.count()).toBe(0)
      const made = await desk.admin.post<{ id: number }>('/whatsapp', { name: 'Outra', channel: 'simulator' })
      await badge.waitFor()
      await desk.admin.delete(`/whatsapp/${made.body.id}`)
      await badge.waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'pages of other services are in the menu, and in a frame, where the super user has set their addresses',
    async () => {
      await other.route('https://bio.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>De outro lugar</p>' }),
      )
      await signInByForm(other, ADMIN)
      await other.getByRole('link', { name: 'Páginas incorporadas' }).click()
      await other.getByRole('button', { name: 'Alterar endereços' }).click()
      const field = other.getByLabel('BioLink')
      await field.fill('http://bio.example')
      await other.getByRole('button', { name: 'Salvar' }).click()
      await other.getByText('Use um endereço https://').waitFor()
      await field.fill('https://bio.example/padaria')
      await other.getByRole('button', { name: 'Salvar' }).click()
      await other.getByRole('definition').filter({ hasText: 'https://bio.example/padaria' }).waitFor()
      await keepPicture(other, 'embedded-addresses')
      expect(await checkAccessibility(other)).toEqual([])
      const link = other.getByRole('link', { name: 'BioLink' })
      const framed = other.frameLocator('iframe').getByText('De outro lugar')
      await link.waitFor()
      await other.goto('/biolink')
      await framed.waitFor()
      await keepPicture(other, 'embedded-page')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the app opens offline, says so, and recovers by itself; no private data is stored',
    async () => {
      const kept = () =>
        other.evaluate(async () => {
          const addresses: string[] = []
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys())
              addresses.push(new URL(url).pathname)
          return addresses
        })
      await other.evaluate(async () => void (await navigator.serviceWorker.ready))
      expect(
        (await kept()).filter((path) => !/^\/(assets\/.+|[\w-]+\.(js|png|svg|webmanifest))?$/.test(path)),
      ).toEqual([])
      await other.context().setOffline(true)
      await other.setViewportSize({ width: 360, height: 800 })
      await other.goto('/contacts')
      await other.getByText('Sem conexão com o servidor').waitFor()
      await keepPicture(other, 'offline-dark')
      expect(await checkAccessibility(other)).toEqual([])
      await other.context().setOffline(false)
      await other.getByRole('heading', { name: 'Contatos' }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a part that is asked for offline comes with the network, without a reload of the app',
    async () => {
      // The page has no service worker. With one, all parts would be there.
      await page.goto('/queues')
      await page.getByRole('heading', { name: 'Filas' }).waitFor()
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      await page.context().setOffline(true)
      await page.getByText('Você está sem internet').waitFor()
      await page.getByRole('link', { name: 'Lista de tarefas' }).click()
      await page.waitForURL(/todolist/)
      await page.context().setOffline(false)
      await page.getByRole('heading', { name: 'Lista de tarefas' }).waitFor()
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
      // failed requests while offline are expected
      const problems = desk.problems.splice(0)
      expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'one’s own session is ended from the profile',
    async () => {
      await chooseOfAccount(page, 'Meu perfil')
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
      await page.getByRole('button', { name: 'Entrar' }).waitFor()
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it.each([
    ['slow', -3],
    ['fast', 3],
  ])(
    'warns that the clock of this computer is wrong: %s by hours',
    async (name, hours) => {
      const wrong = await desk.open()
      await wrong.addInitScript((ms) => {
        const now = Date.now
        Date.now = () => now() + ms
      }, hours * 3_600_000)
      await signInByForm(wrong, ADMIN)
      await wrong.getByText('Acerte o relógio').waitFor()
      await keepPicture(wrong, `clock-${name}`)
      expect(await checkAccessibility(wrong)).toEqual([])
      await wrong.context().close()
    },
    STEP_TIMEOUT_MS,
  )
})
