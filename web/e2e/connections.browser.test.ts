import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { accessibility, keepPictures, noDialog } from './browser.js'
import { CUSTOMER, type Desk, OURS, STARTED_WITHIN, STEP, startDesk } from './desk.js'

describe('connections', () => {
  let desk: Desk
  let page: Page
  beforeAll(async () => {
    // the phone remembers it, and the desk has never seen it
    desk = await startDesk({ beforeLink: (phones) => phones.text(CUSTOMER, OURS, 'Mensagem de antes') })
    page = desk.page
  }, STARTED_WITHIN)
  afterAll(() => desk?.stop())
  const dialog = () => page.getByRole('dialog')
  const row = () => page.getByRole('row', { name: /Principal/ })

  it(
    'a file goes with the greeting, and old messages are asked for',
    async () => {
      await page.goto('/connections')
      await row().getByRole('button', { name: 'Editar' }).click()
      await dialog().getByLabel('Mensagem de saudação').fill('Olá!')
      const asked = page.waitForEvent('filechooser')
      await dialog().getByRole('button', { name: 'Escolher arquivo' }).click()
      const file = { name: 'cardapio.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 menu') }
      await (await asked).setFiles(file)
      await dialog().getByText('cardapio.pdf').waitFor()
      await dialog().getByRole('switch', { name: 'Importar mensagens antigas' }).click()
      await dialog().getByText('A sessão atual termina ao salvar').waitFor()
      await dialog().getByRole('switch', { name: 'Fechar os atendimentos importados' }).click()
      await keepPictures(page, 'connection-import')
      expect(await accessibility(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      // the session has ended: the phone has to be linked anew
      await dialog().getByText('Conectar “Principal”').waitFor()
      const [{ id } = { id: 0 }] = (await desk.admin.get<{ id: number }[]>('/whatsapp')).body
      await desk.phones.scan(OURS, id)
      await noDialog(page)
    },
    STEP,
  )

  it(
    'the health of a number tells of its limits, its import and its history',
    async () => {
      await row().getByRole('button', { name: 'Saúde e histórico' }).click()
      await dialog().getByText('Importação concluída: 1 mensagem nova, de um total de 1.').waitFor()
      await dialog().getByText('de 10.000').waitFor()
      await dialog().getByText('pediu à conexão Principal a importação').waitFor()
      await keepPictures(page, 'connection-health')
      expect(await accessibility(page)).toEqual([])
    },
    STEP,
  )
})
