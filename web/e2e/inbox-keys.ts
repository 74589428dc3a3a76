import { expect } from '@jest/globals'
import { clickInList } from './browser.js'
import { COMPANY_NUMBER, type Desk } from './desk.js'

/** Waits until the app no longer combines the next key with the keys before. */
export const afterTyping = async ({ page }: Desk): Promise<void> => {
  const since = await page.evaluate(() => performance.now())
  await page.waitForFunction((from) => performance.now() - from > 500, since)
}

/** Expects the open tickets of Rui Teles, Lia Moraes and Caio Prado in this order in the inbox. */
export const pressInboxKeys = async (
  desk: Desk,
  people: Readonly<Record<'Rui Teles' | 'Caio Prado', string>>,
): Promise<void> => {
  const { page } = desk
  const row = (name: string) => page.locator('[data-ticket-id]:visible').filter({ hasText: name })
  const at = async (name: string) => page.waitForURL(`/tickets/${(await desk.ticketOf(name, 'open')).uuid}`)
  const focused = (name: string) => row(name).locator('a:focus').waitFor()
  const composer = page.locator('#composer:focus')
  const unread = row('Rui Teles').getByText('1', { exact: true })
  const changes: string[] = []
  page.on('request', (request) => {
    const isChange = /\/api\/tickets\/\d+$/.test(request.url()) && request.method() === 'PUT'
    if (isChange) changes.push(request.url())
  })

  await row('Lia Moraes').getByRole('link').click()
  await at('Lia Moraes')
  await composer.waitFor()
  await page.keyboard.type('e ai, tudo bem?')
  expect(await composer.inputValue()).toBe('e ai, tudo bem?')
  await composer.fill('')
  await page.keyboard.press('Escape')
  await afterTyping(desk)
  await page.keyboard.press('k')
  await focused('Rui Teles')
  await at('Rui Teles')
  await page.keyboard.press('j')
  await focused('Lia Moraes')
  await at('Lia Moraes')
  // Letters on a row have no effect.
  await page.keyboard.type('e ai, tudo bem?', { delay: 60 })
  await afterTyping(desk)
  expect(changes).toEqual([])
  for (const name of ['Rui Teles', 'Caio Prado'] as const) {
    await desk.phones.text(people[name], COMPANY_NUMBER, 'Alguém aí?')
    await row(name).getByText('1', { exact: true }).waitFor()
  }
  await row('Lia Moraes').getByRole('link').press('Enter')
  await composer.waitFor()
  await page.keyboard.press('Escape')
  await afterTyping(desk)
  await page.keyboard.press('e')
  await page.getByText('Atendimento de Lia Moraes resolvido.').waitFor()
  await at('Rui Teles')
  await page.getByRole('log').getByText('Alguém aí?').waitFor()
  expect(await unread.count()).toBe(1)
  await page.getByRole('log').click()
  await unread.waitFor({ state: 'detached' })
  const undo = page.getByRole('button', { name: 'Desfazer' })
  await undo.click()
  await at('Lia Moraes')
  expect(changes).toHaveLength(1)
  await undo.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor()
  await page.keyboard.press('d')
  await page.getByText('Lia Moraes voltou à espera.').waitFor()
  await desk.ticketOf('Lia Moraes', 'pending')
  await undo.click()
  await at('Lia Moraes')
  await undo.waitFor({ state: 'detached' })

  const queue = await desk.admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#12a8e0' })
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Vendas' }))
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await page.getByText('Lia Moraes foi para Vendas.').waitFor()
  const { uuid } = await desk.ticketOf('Lia Moraes', 'pending')
  await page.waitForURL((url) => /^\/tickets\/.{36}$/.test(url.pathname) && !url.pathname.endsWith(uuid))
  await undo.click()
  await at('Lia Moraes')
  await desk.ticketOf('Lia Moraes', 'open')
  await desk.admin.delete(`/queue/${queue.body.id}`)
}
