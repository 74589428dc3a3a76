import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkAccessibility, keepPicture, keepPictures } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

/** A person plays the customers. */
describe('the page of the simulated phones', () => {
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    desk = await startDesk()
    page = await desk.open({ colorScheme: 'light' })
    // The session of the first administrator: only super users may play the customers.
    const cookies = desk.admin.cookies.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: desk.url }
    })
    await page.context().addCookies(cookies)
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const phone = (name: string) => page.locator('#phones').getByRole('button', { name: new RegExp(name) })
  const message = (text: string) => page.locator('#messages > li').filter({ hasText: text })
  const form = () => page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const other = async (kind: string) => {
    await button('Enviar outra coisa').click()
    await page.getByRole('group', { name: 'Enviar outra coisa' }).getByRole('button', { name: kind }).click()
  }
  const files = async (kind: string, ...chosen: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const asked = page.waitForEvent('filechooser')
    await other(kind)
    await (await asked).setFiles(chosen)
  }
  const fill = async (kind: string, values: Readonly<Record<string, string>>) => {
    await other(kind)
    for (const [label, value] of Object.entries(values)) await form().getByLabel(label).fill(value)
    await form().getByRole('button', { name: 'Enviar' }).click()
    await form().waitFor({ state: 'detached' })
  }
  const kinds = async () =>
    (await desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)).map(({ kind }) => kind)

  it(
    'finds phones, and lets a person write as a customer by the keyboard',
    async () => {
      await page.goto('/simulator/')
      await phone('Padaria').waitFor()
      await page.getByRole('searchbox').fill('cáio')
      await phone('Padaria').waitFor({ state: 'detached' })
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('#text:focus').waitFor()
      await page.keyboard.type('Oi! Vocês abrem hoje?')
      await page.keyboard.press('Enter')
      await message('Vocês abrem hoje?').getByRole('img', { name: 'Entregue' }).waitFor()
      await page.getByRole('searchbox').fill('abrem')
      await phone('Caio Prado').getByText('Oi! Vocês abrem hoje?').waitFor()
      await page.getByRole('searchbox').fill('')
      await phone('Padaria').first().waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'sends every kind of message',
    async () => {
      const create = { width: 60, height: 40, channels: 3, background: '#c07a4a' } as const
      const picture = {
        name: 'bolo.jpg',
        mimeType: 'image/jpeg',
        buffer: await sharp({ create }).jpeg().toBuffer(),
      }
      const pdf = { name: 'conta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 pão') }
      await files('Fotos e vídeos', picture, { ...picture, name: 'mesa.jpg' })
      await files('Para ver uma só vez', picture)
      await message('Para ver uma só vez').waitFor()
      await files('Documento', pdf)
      await files('Figurinha', picture)
      await fill('Localização', { Nome: 'Padaria Central' })
      await fill('Contato', { Nome: 'Ana Lima', Número: '5511977776666' })
      await fill('Enquete', { Pergunta: 'Qual dia?', 'Opções, uma por linha': 'Segunda\nTerça' })
      const link = {
        Texto: 'Veja',
        'Endereço do link': 'https://exemplo.com/paes',
        Título: 'Pães artesanais',
      }
      await fill('Link com prévia', link)
      await fill('Outros tipos', { Texto: 'Festa junina' })
      await message('Pães artesanais').waitFor()
      await desk.phones.until(async () => ((await kinds()).length === 11 ? true : undefined))
      expect(await kinds()).toEqual(
        [
          'text',
          'image',
          'image',
          'image',
          'document',
          'sticker',
          'location',
          'contact',
          'poll',
          'text',
        ].concat('unknown'),
      )
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'simulator')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows what the desk answers; it is quoted, changed and taken back, and gets a reaction',
    async () => {
      const ticket = await desk.attend('Alguém aí?')
      await desk.admin.post(`/messages/${ticket.id}`, { body: 'Abrimos até as 18h', fromMe: true })
      await message('Abrimos até as 18h').getByRole('button', { name: 'Responder' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('Então vou já')
      await page.keyboard.press('Enter')
      const mine = message('Então vou já')
      await mine.locator('blockquote').getByText('Abrimos até as 18h').waitFor()
      await mine.getByRole('button', { name: 'Editar' }).click()
      await page.locator('#text').fill('Então vou amanhã')
      await page.keyboard.press('Enter')
      await message('Então vou amanhã').getByText('editada').waitFor()
      const theirs = message('Abrimos até as 18h').first()
      await theirs.getByRole('button', { name: 'Reagir' }).click()
      await theirs.getByRole('button', { name: '👍' }).click()
      await desk.page.getByRole('button', { name: 'Reações: 👍' }).waitFor()
      await message('Então vou amanhã').getByRole('button', { name: 'Apagar para todos' }).click()
      await message('Então vou amanhã').waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'lets twenty customers write, shows how far they are, and stops them',
    async () => {
      await button('Dia movimentado').click()
      expect(await checkAccessibility(page)).toEqual([])
      await form().getByRole('button', { name: 'Começar' }).click()
      await page.getByRole('progressbar', { name: 'mensagens do dia movimentado' }).waitFor()
      await phone('Dona Neide').waitFor()
      expect(await page.locator('#phones > li').count()).toBe(22)
      await keepPicture(page, 'simulator-busy-day')
      expect(await checkAccessibility(page)).toEqual([])
      await button('Parar').click()
      await page.getByText('O dia movimentado terminou.').waitFor()
      await button('Dia movimentado').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'is a list and a conversation on a phone, in the dark too, with a way back to the app',
    async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await button('Usar tema escuro').click()
      await page.locator('html[data-theme=dark]').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await button('Voltar à lista').click()
      await page.locator('#text').waitFor({ state: 'hidden' })
      expect(await checkAccessibility(page)).toEqual([])
      await keepPicture(page, 'simulator-list-360')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      expect(desk.problems).toEqual([])
      await page.getByRole('link', { name: 'Voltar ao aplicativo' }).click()
      await page.waitForURL(/\/tickets/)
      await page.locator('html[data-theme=dark]').waitFor()
    },
    STEP_TIMEOUT_MS,
  )
})
