import { signIn } from '@guiche/launcher/testing/client.js'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { WebSocketRoute } from 'playwright-core'
import { checkAccessibility, chooseEntry, keepPicture, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'
import { gotoAndSettle } from './goto-and-settle.js'

/** The pages before the sign-in, which do not load Ant Design, and the first page after it. */
describe('the entrance in the browser', () => {
  let place: Place

  beforeAll(async () => {
    place = await startPlace()
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  it.each(['light', 'dark'] as const)(
    'the sign-in says what is missing, shows a password, and signs in (%s)',
    async (colorScheme) => {
      const width = colorScheme === 'light' ? 1440 : 360
      const page = await place.open({ viewport: { width, height: 800 }, colorScheme })
      await page.goto('/login')
      const email = page.getByLabel('E-mail')
      const password = page.getByLabel('Senha', { exact: true })
      const enter = page.getByRole('button', { name: 'Entrar' })
      await enter.click()
      await page.getByText('Preencha este campo.').first().waitFor()
      expect(await email.getAttribute('aria-invalid')).toBe('true')
      expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
      await email.fill('dora')
      await password.fill('errada')
      await page.getByText('Este e-mail não é válido', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Mostrar o que foi digitado' }).click()
      expect(await password.getAttribute('type')).toBe('text')
      await email.fill(ADMIN.email)
      await password.press('Enter')
      await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
      await keepPicture(page, `sign-in-${colorScheme}`)
      expect(await checkAccessibility(page)).toEqual([])
      await password.fill(ADMIN.password)
      await password.press('Enter')
      await page.waitForURL(/tickets/)
      expect(place.problems).toEqual([])
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the wanted address is kept over the sign-in, and a signed-in user is led on',
    async () => {
      const page = await place.open()
      const named = (title: string) => page.waitForFunction((title) => document.title === title, title)
      await page.goto('/contacts')
      await page.waitForURL(/login/)
      await named('Entrar · Guichê')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.waitForURL(/contacts/)
      await page.goto('/login')
      await page.getByRole('heading', { name: 'Painel' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      await named('Painel · Guichê')
      await page.getByRole('button', { name: 'Sair' }).click()
      await named('Entrar · Guichê')
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'it is Portuguese whatever the browser speaks, until somebody chooses another language, which is kept',
    async () => {
      const page = await place.open({ locale: 'en-US' })
      await page.goto('/login')
      await page.getByRole('button', { name: 'Entrar' }).waitFor()
      await page.getByRole('button', { name: 'English' }).click()
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await page.reload()
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('link', { name: 'Tickets' }).waitFor()
      await page.getByRole('button', { name: 'My account' }).click()
      await chooseEntry(page, 'Español')
      await page.getByRole('link', { name: 'Conversaciones' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a second window takes over the sign-in of the first one, and each the language of the other',
    async () => {
      const first = await place.open()
      const second = await first.context().newPage()
      await first.goto('/login')
      await second.goto('/login')
      await second.getByRole('button', { name: 'Entrar' }).waitFor()
      await signInByForm(first, ADMIN)
      await second.getByRole('link', { name: 'Atendimentos', exact: true }).waitFor()
      await second.getByRole('button', { name: 'Minha conta' }).click()
      await chooseEntry(second, 'Español')
      await first.getByRole('link', { name: 'Conversaciones' }).waitFor()
      await first.getByRole('button', { name: 'Mi cuenta' }).click()
      await chooseEntry(first, 'Português')
      await second.getByRole('link', { name: 'Atendimentos', exact: true }).waitFor()
      // the first one is still signed in
      await first.goto('/contacts')
      await first.getByRole('heading', { name: 'Contatos' }).waitFor()
      await first.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an agent sees the pages of agents, all under service, and asks the server nothing while nothing happens',
    async () => {
      const admin = await signIn(place.url, ADMIN.email, ADMIN.password)
      const agent = { email: 'lia@guiche.test', password: 'segredo-4' }
      await admin.post('/users', { name: 'Lia', profile: 'user', ...agent })
      const page = await place.open()
      await page.clock.install()
      const lines: WebSocketRoute[] = []
      await page.routeWebSocket(/\/ws$/, (line) => {
        line.connectToServer()
        lines.push(line)
      })
      await signInByForm(page, agent)
      const menu = page.getByRole('complementary', { name: 'Menu principal' })
      await menu.getByRole('link', { name: 'Configurações' }).waitFor()
      expect(await menu.getByRole('heading').allInnerTexts()).toEqual(['Atendimento'])
      expect(await menu.locator('a[href="/users"], a[href="/connections"], a[href="/audit"]').count()).toBe(0)
      await gotoAndSettle(page, '/users', page.getByText('Nenhum atendimento com você'))
      await page.waitForURL(/tickets/)
      // Data that changed during the loading are read again within a second.
      await page.clock.runFor(15_000)
      const asked: string[] = []
      page.on('request', (request) => void asked.push(request.url()))
      // Ten minutes with heartbeats of the server.
      for (let n = 0; n < 40; n++) {
        lines.at(-1)?.send(JSON.stringify({ event: 'ping', data: {} }))
        await page.clock.runFor(15_000)
      }
      expect(asked).toEqual([])
      expect(place.problems).toEqual([])
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the focus moves into the menu of narrow windows and into the notifications, and back to their buttons',
    async () => {
      const page = await place.open({ viewport: { width: 800, height: 800 } })
      await page.goto('/login')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      const opener = page.getByRole('button', { name: 'Abrir menu' })
      const focused = (name: string) =>
        page.waitForFunction((it) => document.activeElement?.ariaLabel === it, name)
      await opener.press('Enter')
      await page.waitForFunction(() => document.activeElement?.matches('aside a'))
      expect(await opener.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Escape')
      await focused('Abrir menu')
      expect(await opener.getAttribute('aria-expanded')).toBe('false')
      // The same if the focus has left the popover.
      await opener.press('Enter')
      await page.getByRole('button', { name: 'Fechar menu' }).focus()
      await page.keyboard.press('Escape')
      await focused('Abrir menu')
      await page.getByRole('button', { name: 'Notificações' }).press('Enter')
      await page.waitForFunction(() => document.activeElement?.closest('.ant-popover') !== null)
      expect(await checkAccessibility(page)).toEqual([])
      await page.keyboard.press('Escape')
      await focused('Notificações')
      expect(place.problems).toEqual([])
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a failed read or download is shown, and succeeds at the retry',
    async () => {
      const admin = await signIn(place.url, ADMIN.email, ADMIN.password)
      await admin.post('/tags', { name: 'Urgente', color: '#aa0000' })
      const page = await place.open()
      const unread = /withUnreadMessages=true/
      await page.route(unread, (route) =>
        route.fulfill({ status: 404, json: { error: 'ERR_NO_TICKET_FOUND' } }),
      )
      await signInByForm(page, ADMIN)
      await page.getByRole('button', { name: 'Notificações' }).click()
      await page.getByText('Não foi possível carregar a lista de registros.').waitFor()
      await page.unroute(unread)
      await page.getByRole('button', { name: 'Tentar de novo' }).click()
      await page.getByText('Nada por ler.').waitFor()

      await page.route('**/api/tags/*', (route) =>
        route.fulfill({ status: 404, json: { error: 'ERR_NO_TAG_FOUND' } }),
      )
      await page.getByRole('link', { name: 'Etiquetas' }).click()
      await page.getByRole('button', { name: /^Excluir/ }).click()
      await page.getByText('Deseja realmente excluir esse registro?').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
      await page.getByText(/^Não foi possível realizar a operação\. \S/).waitFor()

      const part = /assets\/contacts-page-.*\.js$/
      await page.route(part, (route) => route.abort())
      await page.goto('/contacts')
      await page.getByText('Esta página parou de responder.').waitFor()
      await page.unroute(part)
      await page.getByRole('button', { name: 'Tentar de novo' }).click()
      await page.getByRole('heading', { name: 'Contatos' }).waitFor()
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )
})
