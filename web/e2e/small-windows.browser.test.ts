import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { buttonsUnderToasts, chooseEntry, clickInList, keepPicture, noDialog } from './browser.js'
import { COMPANY_NUMBER, type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

const CUSTOMERS = { '5511988887777': 'Caio Prado', '5511988880002': 'Lia Moraes' }

/** The bounding box of the visible part. */
const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (box === null) throw new Error('not shown')
  return box
}

describe('a small window', () => {
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    desk = await startDesk({ customers: CUSTOMERS, context: { hasTouch: true } })
    page = desk.page
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  it(
    'shows the page that is open in a menu longer than the window',
    async () => {
      await page.setViewportSize({ width: 1024, height: 560 })
      await page.goto('/settings')
      const menu = page.getByRole('complementary', { name: 'Menu principal' })
      const current = menu.getByRole('link', { name: 'Configurações' })
      await current.and(page.locator('[aria-current="page"]')).waitFor()
      const isClear = () =>
        current.evaluate((link) => {
          const nav = link.closest('nav') as HTMLElement
          const [box, room] = [link.getBoundingClientRect(), nav.getBoundingClientRect()]
          return nav.scrollHeight > nav.clientHeight && box.bottom <= room.bottom - 24 && box.top >= room.top
        })
      expect(await isClear()).toBe(true)
      await keepPicture(page, 'menu-short')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone has the buttons of a record beside its name',
    async () => {
      await desk.admin.post('/queue', { name: 'Encomendas e entregas do fim de semana', color: '#d97706' })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/queues')
      const row = page.getByRole('row').filter({ hasText: 'Encomendas' })
      const name = await boxOf(row.getByText('Encomendas'))
      const button = await boxOf(row.getByRole('button', { name: 'Editar' }))
      expect(Math.abs(name.y + name.height / 2 - button.y - button.height / 2)).toBeLessThan(8)
      expect(name.x + name.width).toBeLessThanOrEqual(button.x)
      const value = await boxOf(row.getByText('#d97706'))
      expect(value.y).toBeGreaterThan(button.y)
      await keepPicture(page, 'cards-phone')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone has the search and the buttons of a page on one line, the secondary ones in a menu',
    async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/contacts')
      const header = page.locator('main header')
      const middleOf = async (of: Locator) => {
        const { y, height } = await boxOf(of)
        return Math.round(y + height / 2)
      }
      const search = await middleOf(header.getByRole('searchbox'))
      const menu = header.getByRole('button', { name: 'Ações', exact: true })
      for (const button of [menu, header.getByRole('button', { name: 'Adicionar contato' })]) {
        expect(Math.abs((await middleOf(button)) - search)).toBeLessThan(4)
      }
      expect((await boxOf(header)).height).toBeLessThan(110)
      expect(await header.getByRole('button', { name: 'Exportar CSV' }).count()).toBe(0)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Exportar CSV' }).waitFor()
      await chooseEntry(page, 'Importar')
      await page.getByRole('dialog', { name: 'Importar' }).waitFor()
      await page.keyboard.press('Escape')
      await noDialog(page)

      await page.goto('/queues')
      const title = await middleOf(header.getByRole('heading'))
      const add = header.getByRole('button', { name: 'Adicionar fila' })
      expect(Math.abs((await middleOf(add)) - title)).toBeLessThan(4)
      await keepPicture(page, 'header-phone')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone folds the filters of a list, and tells how many are chosen',
    async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const [path, field] of [
        ['/', 'Período'],
        ['/ratings', 'Atendente'],
        ['/quick-messages', 'Situação'],
        ['/audit', 'Assunto'],
      ] as const) {
        await page.goto(path)
        const fold = page.getByRole('search').getByRole('button', { name: /Filtros|Últimos 7 dias/ })
        const input = page.getByRole('combobox', { name: field })
        await fold.waitFor()
        expect(await input.isVisible()).toBe(false)
        await fold.click()
        await input.waitFor()
      }
      await page.getByRole('combobox', { name: 'Assunto' }).click()
      await clickInList(page, page.locator('.ant-select-item-option').filter({ hasText: 'Contatos' }).first())
      const fold = page.getByRole('button', { name: '1 filtro ligado' })
      await fold.click()
      await page.getByRole('combobox', { name: 'Assunto' }).waitFor({ state: 'hidden' })
      await keepPicture(page, 'filters-phone')
      // the button goes with the last filter, and the focus stays here
      await page.getByRole('button', { name: 'Limpar filtros' }).press('Enter')
      await page.getByRole('button', { name: 'Filtros', exact: true }).waitFor()
      const focused = page.locator(':focus')
      expect(await focused.innerText()).toBe('Filtros')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'moves a toast away from the composer when the window shrinks',
    async () => {
      const ticket = await desk.attend('Bom dia')
      await page.setViewportSize({ width: 1440, height: 844 })
      await page.goto(`/tickets/${ticket.uuid}`)
      await page.getByRole('log').click({ position: { x: 8, y: 8 } })
      await page.keyboard.press('4')
      const toast = page.getByText('Caio Prado · Prioridade: Urgente')
      expect((await boxOf(toast)).y).toBeGreaterThan(422)
      await page.setViewportSize({ width: 800, height: 844 })
      await page.waitForFunction(() => {
        const { top = 0 } = document.querySelector('.ant-notification-notice')?.getBoundingClientRect() ?? {}
        return top > 0 && top < 422
      })
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await page.locator('header').getByTitle('Prioridade: Urgente').waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'brings no toast back that had no room, when the window changes',
    async () => {
      await page.setViewportSize({ width: 800, height: 844 })
      await page.getByRole('log').click({ position: { x: 8, y: 200 } })
      const toasts = page.locator('.ant-notification-notice')
      const shown = (value: string) => toasts.filter({ hasText: `Prioridade: ${value}` })
      for (const [key, value] of [
        ['4', 'Urgente'],
        ['3', 'Alta'],
        ['1', 'Baixa'],
      ] as const) {
        await page.keyboard.press(key)
        await shown(value).waitFor()
      }
      await shown('Urgente').waitFor({ state: 'detached' })
      await page.setViewportSize({ width: 1440, height: 844 })
      await page.locator('.ant-notification-bottomLeft .ant-notification-notice').last().waitFor()
      expect(await shown('Baixa').count()).toBe(1)
      expect(await shown('Urgente').count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone has small toasts, off the button that sends, also above a keyboard',
    async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('log').click({ position: { x: 8, y: 200 } })
      const toasts = page.locator('.ant-notification-notice')
      for (const [key, value] of [
        ['4', 'Urgente'],
        ['3', 'Alta'],
        ['1', 'Baixa'],
      ] as const) {
        await page.keyboard.press(key)
        await toasts.filter({ hasText: `Prioridade: ${value}` }).waitFor()
      }
      const heights = await toasts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      for (const height of heights) expect(height).toBeLessThan(64)
      await page.setViewportSize({ width: 390, height: 380 })
      const field = page.getByRole('textbox', { name: 'Responder' })
      await field.fill('Já vejo para você')
      await page.getByRole('button', { name: 'Enviar', exact: true }).waitFor()
      expect(await toasts.count()).toBeGreaterThan(0)
      expect(await buttonsUnderToasts(page)).not.toContain('Enviar')
      await keepPicture(page, 'toasts-phone')
      await field.fill('')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone shows the found word of a long text in Ctrl+K, and whose text it is',
    async () => {
      const before = 'Encomendei um bolo de três andares para sábado e queria saber se dá para trocar a '
      await desk.phones.text('5511988887777', COMPANY_NUMBER, `${before}cobertura de brigadeiro por outra`)
      await page.getByRole('log').getByText('cobertura').waitFor()
      await page.setViewportSize({ width: 360, height: 740 })
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /Comandos/ }).fill('cobertura')
      const found = page.getByRole('option').filter({ hasText: 'cobertura' })
      const word = await boxOf(found.locator('mark'))
      const option = await boxOf(found)
      expect(word.x + word.width).toBeLessThanOrEqual(option.x + option.width)
      expect(word.y + word.height).toBeLessThanOrEqual((await boxOf(found.getByText('Caio Prado'))).y)
      await keepPicture(page, 'found-phone')
      await page.keyboard.press('Escape')
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone hides unneeded buttons while the user types',
    async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const field = page.getByRole('textbox', { name: 'Responder' })
      await field.fill('Já vejo para você')
      await page.getByRole('button', { name: 'Enviar', exact: true }).waitFor()
      expect((await boxOf(field)).width).toBeGreaterThan(220)
      await field.fill('')
      await page.getByRole('button', { name: 'Escrever observação interna' }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone shows only one button beside the text of a waiting ticket',
    async () => {
      await desk.phones.text('5511988880002', COMPANY_NUMBER, 'Quero cancelar meu pedido')
      await desk.ticketOf('Lia Moraes', 'pending')
      await page.goto('/tickets')
      await page.getByRole('tab', { name: /Aguardando/ }).click()
      const row = page.locator('[data-ticket-id]:visible').filter({ hasText: 'Lia Moraes' })
      await row.getByRole('button', { name: 'Aceitar' }).waitFor()
      expect(await row.getByRole('button').count()).toBe(1)
      expect((await boxOf(row.getByText('Quero cancelar'))).width).toBeGreaterThan(160)
      await keepPicture(page, 'waiting-phone')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'of a phone offers the other actions of a ticket on a long press, and a tap opens it',
    async () => {
      const row = page.locator('[data-ticket-id]:visible').filter({ hasText: 'Lia Moraes' })
      const { x, y } = await boxOf(row.getByText('Quero cancelar'))
      const finger = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints })
      const list = page.url()
      await touch('touchStart', [{ x: x + 20, y: y + 5 }])
      const bar = page.getByRole('toolbar').filter({ hasText: '1' })
      await bar.waitFor()
      await touch('touchEnd', [])
      expect(page.url()).toBe(list)
      expect(await row.getByRole('checkbox').isChecked()).toBe(true)
      await bar.getByRole('button', { name: 'Resolver' }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await keepPicture(page, 'long-press-phone')
      await bar.getByRole('button', { name: 'Cancelar seleção' }).tap()
      await bar.waitFor({ state: 'detached' })
      await row.getByText('Quero cancelar').tap()
      await page.getByRole('log').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'at 500 % zoom leaves room for a list and a conversation, which scroll',
    async () => {
      await page.setViewportSize({ width: 288, height: 180 })
      await page.goto('/tickets')
      await page.getByRole('tab', { name: /Aguardando/ }).click()
      await page
        .locator('[data-ticket-id]:visible')
        .filter({ hasText: 'Lia Moraes' })
        .getByRole('link')
        .click()
      await page.getByRole('button', { name: 'Aceitar' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Aceitar' }).click()
      await page.getByRole('textbox', { name: 'Responder' }).fill('Pois não')
      await keepPicture(page, 'zoom-500')
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await page.getByRole('log').getByText('Pois não').waitFor()
    },
    STEP_TIMEOUT_MS,
  )
})
