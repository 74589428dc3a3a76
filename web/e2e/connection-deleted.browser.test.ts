import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { keepPicture } from './browser.js'
import { type Desk, STARTED_WITHIN, STEP, startDesk } from './desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
}, STARTED_WITHIN)
afterAll(() => desk?.stop())

it(
  'a connection is deleted with a look at its tickets, and one that stays is given another',
  async () => {
    const { admin, page } = desk
    await admin.post('/whatsapp', { name: 'Reserva', channel: 'simulator' })
    const [{ id: whatsappId } = { id: 0 }] = (await admin.get<{ id: number }[]>('/whatsapp')).body
    const own = { name: 'Davi', email: 'davi@guiche.test', password: 'segredo-3', whatsappId }
    await admin.post('/users', own)
    await desk.attend('Oi!')
    await page.locator('#composer').waitFor()
    const ticket = page.url()

    await page.goto('/connections')
    const row = page.getByRole('row', { name: /Principal/ })
    await row.getByRole('button', { name: 'Excluir' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 atendimento ativo usa esta conexão.').waitFor()
    await dialog.getByText('1 usuário tem esta como sua conexão padrão').waitFor()
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
  },
  STEP,
)
