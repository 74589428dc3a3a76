import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brandsOf } from '@guiche/contracts/company/brand.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { brandingOf } from '@guiche/contracts/views/present-settings.js'
import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createHttpApp } from './app.js'
import { createBranding, manifestWith, pageWith } from './branding.js'

const PAGE = `<!doctype html><html lang="pt-BR"><head><link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="apple-touch-icon" href="/apple-touch-icon.png" /></head><body></body></html>`
const NONE = { brands: {}, logos: {} }
const BLOB = 'a1b2c3d4e5f6a7b8c9d0'
const settings = { logoFavicon: `${BLOB}.ico`, logoFavicon256x256: `${BLOB}.png`, colorLight: '#0b5a8a' }

describe('the branding of a platform', () => {
  it('has addresses that change with their files, and colours derived from one colour', () => {
    const branding = brandingOf({ settings })
    expect(branding.logos).toEqual({
      favicon: '/api/public/logotipos/favicon.ico?v=a1b2c3d4e5f6',
      'favicon-256x256': '/api/public/logotipos/favicon-256x256.png?v=a1b2c3d4e5f6',
    })
    expect(Object.keys(branding.brands)).toEqual(['light'])
    expect(brandingOf(null)).toEqual(NONE)
  })

  it('is in the page from its first paint on', () => {
    const page = pageWith(PAGE, brandingOf({ settings }))
    expect(page).toContain('<link rel="icon" href="/api/public/logotipos/favicon.ico?v=a1b2c3d4e5f6" />')
    expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />')
    expect(page).toMatch(
      /<style id="brand">:root\[data-theme='light'\]\{--g-brand:#0b5a8a;[^<]*<\/style><\/head>/,
    )
    const [, branding = ''] = /data-looks="([^"]*)"/.exec(page) ?? []
    expect(JSON.parse(branding.replaceAll('&quot;', '"'))).toEqual(brandingOf({ settings }))
    expect(pageWith(PAGE, NONE)).toBe(PAGE)
  })

  it('cannot break out of an HTML attribute', () => {
    const page = pageWith(PAGE, { brands: {}, logos: { favicon: '/x.png?v="><script>' } })
    expect(page).not.toContain('<script>')
  })

  it('is in the web app manifest', () => {
    const manifest = '{"name":"Guichê","theme_color":"#0e6b62","icons":[{"src":"/icon.svg"}]}'
    expect(JSON.parse(manifestWith(manifest, NONE))).toEqual(JSON.parse(manifest))
    expect(JSON.parse(manifestWith(manifest, brandingOf({ settings })))).toEqual({
      ...{ name: 'Guichê', theme_color: '#0b5a8a' },
      icons: [
        {
          ...{ src: '/api/public/logotipos/favicon-256x256.png?v=a1b2c3d4e5f6', sizes: '256x256' },
          ...{ type: 'image/png', purpose: 'any' },
        },
      ],
    })
  })

  it('is sent with page and manifest in its present state', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'guiche-web-'))
    await writeFile(join(dir, 'index.html'), PAGE)
    await writeFile(join(dir, 'manifest.webmanifest'), '{"icons":[]}')
    let branding = brandingOf(null)
    const app = createHttpApp({
      config: { publicUrl: 'http://office.example' },
      logger: pino({ level: 'silent' }),
      routers: { api: [] },
      health: async () => ({ ready: true }),
      branding: async () => branding,
      webDist: dir,
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
      return { headers: answer.headers, text: await answer.text() }
    }
    expect((await get('/settings')).text).toBe(PAGE)
    branding = brandingOf({ settings })
    expect((await get('/settings')).text).toBe(pageWith(PAGE, branding))
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    expect(JSON.parse(manifest.text).theme_color).toBe('#0b5a8a')
    server.close()
    await rm(dir, { recursive: true })
  })

  it('stays as last read while reading fails', async () => {
    let away = false
    const company = async () => {
      if (away) throw new Error('away')
      return { settings: { colorDark: '#55bdae' } } as unknown as CompanyDoc
    }
    const branding = createBranding({ company }, () => new Date(0))
    const known = { ...NONE, brands: brandsOf({ light: '', dark: '#55bdae' }) }
    expect(await branding()).toEqual(known)
    away = true
    expect(await branding()).toEqual(known)
  })
})
