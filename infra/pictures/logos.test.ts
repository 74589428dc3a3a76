import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { drawLogo, isWholeIco, LOGO_LIMITS, logoKindOf } from './logos.js'

const FREE = { side: 200, square: false, background: null } as const
const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#ff000080' }, limitInputPixels: false })
    .png()
    .toBuffer()
const createSvg = (inner: string, size = 'width="20" height="10"') =>
  Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`)
const RED = '<rect width="20" height="10" fill="#ff0000"/>'

/** An icon file with these icons. */
const createIco = (...icons: Buffer[]): Buffer => {
  const head = Buffer.alloc(6 + 16 * icons.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(icons.length, 4)
  let offset = head.length
  for (const [n, icon] of icons.entries()) {
    head.writeUInt32LE(icon.length, 6 + 16 * n + 8)
    head.writeUInt32LE(offset, 6 + 16 * n + 12)
    offset += icon.length
  }
  return Buffer.concat([head, ...icons])
}

describe('a logo', () => {
  it('is recognised by its bytes', async () => {
    expect(logoKindOf(await plainPicture(2, 2))).toBe('png')
    expect(logoKindOf(createIco(await plainPicture(2, 2)))).toBe('ico')
    expect(logoKindOf(Buffer.from('\uFEFF <!-- ours --><svg viewBox="0 0 1 1"/>'))).toBe('svg')
    for (const other of ['<html><body>', 'GIF89a', '', 'svg', '<?xml version="1.0"?><a/>', '%PDF-1.7 <svg '])
      expect(logoKindOf(Buffer.from(other))).toBeNull()
  })

  it('becomes a PNG of the requested size', async () => {
    const shrunk = await drawLogo(await plainPicture(400, 100), FREE)
    expect(await sharp(shrunk as Buffer).metadata()).toMatchObject({ format: 'png', width: 200, height: 50 })
    // An SVG has no pixels of its own.
    const drawn = await drawLogo(createSvg(RED), FREE)
    expect(await sharp(drawn as Buffer).metadata()).toMatchObject({ width: 200, height: 100 })
    const square = await drawLogo(createSvg(RED), { side: 64, square: true, background: '#ffffff' })
    const { data, info } = await sharp(square as Buffer)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, [...data.subarray(0, 3)]]).toEqual([64, 64, [255, 255, 255]])
  })

  it('keeps only the pixels of a hostile drawing', async () => {
    const hostile = createSvg(
      `<script>alert(1)</script><foreignObject><iframe src="file:///etc/passwd"/></foreignObject>
       <image href="file:///etc/passwd" width="9" height="9"/><image href="http://127.0.0.1:1/x.png" width="9" height="9"/>
       <style>@import url(http://127.0.0.1:1/a.css)</style><g onload="alert(2)">${RED}</g>`,
    )
    const drawn = (await drawLogo(hostile, FREE)) as Buffer
    expect(logoKindOf(drawn)).toBe('png')
    for (const word of ['script', 'alert', 'onload', 'passwd', 'http'])
      expect(drawn.includes(word)).toBe(false)
  })

  it('of forty megapixels is refused, like a damaged or endless one', async () => {
    expect(await drawLogo(await plainPicture(8000, 5000), FREE)).toBe('too-large')
    expect(await drawLogo(createSvg('', 'width="8000" height="5000"'), FREE)).toBe('too-large')
    expect(await drawLogo((await plainPicture(90, 90)).subarray(0, 60), FREE)).toBeNull()
    expect(await drawLogo(Buffer.from('<svg'), FREE)).toBeNull()
    // Each level draws the level below ten times.
    const levels = Array.from(
      { length: 12 },
      (_, n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`,
    )
    const bomb = createSvg(`<defs><g id="l0">${RED}</g>${levels.join('')}</defs><use href="#l12"/>`)
    const started = performance.now()
    await drawLogo(bomb, FREE, { ...LOGO_LIMITS, timeMs: 1500 })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('of icons is accepted complete, or refused', async () => {
    const icon = await plainPicture(32, 32)
    const bitmap = Buffer.alloc(60)
    bitmap.writeUInt32LE(40, 0)
    bitmap.writeInt32LE(16, 4)
    bitmap.writeInt32LE(32, 8)
    expect([isWholeIco(createIco(icon, bitmap)), isWholeIco(createIco(icon).subarray(0, -4))]).toEqual([
      true,
      false,
    ])
    expect([isWholeIco(createIco()), isWholeIco(createIco(await plainPicture(2000, 4)))]).toEqual([
      false,
      false,
    ])
    expect(isWholeIco(createIco(Buffer.from('<script>alert(1)</script>'.repeat(3))))).toBe(false)
    expect(isWholeIco(icon)).toBe(false)
  })
})
