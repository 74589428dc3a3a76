import type { Phones } from '@guiche/launcher/testing/phones.js'
import { recordedFile } from '@guiche/wa-gateway/testing/recorded.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkAccessibility, holdCalls, keepPicture, signInByForm } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

const OTHER = { email: 'rui@guiche.test', password: 'segredo-3' }

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return box
}

describe('what a customer may send, as an agent sees it', () => {
  let desk: Desk
  let phones: Phones
  let agent: Page
  let address: string

  beforeAll(async () => {
    desk = await startDesk()
    ;({ phones, page: agent } = desk)
    await desk.attend('Oi, tudo')
    address = agent.url()
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())
  const bubble = (text: string) =>
    agent.getByRole('log').getByRole('article').filter({ hasText: text }).last()
  /** Sends a file from the customer. */
  const file = (content: Uint8Array<ArrayBuffer>, type: string, about: Record<string, string>) => {
    const path = `/phones/${CUSTOMER_NUMBER}/chats/${COMPANY_NUMBER}/files?${new URLSearchParams(about)}`
    return phones.call<{ id: string }>('POST', path, new Blob([content], { type }))
  }
  const picture = async (width: number, height: number, more: Record<string, string> = {}) => {
    const create = { width, height, channels: 3, background: '#3a7' } as const
    const content = new Uint8Array(await sharp({ create }).jpeg().toBuffer())
    return file(content, 'image/jpeg', { kind: 'image', width: `${width}`, height: `${height}`, ...more })
  }
  const write = async (text: string) => {
    await agent.locator('#composer').fill(text)
    await agent.keyboard.press('Enter')
    await bubble(text.split('\n').at(-1) ?? '')
      .locator('[data-delivery=delivered]')
      .waitFor()
  }

  it(
    'puts the time on the last line of the text, and the name once above a group',
    async () => {
      await write('Bom dia')
      await write('Tudo certo por aqui')
      const words = 'Um texto que é bem mais longo, '.repeat(8).trim()
      await phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, words)
      await bubble('bem mais longo').waitFor()

      for (const text of ['Oi, tudo', 'Tudo certo por aqui']) {
        expect((await boxOf(bubble(text))).height).toBeLessThanOrEqual(36)
      }
      const time = await boxOf(bubble('bem mais longo').locator('time'))
      const whole = await boxOf(bubble('bem mais longo'))
      expect(whole.y + whole.height - (time.y + time.height)).toBeLessThanOrEqual(8)
      const name = await agent.evaluate(() => document.querySelector('[role=log]')?.textContent ?? '')
      expect(name.split('Bia Souza').length - 1).toBe(1)
      expect(name).not.toContain('*')
      await keepPicture(agent, 'bubbles')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'keeps the message options beside the text, also on a small touch screen',
    async () => {
      await desk.admin.post('/users', { name: 'Rui', profile: 'admin', ...OTHER })
      const viewport = { width: 1024, height: 740 }
      const phone = await desk.open({ viewport, hasTouch: true, isMobile: true })
      await signInByForm(phone, OTHER)
      await phone.setViewportSize({ width: 360, height: 740 })
      await phone.goto(address)
      const log = phone.getByRole('log')
      await log.getByText('bem mais longo').waitFor()
      await keepPicture(phone, 'bubbles-360')
      for (const article of await log.getByRole('article').all()) {
        const text = await boxOf(article)
        const button = await boxOf(article.getByRole('button', { name: 'Opções da mensagem' }))
        expect(button.x >= text.x + text.width || button.x + button.width <= text.x).toBe(true)
        expect(button.x).toBeGreaterThanOrEqual(0)
        expect(button.x + button.width).toBeLessThanOrEqual(360)
      }
      await phone.context().close()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows pictures whole, in a place that is kept for them, and side by side when they come together',
    async () => {
      // A picture that loads slowly has its space already.
      const release = await holdCalls(agent, /\/api\/public\//)
      await picture(300, 600)
      const place = agent.getByRole('button', { name: /^Abrir: Foto/ }).last()
      const size = async () => {
        const { width, height } = await boxOf(place)
        return [width, height].map(Math.round)
      }
      await place.waitFor()
      expect(await size()).toEqual([200, 400])
      release()
      await agent.waitForFunction(() => {
        const pictures = document.querySelectorAll<HTMLImageElement>('[role=log] article img')
        return [...pictures].at(-1)?.naturalHeight === 600
      })
      expect(await size()).toEqual([200, 400])
      await agent.unroute(/\/api\/public\//)

      await picture(800, 600)
      await agent.getByRole('article', { name: /álbum de 2/ }).waitFor()
      const album = agent.getByRole('article', { name: /álbum de 2/ })
      // The second picture can be opened once its file is loaded.
      const open = album.getByRole('button', { name: /^Abrir/ })
      await open.nth(1).waitFor()
      const [one, two] = await Promise.all([boxOf(open.first()), boxOf(open.last())])
      expect(Math.abs(one.y - two.y)).toBeLessThan(2)
      expect(Math.abs(one.width / one.height - 0.5)).toBeLessThan(0.03)
      expect(Math.abs(two.width / two.height - 4 / 3)).toBeLessThan(0.03)
      await keepPicture(agent, 'album')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a picture that did not load can be loaded again, and is once there is a line again',
    async () => {
      const files = /\/api\/public\//
      await agent.route(files, (route) => route.abort())
      await agent.reload()
      const again = agent.getByRole('button', { name: 'Não carregou. Tentar de novo' })
      await again.nth(1).waitFor()
      await keepPicture(agent, 'not-loaded')
      await agent.unroute(files)
      await again.last().click()
      const open = agent.getByRole('button', { name: /^Abrir: Foto/ })
      await open.waitFor()
      await agent.evaluate(() => dispatchEvent(new Event('online')))
      await open.nth(1).waitFor()
      expect(await again.count()).toBe(0)
      // The test made the browser refuse these requests.
      desk.problems.splice(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'browses pictures by keys, zooms and saves them, and returns the focus',
    async () => {
      const opener = agent.getByRole('button', { name: /^Abrir: Foto/ }).last()
      await opener.focus()
      await agent.keyboard.press('Enter')
      const viewer = agent.getByRole('dialog', { name: 'Fotos e vídeos da conversa' })
      await viewer.getByText('2/2').waitFor()
      expect(await checkAccessibility(agent)).toEqual([])
      const width = () => viewer.getByRole('img', { name: 'Foto' }).evaluate((image) => image.clientWidth)
      const before = await width()
      await agent.keyboard.press('+')
      expect(await width()).toBeGreaterThan(before)
      await viewer.getByRole('button', { name: 'Reduzir' }).click()
      expect(await width()).toBe(before)
      await keepPicture(agent, 'viewer')
      const download = agent.waitForEvent('download')
      await viewer.getByRole('link', { name: 'Baixar' }).click()
      await (await download).cancel()
      await agent.keyboard.press('ArrowLeft')
      await viewer.getByText('1/2').waitFor()
      expect(await viewer.getByRole('button', { name: 'Anterior' }).count()).toBe(0)
      await agent.keyboard.press('Escape')
      await viewer.waitFor({ state: 'detached' })
      // The conversation stays open: the key closes only the viewer.
      expect(agent.url()).toBe(address)
      expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'plays voice notes, at a speed that is remembered and from where one points to',
    async () => {
      // The message has no waveform, so the server computes one.
      await file(new Uint8Array(recordedFile('whatsapp.ogg')), 'audio/ogg', { kind: 'voice', seconds: '2' })
      const note = agent.getByRole('log').getByRole('article').last()
      await note.getByRole('button', { name: 'Ouvir, 0:02' }).waitFor()
      const bars = (await note.locator('svg[preserveAspectRatio] path').first().getAttribute('d')) ?? ''
      expect(new Set(bars.match(/v\d+/g)).size).toBeGreaterThan(3)
      await note.getByRole('img', { name: 'Ainda não ouvida' }).waitFor()
      await note.getByRole('button', { name: 'Velocidade 1×' }).click()
      await note.getByRole('button', { name: 'Velocidade 1,5×' }).waitFor()
      const played = () => note.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).playbackRate)
      await note.getByRole('button', { name: /^Ouvir/ }).click()
      await note.getByRole('img', { name: 'Ouvida', exact: true }).waitFor()
      expect(await played()).toBe(1.5)
      await note.getByRole('slider', { name: 'Posição no áudio' }).focus()
      await agent.keyboard.press('End')
      await note.getByRole('button', { name: /^Ouvir/ }).waitFor()

      await agent.reload()
      await note.getByRole('button', { name: 'Velocidade 1,5×' }).waitFor()
      await note.getByRole('img', { name: 'Ouvida', exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows what is neither text nor picture as what it is',
    async () => {
      const chat = `/phones/${CUSTOMER_NUMBER}/chats/${COMPANY_NUMBER}`
      const pdf = new TextEncoder().encode('%PDF-1.4\n%%EOF')
      await file(pdf, 'application/pdf', { kind: 'document', name: 'conta.pdf', pages: '3' })
      await bubble('conta.pdf').getByText('PDF · 3 páginas · 14 B').waitFor()

      const place = { latitude: -23.5, longitude: -46.6, name: 'Padaria Central', address: 'Rua Augusta, 1' }
      await phones.call('POST', `${chat}/places`, place)
      const map = bubble('Padaria Central').getByRole('link', { name: /Abrir no mapa/ })
      expect(await map.getAttribute('href')).toContain('https://maps.google.com/maps?q=-23.5%2C-46.6')
      expect(await map.getAttribute('rel')).toContain('noopener')
      await bubble('Padaria Central').getByText('Rua Augusta, 1', { exact: true }).waitFor()

      await phones.call('POST', `${chat}/polls`, { question: 'Qual dia?', options: ['Segunda', 'Terça'] })
      await bubble('Qual dia?').getByRole('listitem').filter({ hasText: 'Terça' }).waitFor()
      await phones.call('POST', `${chat}/odd`, { kind: 'event', text: 'Festa junina' })
      await bubble('Festa junina').getByText('Evento', { exact: true }).waitFor()
      await picture(10, 10, { viewOnce: 'true' })
      await bubble('Enviada para ser vista uma só vez').waitFor()
      const { callId } = await phones.call<{ callId: string }>('POST', `${chat}/calls`, { video: true })
      await phones.call('DELETE', `${chat}/calls/${callId}`)
      await bubble('Chamada de vídeo perdida').waitFor()

      const preview = { url: 'https://exemplo.com/paes', title: 'Pães artesanais', description: 'Receitas' }
      await phones.call('POST', `${chat}/texts`, { text: 'Veja exemplo.com/paes', preview })
      const link = bubble('Veja exemplo.com').getByRole('link', {
        name: /Pães artesanais Receitas exemplo.com/,
      })
      expect(await link.getAttribute('href')).toBe('https://exemplo.com/paes')
      await keepPicture(agent, 'kinds')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows who has reacted, by pointer and by keyboard',
    async () => {
      const mine = await phones.until(async () =>
        (await phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)).find(({ text }) =>
          text?.endsWith('Bom dia'),
        ),
      )
      await phones.call('PUT', `/phones/${CUSTOMER_NUMBER}/messages/${mine.id}/reaction`, { emoji: '❤️' })
      const reacted = bubble('Bom dia').getByRole('button', { name: 'Reações: ❤️' })
      await reacted.focus()
      await agent.keyboard.press('Enter')
      await agent.getByRole('tooltip').getByText('Caio Prado').waitFor()
      await agent.keyboard.press('Escape')
      await agent.getByRole('tooltip').getByText('Caio Prado').waitFor({ state: 'hidden' })
      expect(agent.url()).toBe(address)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'starts a conversation with somebody on a card',
    async () => {
      await phones.add('5511977776666', 'Ana Lima')
      const card = { name: 'Ana Lima', number: '5511977776666' }
      await phones.call('POST', `/phones/${CUSTOMER_NUMBER}/chats/${COMPANY_NUMBER}/cards`, card)
      const number = bubble('Ana Lima').getByRole('link', { name: '+55 (11) 97777-6666' })
      expect(await number.getAttribute('href')).toBe('tel:+5511977776666')
      await agent.getByRole('button', { name: 'Conversar com Ana Lima' }).click()
      const dialog = agent.getByRole('dialog')
      await dialog.getByTitle('Ana Lima · +55 (11) 97777-6666').waitFor()
      await dialog.getByRole('button', { name: 'Iniciar' }).click()
      await agent.waitForURL((url) => url.pathname.startsWith('/tickets/') && url.href !== address)
      await agent.getByText('Atendido por Bia Souza').waitFor()
      await agent.goto(address)
      await bubble('Ana Lima').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it('has no fault that axe finds, and none in the console', async () => {
    expect(await checkAccessibility(agent)).toEqual([])
    expect(desk.problems).toEqual([])
  })
})
