import { type BrandScheme, brandCss, brandsOf } from '@guiche/contracts/company/brand.js'
import { LOGO_REFS, logoAddress, logoKey } from '@guiche/contracts/company/logos.js'
import type { Branding } from '@guiche/contracts/views/present-settings.js'

const root = document.documentElement
const currentLook = (): Branding => ({ brands: {}, logos: {}, ...JSON.parse(root.dataset.looks ?? '{}') })

const styleSheet = (): HTMLElement => {
  const found = document.getElementById('brand')
  if (found !== null) return found
  const made = document.createElement('style')
  made.id = 'brand'
  return document.head.appendChild(made)
}
const setIcon = (rel: string, address: string | undefined): void => {
  if (address !== undefined) document.querySelector(`link[rel="${rel}"]`)?.setAttribute('href', address)
}

/** Applies a look to the page, in the form that the server writes. */
const applyLooks = (looks: Branding): void => {
  root.dataset.looks = JSON.stringify(looks)
  styleSheet().textContent = brandCss(looks.brands)
  setIcon('icon', looks.logos.favicon ?? '/icon.svg')
  setIcon('apple-touch-icon', looks.logos['apple-touch-icon'] ?? '/apple-touch-icon.png')
  dispatchEvent(new Event('looks'))
}

const SCHEMES: Readonly<Record<string, BrandScheme>> = { colorLight: 'light', colorDark: 'dark' }
/** Shows a colour of the platform; empty: the default. */
export const showColor = (scheme: BrandScheme, color: string): void => {
  const { brands, logos } = currentLook()
  const { [scheme]: _, ...others } = brands
  applyLooks({ logos, brands: { ...others, ...brandsOf({ light: '', dark: '', [scheme]: color }) } })
}

/** Applies a platform setting that changes the app's look; other settings have no effect here. */
export const applyLook = (key: string, value: string): void => {
  const scheme = SCHEMES[key]
  if (scheme !== undefined) return showColor(scheme, value)
  const ref = LOGO_REFS.find((one) => logoKey(one) === key)
  if (ref === undefined) return
  const { brands, logos } = currentLook()
  const { [ref]: _, ...others } = logos
  const address = logoAddress(ref, value)
  applyLooks({ brands, logos: address === null ? others : { ...others, [ref]: address } })
}
