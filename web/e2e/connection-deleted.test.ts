import { signIn } from '@guiche/infra/launcher/testing/client.js'
import { connectPhones } from '@guiche/infra/launcher/testing/phones.js'
import {
  ADMIN,
  type ProductProcess,
  removeData,
  startProductProcess,
} from '@guiche/infra/launcher/testing/product-process.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { enter, keepPicture, launchBrowser } from './browser.js'

const OURS = '5511900000001'
const CUSTOMER = '5511988887777'

let product: ProductProcess
let browser: Browser
let page: Page
beforeAll(async () => {
  product = await startProductProcess()
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  page.setDefaultTimeout(15_000)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product !== undefined) await removeData(product.dataDir)
})

it('a connection is deleted with a look at its tickets, and one that stays is given another', async () => {
  const admin = await signIn(product.url, ADMIN.email, ADMIN.password)
  const made = (name: string) => admin.post<{ id: number }>('/whatsapp', { name, channel: 'simulator' })
  const main = (await made('Principal')).body
  await made('Reserva')
  const phones = await connectPhones(product.url, admin)
  await phones.add(OURS, 'Padaria', 'own')
  await phones.add(CUSTOMER, 'Caio Prado')
  await phones.scan(OURS, main.id)
  await phones.text(CUSTOMER, OURS, 'Oi!')
  phones.close()
  await enter(page, product.url, ADMIN)
  await page.goto(`${product.url}/tickets`)
  await page.getByText('Aguardando', { exact: true }).click()
  await page.locator('[data-ticket-id]').first().click()
  await page.getByRole('button', { name: 'Aceitar' }).last().click()
  await page.locator('#composer').waitFor()
  const ticket = page.url()

  await page.goto(`${product.url}/connections`)
  const row = page.getByRole('row', { name: /Principal/ })
  await row.getByRole('button', { name: 'Excluir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 atendimento ativo usa esta conexão.').waitFor()
  await keepPicture(page, 'delete-connection')
  await dialog.getByText('Deixar sem conexão').click()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await row.waitFor({ state: 'detached' })

  await page.goto(ticket)
  await page.getByText('Este atendimento está sem conexão').waitFor()
  expect(await page.locator('#composer').count()).toBe(0)
  await keepPicture(page, 'no-connection')
  await page.getByRole('combobox', { name: 'Escolher conexão' }).click()
  await page.getByTitle('Reserva').click()
  await page.locator('#composer').waitFor()
}, 120_000)
