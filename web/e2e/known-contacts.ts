import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import { expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { checkAccessibility, keepPictures } from './browser.js'
import { COMPANY_NUMBER, type Desk, type Ticket } from './desk.js'

/** Imports a sheet. Gives the import once it has ended. */
const importSheet = async ({ admin, phones }: Desk, text: string): Promise<ImportRecord> => {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'contatos.csv')
  const { body } = await admin.upload<{ import: ImportRecord }>('/contacts/upload', form)
  return phones.until(async () =>
    (await admin.get<ImportRecord[]>('/contacts/imports')).body.find(
      ({ id, status }) => id === body.import.id && status === 'done',
    ),
  )
}

/** Imports an exported file, all of whose rows are known already. */
export const importKnownContacts = async (desk: Desk, text: string): Promise<void> => {
  const again = await importSheet(desk, text)
  expect(again).toMatchObject({ created: 0, invalid: 0, duplicates: 0, existed: again.total })
  expect(again.total).toBeGreaterThan(1)
}

/**
 * Two people with hidden numbers write. An agent merges each new contact with the person's existing contact.
 * The first merge is by two quick clicks; the second one repeats a colleague's merge.
 */
export const mergeDuplicates = async (desk: Desk, page: Page): Promise<void> => {
  const { admin, phones } = desk
  const dialog: Locator = page.getByRole('dialog')
  /** Adds a person without a number whose username the company's phone knows. Gives the id of the contact. */
  const met = async (name: string, phone: string): Promise<number> => {
    const username = name.toLowerCase().replace(' ', '.')
    await phones.call('POST', '/phones', { number: phone, name, username })
    await phones.text(COMPANY_NUMBER, phone, 'Bom dia!')
    await phones.text(phone, COMPANY_NUMBER, 'Oi!')
    return (await phones.until(() => waiting(name))).contactId
  }
  const waiting = async (name: string): Promise<Ticket | undefined> => {
    const { body } = await admin.get<{ tickets: Ticket[] }>('/tickets?status=pending&showAll=true')
    return body.tickets.find(({ contact }) => contact.name === name)
  }
  const sheet = 'nome;numero;email\nRosa Dias;5511971000077;\nRui Melo;5511971000088;rui@exemplo.com'
  expect(await importSheet(desk, sheet)).toMatchObject({ created: 2 })
  await met('Rosa Dias', '5511933330077')
  const stays = await met('Rui Melo', '5511933330088')
  await page.getByRole('button', { name: 'Duplicados' }).click()
  const group = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await group('Rosa Dias').getByText('O mesmo nome').waitFor()
  await group('Rosa Dias').getByText('@rosa.dias').waitFor()
  await group('Rui Melo').getByText('Passa para o que fica: rui@exemplo.com').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await keepPictures(page, 'contacts-duplicates')
  const question = dialog.filter({ hasText: 'Unir os contatos?' })
  const unite = async (name: string, times: number, before: () => Promise<unknown>): Promise<void> => {
    await group(name).getByRole('button', { name: 'Unir' }).click()
    const yes = question.getByRole('button', { name: 'Unir' })
    await yes.waitFor()
    await before()
    await yes.click({ clickCount: times })
    await page.getByText(`Agora é um contato só: ${name}.`).first().waitFor()
    await group(name).waitFor({ state: 'detached' })
  }
  await unite('Rosa Dias', 2, () => keepPictures(page, 'contacts-duplicates-question'))
  await unite('Rui Melo', 1, async () => {
    const { body } = await admin.get<{ contacts: { id: number }[] }>('/contacts?searchParam=Rui Melo')
    const contactId = body.contacts.find(({ id }) => id !== stays)?.id
    expect((await admin.post(`/contacts/${stays}/merge`, { contactId })).status).toBe(200)
  })
  await dialog.getByText('Nenhum duplicado').waitFor()
  await keepPictures(page, 'contacts-duplicates-none')
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  for (const [name, number] of [
    ['Rosa Dias', '+55 (11) 97100-0077'],
    ['Rui Melo', '+55 (11) 97100-0088'],
  ] as const) {
    const row = page.getByRole('row').filter({ hasText: name })
    await row.filter({ hasText: number }).waitFor()
    expect(await row.count()).toBe(1)
  }
}
