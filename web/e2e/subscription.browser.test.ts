import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type Client, signIn } from '../../launcher/testing/client.js'
import { ADMIN } from '../../launcher/testing/product-process.js'
import { checkAccessibility, keepPicture, keepPictures, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

const DAY = 86_400_000
const BOSS = { email: 'dona@padaria.test', password: 'segredo-padaria-4' } as const
const AGENT = { name: 'Caio Lima', email: 'caio@padaria.test', password: 'segredo-padaria-5' } as const
const TITLE = 'Sua empresa está bloqueada'

describe('the subscription of a company', () => {
  let place: Place
  let root: Client
  let companyId: number
  /** pages of the administrator, and of another user of the company */
  let page: Page
  let agent: Page

  const company = (body: object) => root.put(`/companies/${companyId}`, body)
  const dueIn = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  const blockedTitle = () => page.getByRole('heading', { name: TITLE })

  beforeAll(async () => {
    place = await startPlace()
    root = await signIn(place.url, ADMIN.email, ADMIN.password)
    const made = await root.post<{ id: number }>('/companies', {
      ...{ name: 'Padaria Central', ...BOSS, phone: '', dueDate: dueIn(40), status: true },
    })
    companyId = made.body.id
    const boss = await signIn(place.url, BOSS.email, BOSS.password)
    await boss.post('/users', { ...AGENT, profile: 'user', queueIds: [] })
    page = await place.open({ colorScheme: 'light', reducedMotion: 'reduce' })
    agent = await place.open({ colorScheme: 'light', reducedMotion: 'reduce' })
    await signInByForm(page, BOSS)
    await signInByForm(agent, AGENT)
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  it(
    'the super user says when companies are blocked, and how they pay',
    async () => {
      const own = await place.open({ colorScheme: 'light', reducedMotion: 'reduce' })
      await signInByForm(own, ADMIN)
      await own.getByRole('link', { name: 'Assinatura' }).click()
      await own.getByText('Em dia, sem vencimento').waitFor()
      await own.getByRole('button', { name: 'Alterar cobrança' }).click()
      const dialog = own.getByRole('dialog')
      await dialog.getByLabel('Bloquear tantos dias depois do vencimento').fill('x')
      await dialog
        .getByLabel('Como pagar, nas suas palavras')
        .fill('Pix: 11.222.333/0001-44\nBoleto: peça o seu')
      await dialog.getByLabel('Contato para pagar').fill('(11) 4002-8922')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByText('Só números inteiros de 0 a 60.').waitFor()
      await keepPicture(own, 'billing-dialog')
      expect(await checkAccessibility(own)).toEqual([])
      await dialog.getByLabel('Bloquear tantos dias depois do vencimento').fill('3')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.waitFor({ state: 'detached' })
      await own.getByText('Boleto: peça o seu').first().waitFor()
      await keepPictures(own, 'billing')
      expect(await checkAccessibility(own)).toEqual([])
      await own.context().close()
      // The API is called as the super user again.
      root = await signIn(place.url, ADMIN.email, ADMIN.password)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    '03.15, M10: a near due date is shown once a day, a past one until the payment',
    async () => {
      await company({ dueDate: dueIn(3.5) })
      const warning = page.getByText(/A assinatura da empresa vence em 3 dias/)
      await warning.waitFor()
      await page.getByRole('button', { name: 'Fechar', exact: true }).click()
      await warning.waitFor({ state: 'detached' })
      await company({ dueDate: dueIn(-1) })
      await page.getByText(/Vencimento em .* Sem pagamento, o acesso fecha em/).waitFor()
      await keepPicture(page, 'subscription-grace')
      await page.getByRole('link', { name: 'Ver assinatura' }).click()
      await page.getByRole('heading', { name: 'Assinatura', level: 1 }).waitFor()
      await page.getByText('Boleto: peça o seu').waitFor()
      await keepPictures(page, 'subscription')
      expect(await checkAccessibility(page)).toEqual([])
      await company({ dueDate: dueIn(40) })
      await page.getByText('Sem pagamento, o acesso fecha em').first().waitFor({ state: 'detached' })
      await page.getByText('Em dia', { exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'M1: while the company is blocked, only its administrator can sign in, and sees how to pay',
    async () => {
      await company({ dueDate: dueIn(-10) })
      // A toast disappears by itself, so the test waits for it first.
      await agent.getByText(/A assinatura da sua empresa venceu em .*\(11\) 4002-8922/).waitFor()
      await blockedTitle().waitFor()
      await page.getByText(/Bloqueada desde .*: a assinatura venceu em/).waitFor()
      await keepPictures(page, 'blocked')
      expect(await checkAccessibility(page)).toEqual([])
      await agent.getByLabel('E-mail').waitFor()
      await agent.getByLabel('E-mail').fill(AGENT.email)
      await agent.getByLabel('Senha', { exact: true }).fill(AGENT.password)
      await agent.getByRole('button', { name: 'Entrar' }).click()
      await agent
        .getByRole('alert')
        .getByText(/A assinatura da sua empresa venceu em/)
        .waitFor()
      // Neither loading a page nor navigating gives access.
      await page.goto('/contacts')
      await blockedTitle().waitFor()
      expect(await page.getByRole('link').count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'M12: is unblocked for three days, once, and all users can sign in again',
    async () => {
      await page.getByRole('button', { name: 'Desbloquear por 3 dias' }).press('Enter')
      const question = page.getByRole('dialog')
      await keepPicture(page, 'unblock-question')
      expect(await checkAccessibility(page)).toEqual([])
      await question.getByRole('button', { name: 'Desbloquear', exact: true }).click()
      await page.getByText(/^Desbloqueada até/).waitFor()
      // the page that the user wanted to open
      await page.getByRole('link', { name: 'Contatos' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/contacts')
      // The session was only paused.
      await agent.reload()
      await agent.getByRole('link', { name: 'Atendimentos' }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'blocked by the platform can only be unblocked by it, and users return by themselves',
    async () => {
      await company({ status: false })
      await blockedTitle().waitFor()
      await page.getByText('Bloqueada por quem mantém o Guichê.').waitFor()
      expect(await page.getByRole('button', { name: /^Desbloquear/ }).count()).toBe(0)
      await company({ status: true, dueDate: dueIn(40) })
      await page.getByRole('link', { name: 'Contatos' }).waitFor()
      expect(await page.getByText(/^Desbloqueada até/).count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'lets its administrator sign out from the blocked page',
    async () => {
      await company({ status: false })
      await blockedTitle().waitFor()
      await page.getByRole('button', { name: 'Sair' }).click()
      await page.getByLabel('E-mail').waitFor()
      await company({ status: true })
    },
    STEP_TIMEOUT_MS,
  )
})
