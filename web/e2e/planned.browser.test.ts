import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, chooseEntry, clickInList, keepPictures, noDialog } from './browser.js'
import { type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

describe('planned messages', () => {
  let desk: Desk
  let page: Page
  beforeAll(async () => {
    desk = await startDesk()
    page = desk.page
    await desk.attend('Quando sai o meu pedido?')
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const dialog = () => page.getByRole('dialog')
  const bubble = (text: string) => page.locator('article[data-message-id]').filter({ hasText: text })
  const planned = (text: string) => dialog().getByRole('listitem').filter({ hasText: text })
  const field = () => page.getByLabel('Mensagem', { exact: true })
  const save = () => page.getByRole('button', { name: 'Salvar' }).click()
  const open = async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await chooseEntry(page, 'Mensagens agendadas')
  }
  const write = async (text: string) => {
    await dialog().getByRole('button', { name: 'Agendar mensagem' }).click()
    await field().fill(text)
  }
  const plan = async (text: string) => {
    await write(text)
    await save()
    await planned(text).getByText('Agendada').waitFor()
  }

  it(
    'are made from the conversation, changed, cancelled, and sent at their time',
    async () => {
      await open()
      await dialog().getByText('Nenhuma mensagem agendada').waitFor()
      await plan('Seu pedido sai amanhã, {{firstName}}.')
      await plan('Isto não será dito.')
      await planned('Isto não')
        .getByRole('button', { name: /^Cancelar/ })
        .click()
      await page.getByRole('button', { name: 'Cancelar mensagem', exact: true }).click()
      await planned('Isto não').waitFor({ state: 'detached' })
      await planned('Seu pedido')
        .getByRole('button', { name: /^Editar/ })
        .click()
      await field().fill('Seu pedido já saiu, {{firstName}}!')
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'schedule-dialog')
      await save()
      await planned('Seu pedido já saiu').waitFor()
      await keepPictures(page, 'schedules')
      // The field has minutes, so the test shortens the rest of the wait.
      const { body } = await desk.admin.get<{ schedules: { id: number; body: string }[] }>('/schedules')
      const { id, body: text } = body.schedules[0] as { id: number; body: string }
      await desk.admin.put(`/schedules/${id}`, { body: text, sendAt: new Date().toISOString() })
      await bubble('Seu pedido já saiu, Caio!').waitFor({ timeout: 60_000 })
      await planned('Seu pedido já saiu').getByText('Enviada').waitFor()
      await page.keyboard.press('Escape')
      await noDialog(page)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'one whose file is refused is not planned twice, whatever is changed before it is saved again',
    async () => {
      await open()
      await write('Segue o cardapio.')
      const asked = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Escolher arquivo' }).click()
      const file = { name: 'menu.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') }
      await (await asked).setFiles(file)
      await save()
      const refusal = page.getByRole('alert').filter({ hasText: 'não aceita este tipo de arquivo' })
      await refusal.filter({ hasText: 'O resto já foi salvo.' }).waitFor()
      await page.getByRole('button', { name: 'Tirar menu.exe' }).click()
      await field().fill('Segue o cardápio.')
      await save()
      await planned('Segue o cardápio.').getByText('Agendada').waitFor()
      const { body } = await desk.admin.get<{ schedules: { body: string }[] }>('/schedules')
      expect(body.schedules.filter((one) => one.body.startsWith('Segue'))).toEqual([
        expect.objectContaining({ body: 'Segue o cardápio.', mediaName: null }),
      ])
      // Until then, Esc would close the dialog above.
      await field().waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await noDialog(page)
      // Browsers report refused calls in the console.
      expect(desk.problems.splice(0)).toEqual([expect.stringContaining('415')])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'with a file are planned only when the file is there',
    async () => {
      const text = 'Segue o boleto.'
      let bring = () => {}
      const held = new Promise<void>((resolve) => {
        bring = resolve
      })
      const uploads = '**/media-upload'
      await page.route(uploads, (route) => held.then(() => route.continue()))
      await open()
      await write(text)
      const asked = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Escolher arquivo' }).click()
      const file = { name: 'boleto.txt', mimeType: 'text/plain', buffer: Buffer.from('boleto') }
      await (await asked).setFiles(file)
      await save()
      await planned(text).getByText('O arquivo ainda não chegou').waitFor()
      bring()
      await planned(text).getByText('Agendada').waitFor()
      await planned(text).getByText(file.name).waitFor()
      await page.unroute(uploads)
      await page.keyboard.press('Escape')
      await noDialog(page)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the priority of a conversation is set from its menu and by Ctrl+K, and narrows the lists',
    async () => {
      const row = page.locator('[data-ticket-id]:visible').first()
      await page.getByRole('button', { name: 'Mais ações' }).click()
      await page.getByRole('menuitem', { name: 'Prioridade' }).hover()
      await chooseEntry(page, 'Urgente')
      await row.getByRole('img', { name: 'Prioridade: Urgente' }).waitFor()
      await page.locator('header').getByTitle('Prioridade: Urgente').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'priority')
      await page.keyboard.press('Control+k')
      await dialog().getByRole('combobox').fill('prioridade alta')
      await page.keyboard.press('Enter')
      await row.getByRole('img', { name: 'Prioridade: Alta' }).waitFor()
      await page.getByRole('button', { name: 'Filtros' }).click()
      await page.getByRole('combobox', { name: 'Prioridade' }).click()
      await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Baixa' }))
      await row.waitFor({ state: 'detached' })
      await keepPictures(page, 'priority-filter')
      await page.getByRole('button', { name: 'Limpar filtros' }).first().click()
      await row.waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a contact is blocked and unblocked from the third pane, and the conversation says so',
    async () => {
      const pane = page.getByRole('complementary', { name: 'Dados do contato' })
      if ((await pane.count()) === 0)
        await page
          .getByRole('button', { name: /Caio Prado/ })
          .first()
          .click()
      await pane.getByRole('button', { name: 'Bloquear' }).click()
      await dialog().getByRole('button', { name: 'Bloquear' }).click()
      await page.getByText('Este contato está bloqueado nesta conexão.').waitFor()
      expect(await page.locator('#composer').count()).toBe(0)
      await pane.getByText('Bloqueado no WhatsApp').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'contact-blocked')
      await page.getByRole('status').getByRole('button', { name: 'Desbloquear' }).click()
      await page.locator('#composer').waitFor()
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'what is written is sent later, and stands in the calendar, where it repeats and is moved',
    async () => {
      await page.locator('#composer').fill('Seu boleto vence amanhã.')
      await page.getByRole('button', { name: 'Enviar depois' }).click()
      await expect(field().inputValue()).resolves.toBe('Seu boleto vence amanhã.')
      await page.getByLabel('Repetição').click()
      await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Todos os dias' }))
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'schedule-recurrence')
      await save()
      await noDialog(page)
      await expect(page.locator('#composer').inputValue()).resolves.toBe('')
      await page.goto(`${new URL(page.url()).origin}/schedules`)
      const entries = page.getByRole('button').filter({ hasText: 'Caio Prado' })
      await entries.first().waitFor()
      await page.getByText('Horários de America/Sao_Paulo').waitFor()
      await page.getByRole('radiogroup').getByText('Dia', { exact: true }).click()
      await page.getByRole('button', { name: 'Próximo' }).click()
      await entries.filter({ hasText: 'Seu boleto vence amanhã.' }).click()
      await dialog().getByRole('button', { name: 'Pular só esta' }).click()
      await page
        .getByRole('dialog', { name: 'Pular só esta mensagem?' })
        .getByRole('button', { name: 'Pular só esta' })
        .click()
      await entries.filter({ hasText: 'Seu boleto vence amanhã.' }).waitFor({ state: 'detached' })
      await page.getByRole('radiogroup').getByText('Mês', { exact: true }).click()
      await entries.first().waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'calendar-month')
      const before = await entries.count()
      await entries.nth(before - 2).focus()
      await page.keyboard.press('Alt+ArrowRight')
      await page.getByText(/^Só esta ocorrência mudou, para/).waitFor()
      // The occurrence returns as a message of its own.
      await entries.nth(before - 1).waitFor()
      const planned = await desk.admin.get<{ schedules: { id: number; repeats: object | null }[] }>(
        '/schedules',
      )
      expect(planned.body.schedules.find(({ repeats }) => repeats !== null)).toMatchObject({
        repeats: { every: 'day', count: 10 },
      })
      await page.goto(`${new URL(page.url()).origin}/schedules?contactId=999999`)
      await page.getByText('Este contato não existe mais.').waitFor()
    },
    STEP_TIMEOUT_MS,
  )
})
