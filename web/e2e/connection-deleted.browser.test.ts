import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { clickInList, keepPicture } from './browser.js'
import { COMPANY_NUMBER, type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
}, START_TIMEOUT_MS)
afterAll(() => desk?.stop())

it(
  'a connection that goes down and comes back is told on its tickets while one looks on',
  async () => {
    const { admin, page, phones } = desk
    const [{ id } = { id: 0 }] = (await admin.get<{ id: number }[]>('/whatsapp')).body
    const ticket = await desk.attend('Bom dia!')
    const row = page.locator('[data-ticket-id]:visible')
    await row.getByRole('img', { name: 'Conexão Principal', exact: true }).waitFor()
    await admin.delete(`/whatsappsession/${id}`)
    await row.getByRole('img', { name: 'Conexão Principal: desconectada' }).waitFor()
    await page.locator('#composer').fill('Já volto')
    await page.locator('#composer').press('Enter')
    const waits = page.getByText('A conexão Principal está fora do ar.')
    await waits.waitFor()
    await admin.post(`/whatsappsession/${id}`, {})
    await phones.scan(COMPANY_NUMBER, id)
    await row.getByRole('img', { name: 'Conexão Principal', exact: true }).waitFor()
    await waits.waitFor({ state: 'detached' })
    await admin.put(`/tickets/${ticket.id}`, { status: 'closed' })
  },
  STEP_TIMEOUT_MS,
)

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
    const dialog = page.getByRole('dialog')
    // While the number of affected tickets is unknown, nothing can be deleted.
    await page.route('**/api/whatsapp/*/tickets-count', (route) => route.abort(), { times: 1 })
    await row.getByRole('button', { name: 'Excluir' }).click()
    await dialog.getByText('Não foi possível carregar estas informações.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Excluir' }).isDisabled()).toBe(true)
    expect(desk.problems.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
    await dialog.getByRole('button', { name: 'Tentar de novo' }).click()
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
    await clickInList(page, page.getByTitle('Reserva'))
    await page.locator('#composer').waitFor()
  },
  STEP_TIMEOUT_MS,
)
