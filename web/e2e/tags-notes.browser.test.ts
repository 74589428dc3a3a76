import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  checkAccessibility,
  clickInList,
  holdCalls,
  holdNextRequest,
  keepPicture,
  keepPictures,
  noDialog,
} from './browser.js'
import { CUSTOMER_NUMBER, type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'
import { gotoAndSettle } from './goto-and-settle.js'

describe('tags, notes and what is known of a contact', () => {
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    desk = await startDesk()
    page = desk.page
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())
  const dialog = () => page.getByRole('dialog')
  const inRow = (name: string) => page.getByRole('row').filter({ hasText: name })
  const make = async (name: string, color?: string) => {
    await page.getByRole('button', { name: 'Adicionar etiqueta' }).first().click()
    await dialog().waitFor()
    await page.keyboard.type(name)
    if (color !== undefined) await dialog().getByLabel('Cor', { exact: true }).fill(color)
    await dialog().getByRole('button', { name: 'Salvar' }).click()
  }

  it(
    'a tag is made, refused where its name is too short or taken, found and changed',
    async () => {
      await page.goto('/tags')
      await page.getByText('Nenhuma etiqueta ainda').waitFor()
      await keepPicture(page, 'tags-none')
      await make('Ur')
      await dialog().getByText('Está curto demais', { exact: false }).waitFor()
      await dialog().getByLabel('Nome').fill('Urgente')
      await page.keyboard.press('Enter')
      await inRow('Urgente').waitFor()
      await make('urgente', '#112233')
      await dialog().getByText('Já existe outra etiqueta com este nome.').waitFor()
      await dialog().getByLabel('Nome').fill('Orçamento')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await inRow('Orçamento').waitFor()
      await noDialog(page)
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'tags')

      await page.getByRole('searchbox').fill('orça')
      await inRow('Urgente').waitFor({ state: 'detached' })
      await inRow('Orçamento').getByRole('button', { name: 'Editar' }).click()
      await dialog().getByLabel('Nome').fill('Orçamentos')
      await keepPicture(page, 'tag-dialog')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await inRow('Orçamentos').waitFor()
      await page.getByRole('searchbox').fill('')
      await inRow('Urgente').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a ticket takes tags by the keyboard, new ones among them, and shows them in its row',
    async () => {
      await desk.attend('Oi! Vocês fazem bolo de casamento?')
      const bar = page.getByRole('combobox', { name: 'Etiquetas do atendimento' })
      await page.getByRole('button', { name: 'Adicionar etiqueta' }).press('Enter')
      await page.locator('.ant-select-item-option').first().waitFor()
      await page.keyboard.type('Urge')
      await page.locator('.ant-select-item-option', { hasText: 'Urgente' }).waitFor()
      await page.keyboard.press('Enter')
      const row = page.locator('[data-ticket-id]:visible').first()
      await row.getByText('Urgente').waitFor()
      await bar.focus()
      await page.keyboard.type('Festas')
      await page.locator('.ant-select-item-option', { hasText: 'Criar “Festas”' }).waitFor()
      await page.keyboard.press('Enter')
      await row.getByText('Festas').waitFor()
      await page.keyboard.press('Tab')
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'ticket-tags')
      await bar.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Tirar a etiqueta “Festas”' }).click()
      await row.getByText('Festas').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Adicionar etiqueta' }).click()
      await bar.press('Backspace')
      await row.getByText('Urgente').waitFor({ state: 'detached' })
      await page.keyboard.type('Urge')
      await page.keyboard.press('Enter')
      await row.getByText('Urgente').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'two tags that are taken off, the second one before the first is saved, both stay off',
    async () => {
      const row = page.locator('[data-ticket-id]:visible').first()
      for (const name of ['Festas', 'Orçamentos']) {
        await page.getByRole('combobox', { name: 'Etiquetas do atendimento' }).fill(name)
        await page.locator('.ant-select-item-option', { hasText: name }).waitFor()
        await page.keyboard.press('Enter')
        await row.getByText(name).waitFor()
      }
      await page.keyboard.press('Tab')
      const release = await holdCalls(page, /\/api\/tags\/sync$/)
      let answers = 0
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/tags/sync') && ++answers === 2)
      for (const name of ['Festas', 'Orçamentos']) {
        const off = page.getByRole('button', { name: `Tirar a etiqueta “${name}”` })
        await off.click()
      }
      release()
      await saved
      const { uuid } = await desk.ticketOf('Caio Prado', 'open')
      const { body } = await desk.admin.get<{ tags: { name: string }[] }>(`/tickets/u/${uuid}`)
      expect(body.tags.map(({ name }) => name)).toEqual(['Urgente'])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the list is narrowed by tags',
    async () => {
      await page.goto('/tickets')
      const row = page.locator('[data-ticket-id]:visible').first()
      await row.waitFor()
      await page.getByRole('button', { name: 'Filtros' }).click()
      const filter = page.getByRole('combobox', { name: 'Etiquetas', exact: true })
      await filter.click()
      await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Orçamentos' }))
      await row.waitFor({ state: 'detached' })
      await page.keyboard.press('Backspace')
      await filter.click()
      await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Urgente' }))
      await row.getByText('Urgente').waitFor()
      await keepPicture(page, 'tags-filter')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a note about the contact is written, seen with author and time, and deleted',
    async () => {
      await page.locator('[data-ticket-id]:visible a').first().click()
      await page.getByRole('button', { name: 'Caio Prado' }).first().click()
      const notes = page.getByRole('region', { name: 'Observações' })
      await notes.getByText('Nenhuma observação').waitFor()
      await notes.getByRole('button', { name: 'Adicionar' }).click()
      await notes.getByText('Preencha este campo.').waitFor()
      const pane = page.getByRole('complementary', { name: 'Dados do contato' })
      // A typed note stays when its field is left. The field in place of the composer shows the same text.
      await notes.getByRole('textbox').fill('Prefere')
      await pane.getByRole('button', { name: 'Fechar' }).click()
      await pane.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Caio Prado' }).first().click()
      expect(await notes.getByRole('textbox').inputValue()).toBe('Prefere')
      await page.getByRole('button', { name: 'Escrever observação interna' }).click()
      const written = page.getByRole('textbox', { name: 'Observação interna' })
      expect(await written.inputValue()).toBe('Prefere')
      await written.fill('Prefere falar à tarde.')
      const fieldsWith = (text: string, count: number) =>
        page.waitForFunction(
          ([text, count]) =>
            [...document.querySelectorAll('textarea')].filter(({ value }) => value === text).length === count,
          [text, count] as const,
        )
      await fieldsWith('Prefere falar à tarde.', 2)
      await notes.getByRole('button', { name: 'Adicionar' }).click()
      await fieldsWith('Prefere falar à tarde.', 0)
      await written.press('Escape')
      await notes.getByRole('listitem').getByText('Prefere falar à tarde.').waitFor()
      await notes
        .getByRole('listitem')
        .getByText(/Bia Souza/)
        .waitFor()
      await keepPicture(page, 'notes')
      await notes.getByRole('button', { name: /Excluir a observação/ }).click()
      await page.getByRole('button', { name: 'Excluir', exact: true }).click()
      await notes.getByText('Nenhuma observação').waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'Observações')
      await pane.getByRole('button', { name: 'Fechar' }).press('Enter')
      await pane.waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.textContent === 'Caio Prado')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'further facts are changed where they stand, and only counts are asked for when the pane is opened',
    async () => {
      const { contactId, uuid } = await desk.ticketOf('Caio Prado', 'open')
      const infoOf = async () => {
        const { body } = await desk.admin.get<{ extraInfo: { value: string }[] }>(`/contacts/${contactId}`)
        return body.extraInfo.map(({ value }) => value)
      }
      const change = (name: string, extraInfo: readonly { name: string; value: string }[]) =>
        desk.admin.put(`/contacts/${contactId}`, { name, number: CUSTOMER_NUMBER, email: '', extraInfo })
      await change('Caio da Padaria', [
        { name: 'Cargo', value: 'dono' },
        { name: 'Cidade', value: 'Assis' },
      ])
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const message = page.getByRole('log').getByText('bolo de casamento')
      await gotoAndSettle(page, `/tickets/${uuid}`, message)
      const opener = page.getByRole('button', { name: 'Caio da Padaria' }).first()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(request.url())
      })
      await opener.click()
      const pane = page.getByRole('complementary', { name: 'Dados do contato' })
      const role = pane.getByLabel('Cargo', { exact: true })
      const city = pane.getByLabel('Cidade', { exact: true })
      await role.waitFor()
      await pane.getByText('WhatsApp: ~Caio Prado').waitFor()
      expect(asked.filter((url) => !url.endsWith(`/contacts/${contactId}/counts`))).toEqual([])
      await pane.getByRole('button', { name: 'Copiar o número' }).click()
      await page.getByText('Número copiado.').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`+${CUSTOMER_NUMBER}`)
      await keepPictures(page, 'contact-pane-facts')

      await role.fill('gerente')
      await role.press('Escape')
      expect(await role.inputValue()).toBe('dono')
      await pane.waitFor()
      // A second field is left before the first one is saved. Both are stored.
      const first = await holdNextRequest(page, `**/api/contacts/${contactId}`)
      await role.fill('sócio')
      await role.press('Enter')
      const saving = await first()
      await city.fill('Santos')
      await city.blur()
      const both = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('Santos'))
      await saving.continue()
      await both
      await desk.phones.until(async () => ((await infoOf()).join() === 'sócio,Santos' ? true : undefined))
      // A value that could not be saved stays in the field.
      await page.route(`**/api/contacts/${contactId}`, (route) => route.abort(), { times: 1 })
      await city.fill('Bauru')
      await city.press('Enter')
      await page.getByText('Sem resposta do servidor').waitFor()
      expect(await city.inputValue()).toBe('Bauru')
      await page.keyboard.press('Enter')
      await desk.phones.until(async () => ((await infoOf()).join() === 'sócio,Bauru' ? true : undefined))
      expect(desk.problems.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])

      // Resolves when the dialog has loaded all its data.
      asked.length = 0
      await pane.getByRole('button', { name: 'Editar contato' }).click()
      expect(await dialog().getByLabel('Nome', { exact: true }).inputValue()).toBe('Caio da Padaria')
      expect(asked).toEqual([])
      await dialog().getByLabel('Nome', { exact: true }).fill('Caio Prado')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await noDialog(page)
      await pane.getByRole('heading', { name: 'Caio Prado' }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a tag that is deleted leaves the list and its tickets',
    async () => {
      await page.goto('/tags')
      await inRow('Urgente').getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
      await inRow('Urgente').waitFor({ state: 'detached' })
      // After a deletion by keyboard, the focus is on the next row.
      await page.waitForFunction(() => document.activeElement?.matches('main tr button'))
      await page.goto('/tickets')
      const row = page.locator('[data-ticket-id]:visible').first()
      await row.waitFor()
      expect(await row.getByText('Urgente').count()).toBe(0)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
