import { signIn } from '@guiche/launcher/testing/client.js'
import { connectPhones, type Phones } from '@guiche/launcher/testing/phones.js'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, clickInList, keepPicture } from './browser.js'
import {
  AGENT,
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Place,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startPlace,
} from './desk.js'

/** The main use case in a real browser, on a new installation. */
describe('the main job in the browser', () => {
  let place: Place
  let admin: Page
  let agent: Page
  let phones: Phones

  beforeAll(async () => {
    place = await startPlace({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', HUMAN_VERIFICATION: 'altcha' })
    admin = await place.open({ colorScheme: 'light' })
  }, START_TIMEOUT_MS)
  afterAll(async () => {
    phones?.close()
    await place?.stop()
  })

  it(
    'the first visit sets the company up and signs in',
    async () => {
      await admin.goto('/')
      await admin.getByLabel('Nome da empresa').fill('Padaria Aurora')
      await keepPicture(admin, 'setup')
      await admin.getByRole('button', { name: 'Continuar' }).click()
      await admin.getByLabel('Seu nome').fill('Dora Lima')
      await admin.getByLabel('E-mail').fill(ADMIN.email)
      await admin.getByLabel('Senha', { exact: true }).fill(ADMIN.password)
      await admin.getByRole('button', { name: 'Concluir e entrar' }).click()
      await admin.getByRole('link', { name: 'Atendimentos' }).waitFor()
      await keepPicture(admin, 'first-page')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an admin makes a queue and invites an agent',
    async () => {
      await admin.goto('/queues')
      await admin.getByRole('button', { name: 'Adicionar fila' }).first().click()
      await admin.getByLabel('Nome').fill('Suporte')
      await admin
        .getByRole('dialog')
        .getByRole('button', { name: /Salvar|Adicionar|Criar/ })
        .click()
      await admin.getByRole('cell', { name: 'Suporte' }).waitFor()
      await keepPicture(admin, 'queues')

      await admin.goto('/users')
      await admin.getByRole('button', { name: 'Adicionar usuário' }).first().click()
      const dialog = admin.getByRole('dialog')
      await dialog.getByLabel('Nome').fill('Bia Souza')
      await dialog.getByLabel('E-mail').fill(AGENT.email)
      await dialog.getByRole('radio', { name: 'Definir uma senha' }).check()
      await dialog.getByLabel('Senha', { exact: true }).fill(AGENT.password)
      await dialog.getByLabel('Filas').click()
      await clickInList(admin, admin.getByTitle('Suporte'))
      await admin.keyboard.press('Escape')
      await dialog.getByRole('button', { name: /Salvar|Adicionar|Criar/ }).click()
      await admin.getByRole('cell', { name: 'Bia Souza' }).first().waitFor()
      await keepPicture(admin, 'users')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an admin connects a number by QR code, with a simulated phone',
    async () => {
      // A sign-in without proof of work is refused.
      await expect(signIn(place.url, ADMIN.email, ADMIN.password)).rejects.toThrow('ERR_HUMAN_VERIFICATION')
      await admin.goto('/connections')
      await admin.getByRole('button', { name: 'Adicionar conexão' }).first().click()
      const dialog = admin.getByRole('dialog')
      await dialog.getByLabel('Nome').fill('Principal')
      await dialog.getByText('Celular simulado').click()
      await dialog.getByRole('tab', { name: 'Filas e prazos' }).click()
      await dialog.getByLabel('Filas', { exact: true }).click()
      await clickInList(admin, admin.getByTitle('Suporte'))
      await admin.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Criar e conectar' }).click()
      await admin.getByRole('img', { name: 'QR Code para vincular o celular' }).waitFor()
      await keepPicture(admin, 'qr-code')

      const cookies = (await admin.context().cookies())
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
      phones = await connectPhones(place.url, { cookies })
      await phones.add(COMPANY_NUMBER, 'Padaria', 'own')
      await phones.add(CUSTOMER_NUMBER, 'Caio Prado')
      const { qr } = await phones.until(
        async () => (await phones.call<{ qr: string }[]>('GET', '/pending'))[0],
      )
      await phones.call('POST', `/phones/${COMPANY_NUMBER}/scan`, { qr })
      await admin.getByRole('cell', { name: /Conectado/ }).waitFor({ timeout: 40_000 })
      await keepPicture(admin, 'connected')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an agent signs in, after a proof of work',
    async () => {
      agent = await place.open({ colorScheme: 'dark' })
      await agent.goto('/')
      await agent.getByLabel('E-mail').fill(AGENT.email)
      await agent.getByLabel('Senha', { exact: true }).fill('errada')
      const enter = agent.getByRole('button', { name: 'Entrar', exact: true })
      // The button is disabled until the proof of work is done. The click waits for it.
      await enter.click()
      await agent.getByText('E-mail ou senha incorretos').waitFor()
      await keepPicture(agent, 'wrong-password')
      await agent.getByLabel('Senha', { exact: true }).fill(AGENT.password)
      await enter.click()
      await agent.waitForURL(/\/tickets$/)
      await keepPicture(agent, 'empty-inbox-dark')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a customer writes, and the ticket appears by itself',
    async () => {
      await agent
        .getByText(/^Aguardando/)
        .first()
        .click()
      await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Oi! Vocês têm pão de queijo hoje?')
      await agent.getByText('Oi! Vocês têm pão de queijo hoje?').first().waitFor()
      await keepPicture(agent, 'waiting-ticket')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the agent accepts and answers; the phone shows it and the ticks come back',
    async () => {
      await agent.getByRole('link', { name: /Caio Prado/ }).click()
      await agent.getByRole('button', { name: 'Aceitar' }).last().click()
      await agent.locator('#composer').fill('Temos sim, *quentinho*! Quantos você quer?')
      await agent.keyboard.press('Enter')
      const shown = await phones.until(async () =>
        (await phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)).find(({ text }) =>
          text?.includes('quentinho'),
        ),
      )
      expect(shown.text).toBe('*Bia Souza:*\nTemos sim, *quentinho*! Quantos você quer?')
      await phones.call('POST', `/phones/${CUSTOMER_NUMBER}/chats/${COMPANY_NUMBER}/read`, {})
      await agent.getByRole('img', { name: 'Lida' }).waitFor()
      await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Uma dúzia, por favor')
      await agent.getByRole('log').getByText('Uma dúzia, por favor').waitFor()
      await keepPicture(agent, 'conversation-dark')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a file is chosen, and Enter sends it',
    async () => {
      const chooser = agent.waitForEvent('filechooser')
      await agent.getByRole('button', { name: 'Anexar arquivo' }).click()
      const file = { name: 'precos.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 pão') }
      await (await chooser).setFiles(file)
      await agent.getByRole('button', { name: 'Enviar' }).waitFor()
      await agent.locator('#composer:focus').waitFor()
      await agent.keyboard.press('Enter')
      const sent = await phones.until(async () =>
        (await phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)).find(({ kind }) => kind === 'document'),
      )
      expect(sent.fileName).toBe('precos.pdf')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an unreadable message is shown at once, and its text after the phone has sent it again',
    async () => {
      const log = agent.getByRole('log')
      await phones.call('POST', '/faults', { number: COMPANY_NUMBER, fault: 'corrupt' })
      // The phone is offline before the message is forwarded, so that it cannot get the retry request too early.
      await phones.call('PATCH', `/phones/${CUSTOMER_NUMBER}`, { online: false })
      await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Sem cebola, viu?')
      await log.getByText('Não foi possível ler esta mensagem aqui.').waitFor()
      await keepPicture(agent, 'unreadable-dark')
      await phones.call('PATCH', `/phones/${CUSTOMER_NUMBER}`, { online: true })
      await log.getByText('Sem cebola, viu?').waitFor()
      expect(await log.getByText('Não foi possível ler esta mensagem aqui.').count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the ticket is closed, with an undo',
    async () => {
      await agent.getByRole('button', { name: 'Resolver' }).click()
      await agent.getByText('Atendimento de Caio Prado resolvido.').waitFor()
      await agent.waitForURL(/\/tickets$/)
      await keepPicture(agent, 'resolved-dark')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the audit history and the dashboard tell the story',
    async () => {
      await admin.goto('/audit')
      await admin
        .getByText(/Bia Souza/)
        .first()
        .waitFor()
      await admin
        .getByText(/resolveu|fechou|encerrou/i)
        .first()
        .waitFor()
      await keepPicture(admin, 'audit')
      await admin.goto('/')
      await admin.getByRole('heading', { name: 'Painel' }).waitFor()
      await admin.getByRole('cell', { name: 'Bia Souza' }).waitFor()
      await keepPicture(admin, 'dashboard')
    },
    STEP_TIMEOUT_MS,
  )

  it.each(['/tickets', '/contacts', '/', '/audit', '/connections', '/queues', '/users'])(
    '%s is accessible (axe, both schemes)',
    async (path) => {
      for (const [scheme, rules] of [['light'], ['dark', 'colours']] as const) {
        await admin.evaluate((name) => localStorage.setItem('guiche.theme', name), scheme)
        await admin.goto(path)
        await admin.getByRole('link', { name: 'Atendimentos' }).waitFor()
        await admin.waitForLoadState('networkidle')
        await keepPicture(admin, `page${path.replaceAll('/', '-')}-${scheme}`)
        expect({ path, scheme, violations: await checkAccessibility(admin, undefined, rules) }).toEqual({
          path,
          scheme,
          violations: [],
        })
      }
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a second sign-in ends the first, with the reason',
    async () => {
      const page = await place.open()
      await page.goto('/')
      await page.getByLabel('E-mail').fill(AGENT.email)
      await page.getByLabel('Senha', { exact: true }).fill(AGENT.password)
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
      await page.waitForURL(/\/tickets$/)
      await agent.getByText('Sua conta foi acessada em outro computador.').waitFor()
      await agent.waitForURL(/\/login/)
    },
    STEP_TIMEOUT_MS,
  )

  it('leaves no error in the console', () => {
    expect(place.problems).toEqual([])
  })
})
