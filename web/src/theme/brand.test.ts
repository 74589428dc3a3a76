import { type Brand, brandFault, THEME_COLORS } from '@guiche/contracts/company/brand.js'
import { describe, expect, it } from '@jest/globals'
import { PALETTES, type Scheme } from './tokens.js'

describe.each(['light', 'dark'] satisfies Scheme[])('the brand in the %s theme', (scheme) => {
  const palette = PALETTES[scheme]
  it('is checked against the grounds and texts of the tokens', () => {
    const { ground, surface, raised, sunken, text } = palette
    expect(new Set(THEME_COLORS[scheme].grounds)).toEqual(new Set([ground, surface, raised, sunken]))
    expect([THEME_COLORS[scheme].surface, THEME_COLORS[scheme].text]).toEqual([surface, text])
  })
  it('of ours passes the check of a brand colour', () => {
    expect(brandFault(scheme, palette.brand)).toBeNull()
  })
  it('has names of tokens', () => {
    const names: (keyof Brand & keyof typeof palette)[] = ['brand', 'brandHover', 'brandActive', 'brandSoft']
    names.push('brandInk', 'onBrand', 'focus', 'bubbleOurs')
    for (const name of names) expect(palette[name]).toMatch(/^#[0-9a-f]{6}$/)
  })
})
