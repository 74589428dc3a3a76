import { expect } from '@jest/globals'
import { checkAccessibility, holdCalls, keepPictures } from './browser.js'
import type { Desk } from './desk.js'

/** Chooses quick replies by a slash in the open conversation. */
export const chooseQuick = async ({ page }: Pick<Desk, 'page'>): Promise<void> => {
  const composer = () => page.locator('#composer')
  const bubble = (text: string) => page.locator('article[data-message-id]').filter({ hasText: text })

  // Enter sends nothing while the list is not there yet: neither before its code, nor before its data is loaded.
  const letPart = await holdCalls(page, /\/assets\/quick-messages-.*\.js/)
  const letList = await holdCalls(page, /\/api\/quick-messages\/list/)
  await page.reload()
  await composer().focus()
  await page.keyboard.type('/b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('o')
  letPart()
  await page.getByRole('link', { name: 'Gerenciar' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('l')
  letList()
  await page.getByRole('option', { selected: true }).getByText('/boleto').waitFor()
  expect(await composer().inputValue()).toBe('/bol')
  await page.unrouteAll()
  await composer().fill('')

  // A slash alone lists all quick replies. It is never sent, even after the list is closed.
  const button = page.getByRole('button', { name: 'Respostas rápidas (/)' })
  await button.click()
  await page.getByRole('option').nth(1).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  expect(await composer().inputValue()).toBe('/')
  await button.click()
  await page.getByRole('option').nth(1).waitFor()
  await button.click()
  expect(await composer().inputValue()).toBe('')

  await page.keyboard.type('/bo')
  await page.getByRole('option').nth(1).waitFor()
  await page.getByRole('option', { selected: true }).getByText('/boleto').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await keepPictures(page, 'composer-quick')
  await composer().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const greeting = /^Bo[am] (madrugada|dia|tarde|noite), Caio! Em que posso ajudar\?$/
  expect(await composer().inputValue()).toMatch(greeting)
  await page.keyboard.press('Enter')
  await bubble('Caio! Em que posso ajudar?').waitFor()

  await page.keyboard.type('/bole')
  await page.getByRole('option').filter({ hasText: '/boleto' }).click()
  await page.locator('figure').filter({ hasText: 'precos.pdf' }).waitFor()
  await page.keyboard.press('Enter')
  await bubble('precos.pdf').waitFor()

  await page.keyboard.type('/nada disto')
  await page.getByText('Nenhuma resposta rápida começa assim').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Nenhuma resposta rápida começa assim').waitFor({ state: 'detached' })
  await composer().fill('')
}
