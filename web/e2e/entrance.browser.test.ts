import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accessibility, keepPicture } from './browser.js'
import { type Place, STARTED_WITHIN, STEP, startPlace } from './desk.js'

/** The pages before the sign-in, which do without Ant Design. */
describe('the entrance in the browser', () => {
  let place: Place

  beforeAll(async () => {
    place = await startPlace()
  }, STARTED_WITHIN)
  afterAll(() => place?.stop())

  it.each(['light', 'dark'] as const)(
    'the sign-in says what is missing, shows a password, and signs in (%s)',
    async (colorScheme) => {
      const width = colorScheme === 'light' ? 1440 : 360
      const page = await place.open({ viewport: { width, height: 800 }, colorScheme })
      await page.goto('/login')
      const email = page.getByLabel('E-mail')
      const password = page.getByLabel('Senha', { exact: true })
      const enter = page.getByRole('button', { name: 'Entrar' })
      await enter.click()
      await page.getByText('Preencha este campo.').first().waitFor()
      expect(await email.getAttribute('aria-invalid')).toBe('true')
      expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
      await email.fill('dora')
      await password.fill('errada')
      await page.getByText('Este e-mail não é válido', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Mostrar o que foi digitado' }).click()
      expect(await password.getAttribute('type')).toBe('text')
      await email.fill(ADMIN.email)
      await password.press('Enter')
      await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
      await keepPicture(page, `sign-in-${colorScheme}`)
      expect(await accessibility(page)).toEqual([])
      await password.fill(ADMIN.password)
      await password.press('Enter')
      await page.waitForURL(/tickets/)
      expect(place.problems).toEqual([])
      await page.context().close()
    },
    STEP,
  )
})
