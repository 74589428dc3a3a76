import { type Client, signIn } from '@guiche/infra/launcher/testing/client.js'
import { connectPhones, type Phones } from '@guiche/infra/launcher/testing/phones.js'
import {
  ADMIN,
  type ProductProcess,
  removeData,
  startProductProcess,
} from '@guiche/infra/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { enter, keepPicture, launchBrowser } from './browser.js'

const OURS = '5511900000001'
const CUSTOMER = '5511988887777'
const AGENT = { email: 'bia@guiche.test', password: 'segredo-2' }
const STEP = 60_000

interface Ticket {
  readonly id: number
  readonly uuid: string
  readonly contactId: number
  readonly status: string
}

describe('what changes while one looks on', () => {
  let product: ProductProcess
  let browser: Browser
  let phones: Phones
  /** whoever is signed in through the API is another person than the one at the browser */
  let admin: Client
  let agent: Page

  beforeAll(async () => {
    product = await startProductProcess()
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    await admin.post('/users', { name: 'Bia Souza', profile: 'admin', ...AGENT })
    const connection = await admin.post<{ id: number }>('/whatsapp', {
      name: 'Principal',
      channel: 'simulator',
      isDefault: true,
    })
    phones = await connectPhones(product.url, admin)
    await phones.add(OURS, 'Padaria', 'own')
    await phones.add(CUSTOMER, 'Caio Prado')
    await phones.scan(OURS, connection.body.id)
    browser = await launchBrowser()
    agent = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
    agent.setDefaultTimeout(15_000)
    await enter(agent, product.url, AGENT)
  }, 180_000)
  afterAll(async () => {
    phones?.close()
    await browser?.close()
    await product?.stop()
    if (product !== undefined) await removeData(product.dataDir)
  })
  const tickets = async (status: string): Promise<readonly Ticket[]> =>
    (await admin.get<{ tickets: Ticket[] }>(`/tickets?status=${status}&showAll=true`)).body.tickets
  const badge = () => agent.getByRole('radiogroup').getByText('1', { exact: true })

  it(
    'badges follow lists that were never opened',
    async () => {
      await agent.goto(`${product.url}/tickets`)
      await agent.getByText('Aguardando', { exact: true }).waitFor()
      await agent.waitForLoadState('networkidle')
      await phones.text(CUSTOMER, OURS, 'Oi! Vocês têm pão de queijo hoje?')
      await badge().waitFor()
      const [waiting] = await tickets('pending')
      // somebody else takes it: the list of those that wait still was never opened
      await admin.put(`/tickets/${waiting?.id}`, { status: 'open', userId: admin.user.id, queueId: null })
      await badge().waitFor({ state: 'detached' })
    },
    STEP,
  )

  it(
    'a closed conversation leads to the one in which its contact is attended now',
    async () => {
      const [first] = await tickets('open')
      await admin.put(`/tickets/${first?.id}`, { status: 'closed' })
      await agent.goto(`${product.url}/tickets/${first?.uuid}`)
      await agent.getByRole('button', { name: 'Reabrir' }).first().waitFor()
      const second = await admin.post<Ticket>('/tickets', {
        contactId: first?.contactId,
        queueId: null,
        status: 'open',
      })
      const way = agent.getByRole('button', { name: 'Ir para o atendimento ativo' }).first()
      await way.waitFor()
      await keepPicture(agent, 'closed-with-active')
      await agent.reload()
      await way.click()
      await agent.waitForURL(new RegExp(second.body.uuid))
    },
    STEP,
  )

  it(
    'a conflict is a sentence with the way to the other ticket',
    async () => {
      const [active] = await tickets('open')
      await agent.goto(`${product.url}/tickets`)
      await agent.getByRole('switch', { name: 'Mostrar os atendimentos de todos' }).click()
      await agent.getByRole('tab', { name: 'Fechados' }).click()
      await agent.locator('[data-ticket-id]').first().hover()
      await agent.getByRole('button', { name: 'Reabrir' }).first().click()
      await agent.getByText(/já tem um atendimento aberto com este contato/).waitFor()
      await keepPicture(agent, 'conflict')
      expect(await agent.getByText(/"uuid"/).count()).toBe(0)
      await agent.getByRole('button', { name: 'Abrir', exact: true }).click()
      await agent.waitForURL(new RegExp(String(active?.uuid)))
    },
    STEP,
  )

  it(
    'Esc closes the menu that is open, and the conversation only when there is none',
    async () => {
      const [active] = await tickets('open')
      const address = `${product.url}/tickets/${active?.uuid}`
      await agent.goto(address)
      for (const [button, layer] of [
        ['Mais ações', '.ant-dropdown'],
        ['Idioma', '.ant-dropdown'],
        [/^Notificações/, '.ant-popover'],
      ] as const) {
        await agent.getByRole('button', { name: button }).click()
        await agent.locator(`${layer}:visible`).waitFor()
        // single keys do nothing under it either
        await agent.keyboard.press('k')
        await agent.keyboard.press('Escape')
        await agent.locator(`${layer}:visible`).waitFor({ state: 'detached' })
        expect(agent.url()).toBe(address)
      }
      await agent.keyboard.press('Escape')
      await agent.waitForURL(/\/tickets$/)
    },
    STEP,
  )

  it(
    'the dashboard of a quarter leaves the app where it is',
    async () => {
      await agent.setViewportSize({ width: 1280, height: 700 })
      await agent.goto(product.url)
      await agent.getByLabel('Por período').last().click()
      await agent.getByTitle('Últimos 90 dias').click()
      const answered = agent.waitForResponse(/\/dashboard\?days=90/)
      await agent.getByRole('button', { name: 'Filtrar' }).click()
      await answered
      await agent.locator('figure table tr').nth(90).waitFor({ state: 'attached' })
      const { height, shown } = await agent.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        shown: innerHeight,
      }))
      expect(height).toBe(shown)
    },
    STEP,
  )

  it(
    'a session that the server ended is not tried again, and says why',
    async () => {
      const sockets: WebSocketRoute[] = []
      const page = await browser.newPage({ locale: 'pt-BR' })
      page.setDefaultTimeout(15_000)
      await page.routeWebSocket(/\/ws$/, (socket) => {
        sockets.push(socket)
        socket.connectToServer()
      })
      await admin.post('/users', { name: 'Rui', email: 'rui@guiche.test', password: 'segredo-3' })
      await enter(page, product.url, { email: 'rui@guiche.test', password: 'segredo-3' })
      await page.waitForLoadState('networkidle')
      await sockets[0]?.close({ code: 4403 })
      await page.getByText('Sua sessão terminou. Entre de novo.').waitFor()
      await page.waitForURL(/\/login/)
      expect(sockets).toHaveLength(1)
    },
    STEP,
  )
})
