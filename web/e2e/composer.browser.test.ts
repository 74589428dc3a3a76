import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  checkAccessibility,
  chooseEntry,
  clickInList,
  keepPicture,
  keepPictures,
  noDialog,
  signInByForm,
} from './browser.js'
import { sendFiles } from './composer-files.js'
import { chooseQuick } from './composer-quick.js'
import { recordVoice, whileColleagueRecords } from './composer-voice.js'
import {
  AGENT,
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

const FRIEND = '5511966665555'

describe('the composer', () => {
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    desk = await startDesk({ customers: { [CUSTOMER_NUMBER]: 'Caio Prado', [FRIEND]: 'Dora Lima' } })
    page = desk.page
    await desk.phones.until(async () => {
      const made = await desk.admin.post('/contacts', { name: 'Dora Lima', number: FRIEND })
      return made.status === 200 ? true : undefined
    })
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const dialog = () => page.getByRole('dialog')
  const inRow = (name: string) => page.getByRole('row').filter({ hasText: name })
  const composer = () => page.locator('#composer')
  const says = (at: Page, text: string) =>
    at.waitForFunction(
      (wanted) => document.querySelector<HTMLTextAreaElement>('#composer')?.value === wanted,
      text,
    )
  const bubble = (text: string) => page.locator('article[data-message-id]').filter({ hasText: text })
  const make = async (shortcode: string, message: string, file?: string) => {
    await page.getByRole('button', { name: 'Adicionar resposta' }).first().click()
    await dialog().getByLabel('Atalho').fill(shortcode)
    await dialog().getByLabel('Mensagem').fill(message)
    if (file !== undefined) {
      const content = { name: file, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 lista') }
      const chosen = page.waitForEvent('filechooser')
      await dialog().getByRole('button', { name: 'Escolher arquivo' }).click()
      await (await chosen).setFiles(content)
      await dialog().getByText(file).waitFor()
    }
    return dialog()
  }

  it(
    'quick messages are made on their page, with a file',
    async () => {
      await page.goto('/quick-messages')
      await page.getByText('Nenhuma resposta rápida ainda').waitFor()
      const one = await make('bomdia', '{{ms}}, {{firstName}}! Em que posso ajudar?')
      await one.getByRole('button', { name: 'Salvar' }).click()
      await inRow('bomdia').waitFor()
      const other = await make(
        'boleto',
        'Segue a lista de preços de sempre, com os valores desta semana.',
        'precos.pdf',
      )
      expect(await checkAccessibility(page)).toEqual([])
      await keepPicture(page, 'quick-message-dialog')
      await other.getByRole('button', { name: 'Salvar' }).click()
      await inRow('boleto').getByText('precos.pdf').waitFor()
      await noDialog(page)
      await inRow('boleto').getByRole('button', { name: 'Editar' }).click()
      await dialog().getByText('precos.pdf').waitFor()
      await page.keyboard.press('Escape')
      await noDialog(page)
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'quick-messages')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a slash offers them in the composer; variables and file come along',
    async () => {
      await desk.attend('Oi! Tem a lista de preços?')
      await composer().fill('{{ms}}, o pedido {{codigo}} saiu')
      await page.getByRole('status').getByText('vai como está escrito: {{codigo}}').waitFor()
      await composer().fill('')
      await chooseQuick(desk)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'several messages are forwarded to a contact, one after the other',
    async () => {
      const options = bubble('Oi! Tem a lista de preços?').getByRole('button', { name: 'Opções da mensagem' })
      const found = await options.elementHandle()
      await options.hover()
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      // The pressed element is still the one under the pointer.
      expect(await found?.evaluate(({ isConnected }) => isConnected)).toBe(true)
      await options.press('Enter')
      await chooseEntry(page, 'Encaminhar')
      await page.getByText('1 mensagem selecionada').waitFor()
      // axe would check a menu that is fading out.
      await page.locator('.ant-dropdown:visible').waitFor({ state: 'detached' })
      const boxes = page.getByRole('checkbox', { name: 'Selecionar a mensagem' })
      await boxes.first().press('Space')
      await page.getByRole('button', { name: 'Encaminhar' }).click()
      await page.getByText('Nenhuma mensagem selecionada').waitFor()
      await boxes.first().press('Space')
      await boxes.last().press('Space')
      await page.getByText('2 mensagens selecionadas').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'forward-selection')
      await page.getByRole('button', { name: 'Encaminhar' }).click()
      await dialog().getByRole('combobox', { name: 'Para' }).fill('Dora')
      await page.locator('.ant-select-item-option', { hasText: 'Dora Lima' }).waitFor()
      // The button is still disabled, so its colours do not change while axe checks them.
      expect(await checkAccessibility(page)).toEqual([])
      await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Dora Lima' }))
      await keepPicture(page, 'forward-dialog')
      // The second click has no effect: it neither stops the forwarding nor starts another one.
      await dialog().getByRole('button', { name: 'Encaminhar' }).dblclick()
      await page.getByText('2 mensagens encaminhadas.').waitFor()
      await composer().waitFor()
      const texts = await desk.phones.until(async () => {
        const all = await desk.phones.messages(FRIEND, COMPANY_NUMBER)
        return all.length < 2 ? undefined : all.map(({ kind, text }) => [kind, text])
      })
      expect(texts[0]).toEqual(['text', expect.stringContaining('Oi! Tem a lista de preços?')])
      expect(texts.length).toBe(2)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'several files go in their order, each with its caption; pictures are made smaller',
    async () => {
      await sendFiles(desk)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a text that shows nothing is not sent, a text that is cut says so, and a picture that is none has a sign',
    async () => {
      const send = page.getByRole('button', { name: 'Enviar', exact: true })
      await composer().fill('ol\u00e1')
      await send.waitFor()
      await composer().fill('\u200b\u2800')
      await send.waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      expect(await composer().inputValue()).toBe('\u200b\u2800')
      await composer().fill('')
      await page.evaluate(() => document.execCommand('insertText', false, 'palavra '.repeat(8000)))
      await page.getByRole('status').getByText('no máximo 60.000 caracteres').waitFor()
      await composer().fill('')
      await composer().evaluate((field) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File(['nenhuma foto'], '', { type: 'image/png' }))
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      const file = page.getByRole('figure').filter({ hasText: 'arquivo.png' })
      // the sign of a file, beside that of the button
      await file.locator('svg').nth(1).waitFor()
      expect(await file.locator('img').count()).toBe(0)
      await keepPicture(page, 'composer-no-picture')
      await file.getByRole('button', { name: 'Remover arquivo.png' }).click()
      await file.waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an emoji goes to the caret, and the caret stays behind it',
    async () => {
      await composer().fill('Bom dia!')
      await page.keyboard.press('Home')
      await page.getByRole('button', { name: 'Emojis' }).click()
      const emoji = page.locator('[data-epr-unified="1f600"]').first()
      await emoji.click()
      await says(page, '😀Bom dia!')
      await emoji.click()
      await says(page, '😀😀Bom dia!')
      // The list does not change while it is open. When it opens again, it starts with recently used emojis.
      const recent = page.getByRole('rowgroup', { name: 'Usados há pouco' }).getByRole('gridcell')
      await composer().click()
      await emoji.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Emojis' }).click()
      await recent.first().waitFor()
      expect(await recent.allTextContents()).toEqual(['😀'])
      await page.keyboard.press('Escape')
      await emoji.waitFor({ state: 'hidden' })
      await composer().fill('')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a recording is made, thrown away, kept while its sender is asked, and sent once',
    async () => {
      await recordVoice(desk)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a note for colleagues is written in a composer of its own and stands in the conversation',
    async () => {
      await composer().fill('uma resposta em rascunho')
      await page.keyboard.press('Escape')
      await page.keyboard.press('n')
      const noting = page.getByRole('region', { name: 'Observação interna' })
      await noting.getByRole('textbox').fill('Pede sempre desconto: falar com a gerente.')
      await page.keyboard.press('Enter')
      const written = page.getByRole('complementary', { name: 'Observação interna de Bia Souza' })
      await written.getByText('Pede sempre desconto').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'composer-note')
      await noting.getByRole('button', { name: 'Voltar à mensagem' }).click()
      expect(await composer().inputValue()).toBe('uma resposta em rascunho')
      await page.waitForFunction(() => document.activeElement?.id === 'composer')
      const onThePhone = (await desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)).map(
        ({ text }) => text ?? '',
      )
      expect(onThePhone.filter((text) => text.includes('desconto'))).toEqual([])
      await page.reload()
      await written.getByText('Pede sempre desconto').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'whoever answers beside a colleague is asked first',
    async () => {
      await whileColleagueRecords(desk, async () => {
        await page.getByRole('status').filter({ hasText: 'está respondendo' }).waitFor()
        await composer().fill('Já respondo!')
        await page.keyboard.press('Enter')
        await dialog().getByText('o contato recebe mais de uma resposta').waitFor()
        await keepPicture(page, 'composer-both')
        await dialog().getByRole('button', { name: 'Enviar mesmo assim' }).click()
        await bubble('Já respondo!').waitFor()
      })
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a draft follows to the device where its writer signs in next; what is sent there is gone here',
    async () => {
      // A recently sent message, and the removal of its draft, may still be on the way.
      const kept = async (at: Page, text: string) => {
        const answer = await at.waitForResponse((answer) => {
          const request = answer.request()
          return /\/drafts\//.test(request.url()) && request.postDataJSON()?.text === text
        })
        expect(answer.status()).toBe(200)
      }
      const saved = kept(page, 'Continuo em casa')
      await composer().fill('Continuo em casa')
      await saved
      const { pathname } = new URL(page.url())
      const home = await desk.open()
      await signInByForm(home, AGENT)
      await home.goto(pathname)
      await says(home, 'Continuo em casa')
      await keepPicture(home, 'composer-draft-elsewhere')
      const removed = kept(home, '')
      await home.locator('#composer').press('Enter')
      await removed
      await page.waitForURL(/\/login/)
      await signInByForm(page, AGENT)
      await page.goto(pathname)
      await bubble('Continuo em casa').waitFor()
      await says(page, '')
      await home.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a draft that another window stores while the conversation is built is shown',
    async () => {
      const { body } = await desk.admin.get<{ tickets: { id: number; uuid: string; userId: number }[] }>(
        '/tickets?status=open&showAll=true',
      )
      const ticket = body.tickets.find(({ uuid }) => page.url().endsWith(uuid))
      const draft = JSON.stringify({ text: 'De outra janela', at: Date.now(), saved: false })
      await page.addInitScript(
        ([key, draft]) => {
          const listen = EventTarget.prototype.addEventListener
          window.addEventListener = function (this: Window, ...call: Parameters<typeof listen>) {
            const built = document.querySelector('#composer') !== null
            if (built && call[0] === 'storage') localStorage.setItem(key, draft)
            listen.apply(window, call)
          }
        },
        [`guiche.draft.${ticket?.userId}.${ticket?.id}`, draft] as const,
      )
      await page.reload()
      await says(page, 'De outra janela')
    },
    STEP_TIMEOUT_MS,
  )
})
