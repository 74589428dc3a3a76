import { type Client, signIn } from '@guiche/launcher/testing/client.js'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepPicture } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

const OWNER = { email: 'dora@padaria.test', password: 'um rio calmo' } as const
const AGENT = { name: 'Caio', email: 'caio@guiche.test', password: 'um rio calmo' } as const
const NARROW = { viewport: { width: 390, height: 844 } } as const

/** How strangers sign up, and how people reset a forgotten password, without a mail server. */
describe('sign-up and reset in the browser', () => {
  let place: Place
  let root: Client

  beforeAll(async () => {
    place = await startPlace()
    root = await signIn(place.url, ADMIN.email, ADMIN.password)
    for (const [name, users, value] of [
      ['Essencial', 3, 49.9],
      ['Livre', null, 99],
    ] as const)
      await root.post('/plans', { name, users, connections: 1, queues: null, value, useInternal: true })
    await root.post('/users', AGENT)
    await root.post('/users', { name: 'Lia', email: 'lia@guiche.test', invited: true })
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  /** The text of a mail in the outbox page. */
  const mailIn = async (page: Page, to: string, subject: string): Promise<string> => {
    await page.goto('/outbox')
    const row = page.getByRole('row').filter({ hasText: to }).filter({ hasText: subject }).first()
    await row.getByText(subject).click()
    return row.getByRole('paragraph').innerText()
  }
  const enter = async (
    page: Page,
    { email, password }: typeof OWNER | { email: string; password: string },
  ) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL(/tickets/)
  }

  it(
    'while registration is closed nothing leads there, and its address leads to the sign-in',
    async () => {
      const page = await place.open()
      await page.goto('/signup?companyId=1')
      await page.waitForURL(/login/)
      await page.getByRole('link', { name: 'Esqueci minha senha' }).waitFor()
      expect(await page.getByRole('link', { name: 'Cadastrar minha empresa' }).count()).toBe(0)
      expect(place.problems).toEqual([])
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it.each(['light', 'dark'] as const)(
    'a company registers itself, and its owner signs in (%s)',
    async (colorScheme) => {
      for (const key of ['allowregister', 'viewregister'])
        await root.put(`/settings/${key}`, { value: 'enabled' })
      const page = await place.open({ ...NARROW, colorScheme })
      await page.goto('/login')
      await page.getByRole('link', { name: 'Cadastrar minha empresa' }).click()
      await page.getByRole('heading', { name: 'Cadastrar a empresa' }).waitFor()
      await page.getByText('por 3 dias', { exact: false }).waitFor()
      const submit = page.getByRole('button', { name: 'Cadastrar' })
      const company = page.getByLabel('Nome da empresa')
      await page.getByRole('option', { name: /Essencial · 1 conexão · 3 usuários · R\$\s49,90/ }).waitFor({
        state: 'attached',
      })
      await submit.click()
      await page.getByText('Preencha este campo.').first().waitFor()
      expect(await company.evaluate((field) => field === document.activeElement)).toBe(true)
      const owner = { ...OWNER, email: colorScheme === 'light' ? OWNER.email : `b${OWNER.email}` }
      await company.fill(colorScheme === 'light' ? 'Padaria da Dora' : 'Padaria da Bia')
      await page.getByLabel('E-mail').fill(ADMIN.email)
      const phone = page.getByLabel('Celular')
      await phone.pressSequentially('819999900001234')
      expect(await phone.inputValue()).toBe('(81) 99999-0000')
      await page.getByLabel('Senha', { exact: true }).fill(owner.password)
      await page.getByLabel('Plano').selectOption({ index: 1 })
      await submit.click()
      await page.getByText('Já existe um usuário com este e-mail', { exact: false }).waitFor()
      await keepPicture(page, `sign-up-${colorScheme}`)
      expect(await checkAccessibility(page)).toEqual([])
      await page.getByLabel('E-mail').fill(owner.email)
      await submit.click()
      await page.waitForURL(/login/)
      await page.getByText('Empresa cadastrada com sucesso!', { exact: false }).waitFor()
      await enter(page, owner)
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a forgotten password comes anew: the super user passes the mails on, from the outbox',
    async () => {
      const page = await place.open(NARROW)
      const admin = await place.open({ colorScheme: 'dark' })
      await page.clock.install()
      await page.goto('/login')
      await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
      const ask = page.getByRole('button', { name: 'Enviar E-mail' })
      await ask.click()
      await page.getByText('Obrigatório', { exact: false }).waitFor()
      const email = page.getByLabel('E-mail')
      await email.fill('dora')
      await ask.click()
      await page.getByText('E-mail inválido', { exact: false }).waitFor()
      await page.getByRole('link', { name: 'Voltar para a entrada' }).waitFor()
      await email.fill(OWNER.email)
      await ask.click()
      await page
        .getByText('E-mail enviado! Verifique sua caixa de entrada (expira em 2 minutos).', { exact: true })
        .waitFor()
      const timer = page.getByRole('timer')
      expect(await timer.innerText()).toBe('Link expira em: 2:00')
      await page.clock.runFor(61_000)
      expect(await timer.innerText()).toBe('Link expira em: 0:59')
      await keepPicture(page, 'forgot')
      expect(await checkAccessibility(page)).toEqual([])
      await page.clock.runFor(59_000)
      await page.getByText('Link expirado. Solicite novamente.', { exact: true }).waitFor()
      await ask.click()
      await page.getByText('Link expira em: 2:00', { exact: true }).waitFor()

      await admin.goto('/login')
      await enter(admin, ADMIN)
      const text = await mailIn(admin, OWNER.email, 'Redefina sua senha do Guichê')
      await keepPicture(admin, 'outbox')
      expect(await checkAccessibility(admin)).toEqual([])
      const link = /\S+\/confirm-reset\?token=\S+/.exec(text)?.[0] ?? ''

      await page.goto(link)
      await page.getByRole('heading', { name: 'Sua nova senha foi encaminhada para seu e-mail' }).waitFor()
      expect(new URL(page.url()).search).toBe('?status=success')
      await keepPicture(page, 'reset-done')
      expect(await checkAccessibility(page)).toEqual([])
      const told = await mailIn(admin, OWNER.email, 'Sua nova senha do Guichê')
      const password = /senha: (\S+)/.exec(told)?.[1] ?? ''
      await page.goto(link)
      await page
        .getByRole('heading', { name: 'Ocorreu um erro ao redefinir a senha, Tente novamente.' })
        .waitFor()
      expect(new URL(page.url()).search).toBe('?status=error')
      await page.getByRole('button', { name: 'Ir para a Página Inicial' }).click()
      await enter(page, { email: OWNER.email, password })

      await admin.getByRole('button', { name: 'Esquecer' }).first().click()
      await admin.getByRole('dialog').getByRole('button', { name: 'Esquecer' }).click()
      await admin.getByText('E-mail esquecido.').waitFor()
      expect(place.problems.filter((problem) => !problem.includes('409'))).toEqual([])
      for (const one of [page, admin]) await one.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an invitation is sent by mail from where its link is shown',
    async () => {
      const page = await place.open()
      await page.goto('/login')
      await enter(page, ADMIN)
      await page.goto('/users')
      await page
        .getByRole('row')
        .filter({ hasText: 'lia@guiche.test' })
        .getByLabel('Convidar', { exact: false })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Enviar por e-mail a lia@guiche.test' }).click()
      await dialog.getByText('o convite espera na caixa de saída', { exact: false }).waitFor()
      await keepPicture(page, 'invitation-by-mail')
      const shown = await dialog.getByRole('textbox').inputValue()
      expect(await mailIn(page, 'lia@guiche.test', 'Convite para Guichê no Guichê')).toContain(shown)
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an agent has no outbox',
    async () => {
      const page = await place.open()
      await page.goto('/login')
      await enter(page, AGENT)
      expect(await page.getByRole('link', { name: 'Caixa de saída' }).count()).toBe(0)
      await page.goto('/outbox')
      await page.waitForURL(/tickets/)
      await page.context().close()
    },
    STEP_TIMEOUT_MS,
  )
})
