import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, clickInList, keepPicture, keepPictures, noDialog } from './browser.js'
import { type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
/** A second of silence, as WAV. */
const silentWav = () => {
  const head = Buffer.alloc(44)
  const [rate, bytes] = [8000, 8000]
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.alloc(bytes, 128)])
}
const FILES = [
  fileOf('foto.png', 'image/png', PNG),
  fileOf('tabela.pdf', 'application/pdf', Buffer.from('%PDF-1.4 tabela')),
  fileOf('vazio.pdf', 'application/pdf', Buffer.alloc(0)),
  fileOf('aviso.wav', 'audio/wav', silentWav()),
  fileOf('instalar.exe', 'application/octet-stream', Buffer.from('MZ')),
]

interface List {
  readonly id: number
  readonly name: string
  readonly options: readonly { readonly fileName: string; readonly name: string }[]
}

/** File lists: several files at once, an order, captions, and use in a conversation. */
describe('file lists', () => {
  let desk: Desk
  let page: Page
  beforeAll(async () => {
    desk = await startDesk({ context: { reducedMotion: 'reduce' } })
    page = desk.page
    page.setDefaultTimeout(8000)
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const dialog = () => page.getByRole('dialog')
  const rows = () => dialog().getByRole('listitem')
  const row = (name: string) => rows().filter({ hasText: name })
  const named = () =>
    rows().evaluateAll((all) => all.map((one) => one.querySelector('strong')?.textContent ?? ''))
  const stand = (...names: readonly string[]) =>
    desk.phones.until(async () => ((await named()).join() === names.join() ? true : undefined))
  const choose = async (files: readonly ReturnType<typeof fileOf>[]) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog().getByRole('button', { name: 'Adicionar arquivos' }).click()
    await (await chooser).setFiles([...files])
  }
  const save = () => dialog().getByRole('button', { name: 'Salvar' }).click()
  const stored = async (): Promise<List | undefined> =>
    (await desk.admin.get<{ files: List[] }>('/files')).body.files.find(({ name }) => name === 'Tabelas')

  it(
    '12.17, 12.19: brings several files in their order with captions; one that is refused says why, and the others go on',
    async () => {
      await page.goto('/files')
      await page.getByText('Nenhuma lista ainda').waitFor()
      await page.getByRole('button', { name: 'Adicionar lista' }).first().click()
      await dialog().getByLabel('Nome').fill('ab')
      await save()
      await dialog().getByText('use ao menos 3 caracteres').waitFor()
      await dialog().getByLabel('Nome').fill('Tabelas')
      await dialog().getByLabel('Mensagem', { exact: true }).fill('Tudo aqui, {{firstName}}')

      await choose(FILES)
      await stand('foto.png', 'tabela.pdf', 'vazio.pdf', 'aviso.wav', 'instalar.exe')
      await row('vazio.pdf').getByText('está vazio (0 bytes)').waitFor()
      await row('instalar.exe').getByText('o WhatsApp não aceita programas').waitFor()
      await row('aviso.wav').locator('audio').waitFor()
      await row('foto.png').locator('img').waitFor()
      await row('tabela.pdf').getByText('PDF', { exact: true }).waitFor()
      await dialog().getByLabel('Legenda de tabela.pdf').fill('Preços de março')

      // Sorts by keys, and by dragging the handle.
      await dialog().getByRole('button', { name: 'Mover tabela.pdf com as setas' }).press('ArrowUp')
      await stand('tabela.pdf', 'foto.png', 'vazio.pdf', 'aviso.wav', 'instalar.exe')
      await dialog().getByText('tabela.pdf agora é o 1º de 5').waitFor({ state: 'attached' })
      const handle = dialog().getByRole('button', { name: 'Mover aviso.wav com as setas' })
      const [from, to] = [await handle.boundingBox(), await row('foto.png').boundingBox()]
      if (from === null || to === null) throw new Error('there is no row to drag')
      await page.mouse.move(from.x + 8, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(from.x + 8, to.y + 4, { steps: 12 })
      await page.mouse.up()
      await stand('tabela.pdf', 'aviso.wav', 'foto.png', 'vazio.pdf', 'instalar.exe')
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'file-list-chosen')

      // The server refuses one file. The dialog says why, and the file can be sent again.
      let refused = 0
      await page.route('**/options-upload', async (route) => {
        const isPhoto = route.request().postDataBuffer()?.includes('foto.png') ?? false
        if (!isPhoto || refused++ > 0) return route.fallback()
        return route.fulfill({ status: 415, json: { error: 'ERR_MEDIA_TYPE' } })
      })
      await save()
      await dialog().getByText('A lista foi salva, mas 1 arquivo não foi enviado').waitFor()
      await row('foto.png').getByText('O WhatsApp não aceita este tipo de arquivo').waitFor()
      expect((await stored())?.options.map(({ fileName }) => fileName)).toEqual(['tabela.pdf', 'aviso.wav'])
      await keepPictures(page, 'file-list-refused')
      await dialog().getByRole('button', { name: 'Enviar foto.png de novo' }).click()
      await row('foto.png').getByLabel('Enviado').waitFor()
      await save()
      await noDialog(page)
      await page.unrouteAll()
      await page
        .getByRole('row', { name: 'Tabelas' })
        .getByText('3: tabela.pdf, aviso.wav, foto.png')
        .waitFor()
      expect((await stored())?.options.map(({ fileName, name }) => [fileName, name])).toEqual([
        ['tabela.pdf', 'Preços de março'],
        ['aviso.wav', ''],
        ['foto.png', ''],
      ])
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'file-lists')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'breaks off one that is under way, asks before the page goes meanwhile, and takes no more than a list may have',
    async () => {
      await page.getByRole('row', { name: 'Tabelas' }).getByRole('button', { name: 'Editar' }).click()
      await stand('tabela.pdf', 'aviso.wav', 'foto.png')
      const many = Array.from({ length: 200 }, (_, at) =>
        fileOf(`n${at}.txt`, 'text/plain', Buffer.from('a')),
      )
      await choose(many)
      await dialog().getByText('Uma lista tem até 50 arquivos: 153 arquivos ficaram de fora.').waitFor()
      expect(await rows().count()).toBe(50)
      await dialog().getByRole('button', { name: 'Cancelar' }).click()
      await noDialog(page)

      await page.getByRole('row', { name: 'Tabelas' }).getByRole('button', { name: 'Editar' }).click()
      await choose([
        fileOf('lento.txt', 'text/plain', Buffer.from('lento')),
        fileOf('fim.txt', 'text/plain', Buffer.from('fim')),
      ])
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/options-upload', async (route) => {
        if (route.request().postDataBuffer()?.includes('lento.txt')) await held
        await route.fallback().catch(() => undefined)
      })
      await save()
      const stop = dialog().getByRole('button', { name: 'Parar o envio de lento.txt' })
      await stop.waitFor()
      const asks = await page.evaluate(() => {
        const event = new Event('beforeunload', { cancelable: true })
        window.dispatchEvent(event)
        return event.defaultPrevented
      })
      expect(asks).toBe(true)
      await keepPictures(page, 'file-list-sending')
      await stop.click()
      await row('lento.txt').getByText('O envio foi parado.').waitFor()
      await row('fim.txt').getByLabel('Enviado').waitFor()
      letGo()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await dialog().getByRole('button', { name: 'Tirar lento.txt' }).click()
      await dialog().getByRole('button', { name: 'Tirar fim.txt' }).click()
      await save()
      await noDialog(page)
      expect((await stored())?.options).toHaveLength(3)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'goes out with a quick reply, in its order, and is not deleted while it is used',
    async () => {
      await page.goto('/quick-messages')
      await page.getByRole('button', { name: 'Adicionar resposta' }).first().click()
      await dialog().getByLabel('Atalho').fill('tabelas')
      await dialog().getByLabel('Mensagem', { exact: true }).fill('Segue, {{firstName}}!')
      await dialog().getByLabel('Lista de arquivos').click()
      await clickInList(page, page.locator('.ant-select-item-option').filter({ hasText: 'Tabelas' }))
      await keepPicture(page, 'file-list-reply')
      expect(await checkAccessibility(page)).toEqual([])
      await save()
      await noDialog(page)
      await desk.attend('Bom dia')
      await page.locator('#composer').focus()
      await page.keyboard.type('/tab')
      await page.getByRole('option', { selected: true }).getByText('/tabelas').waitFor()
      await page.keyboard.press('Enter')
      await page.locator('figure').filter({ hasText: 'Tabelas' }).waitFor()
      await keepPictures(page, 'file-list-composer')
      await page.locator('#composer').focus()
      await page.keyboard.press('Enter')
      const bubbles = page.locator('article[data-message-id]')
      await bubbles.filter({ hasText: 'Preços de março' }).waitFor()
      await desk.phones.until(async () => ((await bubbles.count()) >= 6 ? true : undefined))
      const texts = await bubbles.allInnerTexts()
      const at = (text: string) => texts.findIndex((one) => one.includes(text))
      expect([at('Segue, Caio!'), at('Tudo aqui, Caio'), at('Preços de março')]).toEqual([1, 2, 3])
      expect(await page.locator('[data-outgoing]').count()).toBe(0)

      await page.goto('/files')
      await page.getByRole('row', { name: 'Tabelas' }).getByRole('button', { name: 'Excluir' }).click()
      await page
        .getByRole('dialog', { name: 'Exclusão de Registro' })
        .getByRole('button', { name: 'Excluir' })
        .click()
      await page.getByText('A lista está em uso em respostas rápidas: “tabelas”.').waitFor()
      await keepPictures(page, 'file-list-in-use')
      await page.goto('/quick-messages')
      await page.getByRole('row', { name: 'tabelas' }).getByRole('button', { name: 'Excluir' }).click()
      await page
        .getByRole('dialog', { name: 'Exclusão de Registro' })
        .getByRole('button', { name: 'Excluir' })
        .click()
      await page.getByText('Nenhuma resposta rápida ainda').waitFor()
      await page.goto('/files')
      await page.getByRole('row', { name: 'Tabelas' }).getByRole('button', { name: 'Excluir' }).click()
      await page
        .getByRole('dialog', { name: 'Exclusão de Registro' })
        .getByRole('button', { name: 'Excluir' })
        .click()
      await page.getByText('Nenhuma lista ainda').waitFor()
      expect(desk.problems.filter((problem) => !problem.includes('40') && !problem.includes('415'))).toEqual(
        [],
      )
    },
    STEP_TIMEOUT_MS,
  )
})
