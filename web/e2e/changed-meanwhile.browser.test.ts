import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { chooseEntry, noDialog } from './browser.js'
import { type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

/** One administrator has a dialog open. Another one changes the same record through the API. */
describe('a dialog that is saved after somebody else has changed the record', () => {
  let desk: Desk
  let page: Page
  let queueId = 0

  beforeAll(async () => {
    desk = await startDesk()
    page = desk.page
    const made = await desk.admin.post<{ id: number }>('/queue', {
      name: 'Suporte',
      color: '#123456',
      outOfHoursMessage: 'Voltamos amanhã.',
    })
    queueId = made.body.id
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const dialog = () => page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const edit = (name: string) => row(name).getByRole('button', { name: 'Editar' }).click()
  const rename = async (name: string) => {
    await dialog().getByLabel('Nome', { exact: true }).fill(name)
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await noDialog(page)
    await row(name).waitFor()
  }

  it(
    'leaves the queues that a user was given',
    async () => {
      const caio = { name: 'Caio Lima', email: 'caio@guiche.test' }
      const { body: user } = await desk.admin.post<{ id: number }>('/users', {
        ...caio,
        password: 'segredo-3',
      })
      await page.goto('/users')
      await edit('Caio Lima')
      await dialog().waitFor()
      await desk.admin.put(`/users/${user.id}`, { ...caio, email: 'lima@guiche.test', queueIds: [queueId] })
      await row('lima@guiche.test').getByText('Suporte').waitFor()
      await rename('Caio Prates')
      const { body } = await desk.admin.get(`/users/${user.id}`)
      expect(body).toMatchObject({
        name: 'Caio Prates',
        email: 'lima@guiche.test',
        queues: [{ id: queueId }],
      })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'leaves what a queue says, shown in the dialog or not',
    async () => {
      await page.goto('/queues')
      await edit('Suporte')
      await dialog().waitFor()
      await desk.admin.put(`/queue/${queueId}`, {
        name: 'Apoio',
        color: '#123456',
        greetingMessage: 'Oi!',
        outOfHoursMessage: 'Voltamos às 8.',
      })
      await row('Apoio').waitFor()
      await dialog().getByLabel('Cor', { exact: true }).fill('#654321')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await noDialog(page)
      const { body } = await desk.admin.get<{ id: number }[]>('/queue')
      expect(body.find(({ id }) => id === queueId)).toMatchObject({
        name: 'Apoio',
        color: '#654321',
        greetingMessage: 'Oi!',
        outOfHoursMessage: 'Voltamos às 8.',
      })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'leaves what a contact was given, and its further facts are the same ones afterwards',
    async () => {
      const { contactId } = await desk.phones
        .text('5511988887777', '5511900000001', 'Oi!')
        .then(() => desk.ticketOf('Caio Prado', 'pending'))
      interface Known {
        readonly email: string
        readonly extraInfo: readonly object[]
      }
      const path = `/contacts/${contactId}`
      const extraInfo = [{ name: 'Cidade', value: 'Assis' }]
      const { body: before } = await desk.admin.put<Known>(path, { name: 'Caio Prado', extraInfo })
      await page.goto('/contacts')
      await row('Caio Prado').getByRole('button', { name: 'Ações de Caio Prado' }).click()
      await chooseEntry(page, 'Editar')
      await dialog().waitFor()
      const facts = [...before.extraInfo, { name: 'Cargo', value: 'dono' }]
      const changed = await desk.admin.put<Known>(path, {
        name: 'Caio Prado',
        email: 'caio@cliente.test',
        extraInfo: facts,
      })
      await row('caio@cliente.test').waitFor()
      await rename('Caio da Padaria')
      const { body } = await desk.admin.get<Known>(path)
      expect(body).toMatchObject({ email: 'caio@cliente.test', extraInfo: changed.body.extraInfo })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'leaves what a connection says, and which one is the default',
    async () => {
      const { body: all } = await desk.admin.get<{ id: number }[]>('/whatsapp')
      const id = all[0]?.id ?? 0
      await page.goto('/connections')
      await edit('Principal')
      await dialog().waitFor()
      await desk.admin.put(`/whatsapp/${id}`, {
        name: 'Principal',
        queueIds: [queueId],
        ratingMessage: 'Nota?',
      })
      await desk.admin.post('/whatsapp', { name: 'Outra', channel: 'simulator', isDefault: true })
      await row('Outra').getByText('Padrão').waitFor()
      await row('Principal').getByText('Apoio').waitFor()
      await rename('Loja')
      const { body } = await desk.admin.get(`/whatsapp/${id}`)
      expect(body).toMatchObject({
        isDefault: false,
        ratingMessage: 'Nota?',
        queues: [{ id: queueId }],
      })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'says so where the record is no longer there, and keeps what was typed',
    async () => {
      await page.goto('/queues')
      await edit('Apoio')
      await dialog().getByLabel('Nome', { exact: true }).fill('Ajuda')
      await desk.admin.delete(`/queue/${queueId}`)
      await row('Apoio').waitFor({ state: 'detached' })
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog().getByText('Esta fila não existe mais.').waitFor()
      expect(await dialog().getByLabel('Nome', { exact: true }).inputValue()).toBe('Ajuda')
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
