import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { keepPictures } from './browser.js'
import type { Desk } from './desk.js'

/** A PNG of noise. It is larger than the picture that the composer sends, in bytes and pixels. */
const noise = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const small = new OffscreenCanvas(500, 300)
    const large = new OffscreenCanvas(2000, 1200)
    const [context, wide] = [small.getContext('2d'), large.getContext('2d')]
    if (context === null || wide === null) throw new Error('no canvas')
    const noise = context.createImageData(500, 300)
    for (let at = 0, seed = 1; at < noise.data.length; at++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
      noise.data[at] = at % 4 === 3 ? 255 : (seed >> 16) & 255
    }
    context.putImageData(noise, 0, 0)
    wide.drawImage(small, 0, 0, 2000, 1200)
    const blob = await large.convertToBlob({ type: 'image/png' })
    return new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
      reader.readAsDataURL(blob)
    })
  })
  return Buffer.from(base64, 'base64')
}

/** Attaches several files in the open conversation and sends the valid ones. */
export const sendFiles = async ({ page }: Pick<Desk, 'page'>): Promise<void> => {
  const bubble = (text: string) => page.locator('article[data-message-id]').filter({ hasText: text })
  const photo = await noise(page)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Anexar arquivo' }).click()
  await (await chosen).setFiles([
    { name: 'dois.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 dois') },
    { name: 'um.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 um') },
    { name: 'foto.png', mimeType: 'image/png', buffer: photo },
    { name: 'iphone.heic', mimeType: '', buffer: Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1') },
    { name: 'fatura.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  await page.getByRole('alert').getByText('o WhatsApp não aceita programas: fatura.exe').waitFor()
  await page.getByRole('status').getByText('Vai como arquivo').getByText('iphone.heic').waitFor()
  await keepPictures(page, 'composer-files')
  await page.getByRole('button', { name: 'Remover iphone.heic' }).click()
  // The text becomes the caption of the first file.
  await page.getByRole('textbox', { name: 'Legenda de um.pdf' }).fill('o contrato')
  await page.getByRole('button', { name: 'Remover dois.pdf' }).click()
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('#composer')?.value === 'o contrato',
  )
  await page.getByRole('textbox', { name: 'Legenda de foto.jpg' }).fill('a foto')
  await keepPictures(page, 'composer-captions')
  await page.locator('#composer').press('Enter')
  await bubble('um.pdf').filter({ hasText: 'o contrato' }).waitFor()
  await bubble('a foto').locator('img').waitFor()
  const sent = await bubble('a foto')
    .locator('img')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const blob = await (await fetch(image.src)).blob()
      return { width: image.naturalWidth, type: blob.type, size: blob.size }
    })
  expect(sent).toMatchObject({ width: 1600, type: 'image/jpeg' })
  expect(sent.size).toBeLessThan(photo.length / 2)
}
