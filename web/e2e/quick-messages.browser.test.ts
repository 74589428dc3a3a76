import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  checkAccessibility,
  clickInList,
  keepPicture,
  keepPictures,
  noDialog,
  signInByForm,
} from './browser.js'
import { type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk, type Ticket } from './desk.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('quick replies with categories and queues', () => {
  let desk: Desk
  let page: Page
  let ticket: Ticket
  const queues: Record<string, number> = {}

  const queue = async (name: string, color: string) => {
    queues[name] = (await desk.admin.post<{ id: number }>('/queue', { name, color })).body.id
  }
  const reply = async (shortcode: string, more: object = {}): Promise<number> => {
    const body = { shortcode, message: `Texto de ${shortcode}`, geral: true, ...more }
    return (await desk.admin.post<{ id: number }>('/quick-messages', body)).body.id
  }

  beforeAll(async () => {
    desk = await startDesk()
    page = desk.page
    await queue('Vendas', '#0e6b5e')
    await queue('Suporte', '#8a3ffc')
    await reply('entrega', {
      category: 'Entrega',
      queueIds: [queues.Vendas],
      message: 'Chega hoje, {{firstName}}!',
    })
    await reply('senha', { category: 'Acesso', queueIds: [queues.Suporte] })
    await reply('prazo', { category: 'entrega' })
    await reply('antiga', { status: false })
    const form = new FormData()
    form.append('typeArch', 'quickMessage')
    form.append('file', new Blob([PNG], { type: 'image/png' }), 'fachada.png')
    await desk.admin.upload(`/quick-messages/${await reply('foto')}/media-upload`, form)
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const dialog = () => page.getByRole('dialog')
  const rows = () => page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Editar' }) })
  const inRow = (name: string) => rows().filter({ has: page.getByText(name, { exact: true }) })
  /** Waits until the list shows these shortcodes in this order. */
  const shows = async (...codes: readonly string[]): Promise<void> => {
    await page.waitForFunction((wanted) => {
      const names = [...document.querySelectorAll('tbody strong')].map(({ textContent }) => textContent)
      return names.join() === wanted
    }, codes.join())
  }
  const choose = async (field: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: field }).click()
    await clickInList(page, page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }))
  }
  const composer = () => page.locator('#composer')
  const options = () => page.getByRole('option')
  const bubble = (text: string) => page.locator('article[data-message-id]').filter({ hasText: text })

  it(
    'are narrowed down by category, queue and status, and searched',
    async () => {
      await page.goto('/quick-messages')
      await shows('antiga', 'entrega', 'foto', 'prazo', 'senha')
      await choose('Categoria', 'Entrega')
      await shows('entrega', 'prazo')
      await choose('Fila', 'Suporte')
      await shows('prazo')
      await choose('Situação', 'Inativas')
      await page.getByText('Nenhuma resposta rápida com estes filtros').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPicture(page, 'quick-messages-none')
      await page.getByRole('button', { name: 'Limpar filtros' }).last().click()
      await choose('Ordem', 'Por categoria')
      await shows('senha', 'entrega', 'prazo', 'antiga', 'foto')
      await page.getByRole('searchbox').fill('AC')
      await shows('senha')
      await page.getByRole('searchbox').fill('')
      await choose('Ordem', 'Por atalho')
      await shows('antiga', 'entrega', 'foto', 'prazo', 'senha')
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'quick-messages-filters')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'get a category that is used, or another one, and their queues in the dialog',
    async () => {
      await page.getByRole('button', { name: 'Adicionar resposta' }).click()
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog().getByText('Preencha este campo.').waitFor()
      await dialog().getByLabel('Atalho').fill('garantia')
      const category = dialog().getByLabel('Categoria')
      const known = await category.evaluate((input) =>
        [...((input as HTMLInputElement).list?.options ?? [])].map(({ value }) => value),
      )
      expect(known).toEqual(['Acesso', 'Entrega'])
      await category.fill('Pós-venda')
      await dialog().getByRole('combobox', { name: 'Filas' }).click()
      await clickInList(
        page,
        page.locator('.ant-select-dropdown:visible').getByTitle('Vendas', { exact: true }),
      )
      await page.keyboard.press('Escape')
      expect(await checkAccessibility(page)).toEqual([])
      await keepPicture(page, 'quick-message-queues')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await noDialog(page)
      await inRow('garantia').getByText('Pós-venda').waitFor()
      await inRow('garantia').getByText('Vendas', { exact: true }).waitFor()
      await inRow('garantia').getByRole('button', { name: 'Editar' }).click()
      expect(await dialog().getByLabel('Categoria').inputValue()).toBe('Pós-venda')
      await dialog().getByText('Vendas', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'are offered in the conversations of their queues; others are found by what is typed',
    async () => {
      ticket = await desk.attend('Chega quando?')
      await desk.admin.put(`/tickets/${ticket.id}`, { queueId: queues.Vendas })
      await page.getByText('Vendas').first().waitFor()
      await composer().fill('/')
      await options().filter({ hasText: '/entrega' }).waitFor()
      expect(await options().filter({ hasText: '/senha' }).count()).toBe(0)
      expect(await options().filter({ hasText: '/antiga' }).count()).toBe(0)
      const categories = page.getByRole('group', { name: 'Categorias' })
      await categories.getByRole('button', { name: 'Entrega' }).click()
      expect(await options().allInnerTexts()).toHaveLength(2)
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'composer-quick-category')
      await categories.getByRole('button', { name: 'Entrega' }).click()
      await composer().focus()
      await page.keyboard.type('senh')
      await page.getByText('É de outra fila: Suporte').waitFor()
      await composer().fill('/acess')
      await page.getByText('É de outra fila: Suporte').waitFor()
      await composer().fill('/foto')
      await page.locator(`img[src*="preview=1"]`).waitFor()
      await keepPicture(page, 'composer-quick-picture')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'come the most used first, and their uses are counted once for each message',
    async () => {
      await composer().fill('/')
      await options().first().waitFor()
      for (const _ of [1, 2]) {
        await composer().fill('/prazo')
        await options().filter({ hasText: '/prazo' }).waitFor()
        await page.keyboard.press('Enter')
        expect(await composer().inputValue()).toBe('Texto de prazo')
        await page.keyboard.press('Enter')
      }
      await bubble('Texto de prazo').nth(1).waitFor()
      // A text that starts with a quick reply and is replaced is not a quick reply.
      await composer().fill('/foto')
      await options().filter({ hasText: '/foto' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remover fachada.png' }).click()
      await composer().fill('')
      await composer().fill('Outra coisa')
      await page.keyboard.press('Enter')
      await bubble('Outra coisa').waitFor()
      await composer().fill('/')
      await options().first().getByText('/prazo').waitFor()
      await composer().fill('/entre')
      await options().first().getByText('/entrega').waitFor()
      await page.keyboard.press('Enter')
      expect(await composer().inputValue()).toBe('Chega hoje, Caio!')
      await page.keyboard.press('Enter')
      await bubble('Chega hoje, Caio!').waitFor()
      await page.goto('/quick-messages')
      await choose('Ordem', 'Mais usadas')
      await shows('prazo', 'entrega', 'antiga', 'foto', 'garantia', 'senha')
      const counts = await rows().locator('[data-title="Usos"]').allInnerTexts()
      expect(counts).toEqual(['2', '1', '0', '0', '0', '0'])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'whose file is gone say so, in the preview and when they are chosen',
    async () => {
      await page.route('**/api/public/**', (route) =>
        route.fulfill({ status: 404, json: { error: 'ERR_NO_FILE_FOUND' } }),
      )
      await page.goto(`/tickets/${ticket.uuid}`)
      await composer().fill('/foto')
      await page.getByText('O arquivo “fachada.png” não existe mais').waitFor()
      await composer().press('Enter')
      await page.getByRole('alert').filter({ hasText: 'O arquivo “fachada.png” não existe mais' }).waitFor()
      expect(await composer().inputValue()).toBe('Texto de foto')
      await page.unrouteAll()
      await composer().fill('')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of the team are changed by supervisors and admins, and made by admins; everybody has some of their own',
    async () => {
      const eva = { name: 'Eva Nunes', email: 'eva@guiche.test', password: 'segredo-3' }
      await desk.admin.post('/users', { ...eva, profile: 'user', allTicket: 'enabled' })
      const own = await desk.open()
      await signInByForm(own, eva)
      await own.goto('/quick-messages')
      await own.getByRole('row').filter({ hasText: 'prazo' }).waitFor()
      expect(await own.getByRole('button', { name: 'Editar' }).count()).toBe(0)
      expect(await own.getByRole('button', { name: 'Excluir' }).count()).toBe(0)
      await own.getByRole('button', { name: 'Adicionar resposta' }).click()
      await own.getByRole('dialog').getByLabel('Atalho').fill('minha')
      expect(await own.getByRole('dialog').getByRole('switch', { name: 'Ativa' }).count()).toBe(1)
      expect(await own.getByRole('dialog').getByText('Para toda a equipe').count()).toBe(0)
      await own.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await own
        .getByRole('row')
        .filter({ hasText: 'minha' })
        .getByRole('button', { name: 'Editar' })
        .waitFor()
      expect(await own.getByRole('button', { name: 'Excluir' }).count()).toBe(1)
      expect(await inRow('minha').count()).toBe(0)
      await own.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'lose a queue that is deleted, live, and are then for all of them',
    async () => {
      await page.goto('/quick-messages')
      await inRow('senha').getByText('Suporte', { exact: true }).waitFor()
      await desk.admin.put(`/queue/${queues.Suporte}`, { name: 'Ajuda', color: '#8a3ffc' })
      await inRow('senha').getByText('Ajuda', { exact: true }).waitFor()
      await desk.admin.delete(`/queue/${queues.Suporte}`)
      await inRow('senha').getByText('Todas as filas').waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: /Filtro/ }).click()
      await page.getByRole('combobox', { name: 'Ordem' }).waitFor()
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider).toBeLessThanOrEqual(0)
      expect(await checkAccessibility(page)).toEqual([])
      await keepPicture(page, 'quick-messages-390')
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
