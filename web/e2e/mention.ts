import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepPictures } from './browser.js'

interface Mention {
  /** page of the note's author */
  readonly other: Page
  /** page of the mentioned colleague, whose name is `name` */
  readonly attends: Page
  readonly name: string
  /** the ticket's uuid */
  readonly uuid: string
}

/** An author mentions a colleague in a note, and the colleague is notified. */
export const mentionColleague = async ({ other, attends, name, uuid }: Mention): Promise<void> => {
  // The colleague has the ticket open but is in another window.
  await attends.goto(`/tickets/${uuid}`)
  await attends.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
  await other.getByRole('button', { name: 'Escrever observação interna' }).click()
  const noting = other.getByRole('region', { name: 'Observação interna' })
  const field = noting.getByRole('textbox')
  await field.pressSequentially('Veja isto, @')
  await noting.getByRole('option', { name }).waitFor()
  expect(await checkAccessibility(other)).toEqual([])
  await keepPictures(other, 'mention')
  await field.pressSequentially(name.slice(0, 2).toLowerCase())
  await noting.getByRole('option', { name, selected: true }).waitFor()
  await field.press('Tab')
  expect(await field.inputValue()).toBe(`Veja isto, @${name} `)
  await field.pressSequentially('por favor')
  // Notes have no files, and a file dropped there does not reach the answer to the customer.
  const files = await other.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF-1.4'], 'interno.pdf', { type: 'application/pdf' }))
    return transfer
  })
  await field.dispatchEvent('dragover', { dataTransfer: files })
  const offer = (at: Element) => getComputedStyle(at, '::after').content
  expect(await other.locator('[data-drop]').evaluate(offer)).toBe('none')
  await field.dispatchEvent('drop', { dataTransfer: files })
  await field.press('Enter')
  await other.locator('mark', { hasText: `@${name}` }).waitFor()
  await field.press('Escape')
  await other.getByPlaceholder('Mensagem').waitFor()
  expect(await other.getByRole('button', { name: 'Remover interno.pdf' }).count()).toBe(0)
  const mark = attends.locator('mark[data-own=true]', { hasText: `@${name}` })
  await mark.waitFor()
  const bell = attends.getByRole('button', { name: 'Notificações: 1 atendimento não lido' })
  await bell.waitFor()
  await attends.goto('/tickets')
  await bell.click()
  const mention = attends.getByRole('link', { name: /mencionou você/ })
  await mention.waitFor()
  await keepPictures(attends, 'mention-told')
  await mention.click()
  // The bell also clears if the note is far from the end of the conversation.
  await attends.getByRole('region', { name: 'Observações' }).locator(mark).waitFor()
  await bell.waitFor({ state: 'detached' })
  expect(await checkAccessibility(attends)).toEqual([])
  await keepPictures(attends, 'mention-shown')
}
