import { dayAt } from '@guiche/contracts/local-time.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, chooseEntry, clickInList, keepPictures, noDialog } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

interface Entry {
  readonly weekdayEn: string
  readonly startTime: string
  readonly endTime: string
}
const MONDAY = ['monday 09:00–18:00', 'monday 19:00–20:30']
const OVERLAP = 'Este horário se sobrepõe a outro.'

describe('opening hours', () => {
  let desk: Desk
  let page: Page
  beforeAll(async () => {
    desk = await startDesk({ context: { colorScheme: 'light', reducedMotion: 'reduce' } })
    page = desk.page
    await page.goto('/settings')
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const by = async (value: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Horário de atendimento' }).click()
    await clickInList(page, page.getByTitle(value, { exact: true }))
  }
  const timesOf = (entries: readonly Entry[], day: string): string[] =>
    entries
      .filter(({ weekdayEn }) => weekdayEn === day)
      .map(({ startTime, endTime }) => `${day} ${startTime}–${endTime}`)
  /** Enters two intervals on Monday: first overlapping, then, after `save` was pressed, valid ones. */
  const enterMonday = async (save: () => Promise<void>): Promise<void> => {
    const [begin, end] = [page.getByLabel('Início: segunda-feira'), page.getByLabel('Fim: segunda-feira')]
    await begin.fill('09:00')
    await button('Adicionar horário: segunda-feira').click()
    await begin.nth(1).fill('17:00')
    await page.getByText(OVERLAP).waitFor()
    await save()
    await page.getByText('Corrija os horários marcados.').waitFor()
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Início: segunda-feira',
    )
    expect(await begin.nth(1).getAttribute('aria-invalid')).toBe('true')
    await begin.nth(1).fill('19:00')
    await end.nth(1).fill('20:30')
    await page.getByText(OVERLAP).waitFor({ state: 'detached' })
    await page.getByText('Clique em Salvar para registrar as alterações.').waitFor()
  }

  it(
    'F16: of the company are entered by day, refused where they overlap, copied and saved',
    async () => {
      expect(await tab('Horários').count()).toBe(0)
      await by('Da empresa')
      await tab('Horários').click()
      await page.getByText(/^(Aberto|Fechado) agora, /).waitFor()
      await enterMonday(() => button('Salvar').click())
      // The user copies the hours by keyboard, too.
      await button('Mais opções: segunda-feira').focus()
      await page.keyboard.press('Enter')
      await chooseEntry(page, 'Copiar para segunda a sexta')
      await button('Mais opções: sábado').click()
      await chooseEntry(page, 'Aberto o dia todo')
      await keepPictures(page, 'opening-hours')
      expect(await checkAccessibility(page)).toEqual([])
      await Promise.all([
        page.getByText('Horários atualizados com sucesso.').waitFor(),
        button('Salvar').click(),
      ])
      const { schedules } = (await desk.admin.get<{ schedules: Entry[] }>('/companies/listPlan/1')).body
      expect(timesOf(schedules, 'monday')).toEqual(MONDAY)
      expect(timesOf(schedules, 'friday')).toEqual(MONDAY.map((text) => text.replace('monday', 'friday')))
      expect(timesOf(schedules, 'saturday')).toEqual(['saturday 00:00–23:59'])
      expect(timesOf(schedules, 'sunday')).toEqual(['sunday 00:00–00:00'])
      await page.reload()
      await tab('Horários').click()
      expect(await page.getByLabel('Fim: sexta-feira').nth(1).inputValue()).toBe('20:30')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'F17: a holiday is entered with its text, said once to who writes, and named beside the hours',
    async () => {
      await tab('Feriados').click()
      await page.getByText('Nenhum feriado ainda').waitFor()
      const today = dayAt('America/Sao_Paulo', Date.now()).split('-').reverse().join('/')
      const add = async (name: string): Promise<void> => {
        await button('Adicionar feriado').first().click()
        await page.getByLabel('Nome').fill(name)
        await page.getByLabel('Dia', { exact: true }).fill(today)
        // Tab leaves the field, because Enter would save.
        await page.keyboard.press('Tab')
        await page.getByLabel('Mensagem nesse dia').fill('Hoje é feriado, {{firstName}}.')
        await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      }
      await add('Consciência Negra')
      await noDialog(page)
      await page.getByRole('cell', { name: 'Fechado o dia todo' }).waitFor()
      await add('Outro')
      await page.getByText('Este dia já tem outro feriado').waitFor()
      await keepPictures(page, 'holiday-dialog')
      await page.keyboard.press('Escape')
      await button('Descartar').click()
      await noDialog(page)
      await tab('Horários').click()
      await page.getByText(/^Fechado hoje: Consciência Negra, abre /).waitFor()

      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'oi')
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'tem alguém?')
      const answers = async () =>
        (await desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)).filter(({ text }) =>
          text?.includes('feriado'),
        )
      await desk.phones.until(async () => ((await answers()).length > 0 ? true : undefined))
      const ticket = await desk.ticketOf('Caio Prado', 'pending')
      await desk.phones.until(async () => {
        const { body } = await desk.admin.get<{ unreadMessages: number }>(`/tickets/${ticket.id}`)
        return body.unreadMessages === 2 ? true : undefined
      })
      expect((await answers()).map(({ text }) => text)).toEqual(['Hoje é feriado, Caio.'])
      // Lists count waiting times by these hours.
      await page.goto('/tickets')
      await page.getByRole('tab', { name: /^Aguardando/ }).click()
      await page.getByText('Caio Prado').first().waitFor()
      await page.goto('/settings')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'national days are taken over where the list does not have them',
    async () => {
      await tab('Feriados').click()
      await button('Sugerir nacionais').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Corpus Christi').waitFor()
      await keepPictures(page, 'national-days')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog.getByText('Tiradentes').click()
      await dialog.getByRole('button', { name: 'Adicionar' }).click()
      await noDialog(page)
      await page.getByRole('cell', { name: 'Natal' }).waitFor()
      expect(await page.getByRole('cell', { name: 'Tiradentes' }).count()).toBe(0)
      await page
        .getByRole('row', { name: /^Natal/ })
        .getByRole('button', { name: 'Editar' })
        .click()
      await dialog.getByRole('button', { name: 'Adicionar horário' }).click()
      await dialog.getByLabel('Fim: nesse dia').fill('12:00')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await noDialog(page)
      await page.getByRole('cell', { name: '08:00–12:00' }).waitFor()
      await keepPictures(page, 'holidays')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'F16: of queues have a tab of their own, which comes to the front where it is wrong',
    async () => {
      await tab('Opções').click()
      await by('Por fila')
      await tab('Horários').waitFor({ state: 'detached' })
      await page.goto('/queues')
      await button('Adicionar fila').first().click()
      await page.getByLabel('Nome').fill('Vendas')
      await tab('Horários').click()
      const save = page.getByRole('dialog').getByRole('button', { name: 'Salvar' })
      await enterMonday(async () => {
        await tab('Dados da fila').click()
        await save.click()
      })
      await keepPictures(page, 'queue-hours')
      expect(await checkAccessibility(page)).toEqual([])
      await save.click()
      await noDialog(page)
      const { body } = await desk.admin.get<{ schedules: Entry[] }[]>('/queue')
      expect(timesOf(body[0]?.schedules ?? [], 'monday')).toEqual(MONDAY)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
