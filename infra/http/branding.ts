import { brandCss } from '@guiche/contracts/company/brand.js'
import { type Branding, brandingOf } from '@guiche/contracts/views/present-settings.js'
import type { Records } from '../records/records.js'
import { singleFlight } from '../single-flight.js'

/** Milliseconds after a failed read of the platform's settings before the next read. */
const RETRY_MS = 2000

/**
 * The platform's current branding; concurrent callers share one read. Falls back to the last known branding if the read
 * fails.
 */
export const createBranding = (
  records: Pick<Records, 'company'>,
  now: () => Date,
): (() => Promise<Branding>) => {
  let known: Branding = { brands: {}, logos: {} }
  let failedAt = Number.NEGATIVE_INFINITY
  const read = singleFlight(async () => {
    try {
      known = brandingOf(await records.company(0))
    } catch {
      failedAt = now().getTime()
    }
  })
  return async () => {
    if (now().getTime() - failedAt >= RETRY_MS) await read()
    return known
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escapeAttribute = (text: string): string => text.replace(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign)

/**
 * The app's page with the platform's own look, for its first paint. Colours are a stylesheet, icons are
 * links, and an attribute has the whole look for the app (web/src/theme/branding.ts).
 */
export const pageWith = (page: string, branding: Branding): string => {
  const { brands, logos } = branding
  if (Object.keys(brands).length + Object.keys(logos).length === 0) return page
  const icon = (rel: string, address: string | undefined) => (text: string) => {
    const begins = text.indexOf(`<link rel="${rel}"`)
    if (address === undefined || begins < 0) return text
    const ends = text.indexOf('>', begins) + 1
    return `${text.slice(0, begins)}<link rel="${rel}" href="${escapeAttribute(address)}" />${text.slice(ends)}`
  }
  const css = brandCss(brands)
  const styled = css === '' ? page : page.replace('</head>', `<style id="brand">${css}</style></head>`)
  return [icon('icon', logos.favicon), icon('apple-touch-icon', logos['apple-touch-icon'])]
    .reduce((text, change) => change(text), styled)
    .replace('<html ', `<html data-looks="${escapeAttribute(JSON.stringify(branding))}" `)
}

/**
 * The manifest of the app with the platform's own icon and colour. Browsers take no ICO file from a manifest, so such
 * icons are left out.
 */
export const manifestWith = (manifest: string, { brands, logos }: Branding): string => {
  const icon = logos['favicon-256x256']
  const own = icon?.includes('.png')
    ? { icons: [{ src: icon, sizes: '256x256', type: 'image/png', purpose: 'any' }] }
    : {}
  const color = brands.light === undefined ? {} : { theme_color: brands.light.brand }
  return JSON.stringify({ ...(JSON.parse(manifest) as object), ...own, ...color })
}
