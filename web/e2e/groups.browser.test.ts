import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chooseEntry, keepPicture } from './browser.js'
import { COMPANY_NUMBER, type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

const [ANA, RUI] = ['5511911110001', '5511911110002']

describe('a group of WhatsApp', () => {
  let desk: Desk
  let chat: string
  beforeAll(async () => {
    desk = await startDesk({ customers: { [ANA]: 'Ana Reis', [RUI]: 'Rui Dias' } })
    await desk.admin.put('/settings/CheckMsgIsGroup', { value: 'disabled' })
    const members = [COMPANY_NUMBER, ANA, RUI]
    ;({ jid: chat } = await desk.phones.call<{ jid: string }>('POST', '/groups', {
      subject: 'Feira',
      members,
    }))
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  it(
    'names who wrote each message, and forgets what an erased contact wrote there while it is looked at',
    async () => {
      const { page, phones, admin } = desk
      await phones.text(ANA, chat, 'Quem leva o café?')
      await phones.text(ANA, chat, 'Eu levo o bolo')
      await phones.text(RUI, chat, 'Levo eu')
      const ticket = await desk.ticketOf('Feira', 'pending')
      await page.goto(`/tickets/${ticket.uuid}`)
      await page.getByRole('main').getByRole('button', { name: 'Aceitar' }).last().click()
      const log = page.getByRole('log')
      const bubble = (text: string) => log.getByRole('article').filter({ hasText: text })
      await bubble('Levo eu').waitFor()

      // The name is shown once above consecutive messages of a person.
      expect(await log.getByText('Ana Reis', { exact: true }).count()).toBe(1)
      expect(await bubble('Quem leva o café?').textContent()).toContain(`Ana Reis+${ANA}`)
      expect(await bubble('Eu levo o bolo').getAttribute('aria-label')).toBe('Ana Reis')
      expect(await bubble('Levo eu').textContent()).toContain('Rui Dias')
      await page.getByRole('link', { name: /Feira .* Rui Dias: Levo eu$/ }).waitFor()

      for (const by of [ANA, RUI]) {
        const messages = await phones.messages(by, chat)
        const { id } = messages.find(({ text }) => text === 'Levo eu') ?? {}
        await phones.call('PUT', `/phones/${by}/messages/${id}/reaction`, { emoji: '👍' })
      }
      const reactions = (who: string) =>
        bubble('Levo eu').getByRole('button', { name: `Reações: 👍 2: ${who}` })
      await reactions('Ana Reis, Rui Dias').hover()
      expect(await reactions('Ana Reis, Rui Dias').textContent()).toBe('👍 2')
      await page.getByRole('tooltip').getByText('Ana Reis, Rui Dias').waitFor()
      await keepPicture(page, 'group-reactions')

      await bubble('Quem leva o café?').hover()
      const options = bubble('Quem leva o café?').getByRole('button', { name: 'Opções da mensagem' })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await options.click()
      await chooseEntry(page, 'Copiar texto')
      await page.getByText('Texto copiado.').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Quem leva o café?')
      await options.click()
      await chooseEntry(page, 'Responder')
      await page.locator('#composer').fill('Combinado')
      await page.keyboard.press('Enter')
      const answer = bubble('Combinado')
      await answer.locator('[data-delivery=delivered]').waitFor()
      expect(await answer.textContent()).toContain('Ana Reis')
      await keepPicture(page, 'group')

      await phones.text(ANA, COMPANY_NUMBER, 'Oi, aqui é a Ana')
      const { contactId } = await desk.ticketOf('Ana Reis', 'pending')
      await admin.delete(`/contacts/${contactId}`)
      for (const text of ['Quem leva o café?', 'Eu levo o bolo']) {
        await bubble(text).first().waitFor({ state: 'detached' })
      }
      expect(await bubble('Levo eu').count()).toBe(1)
      await reactions('Participante, Rui Dias').waitFor()
      await answer.getByText('Mensagem citada não está disponível aqui').waitFor()
      expect(await page.locator('body').textContent()).not.toContain('Ana Reis')
      expect(desk.problems).toEqual([])
      await keepPicture(page, 'group-erased')
    },
    STEP_TIMEOUT_MS,
  )
})
