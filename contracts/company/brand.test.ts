import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  type BrandScheme,
  brandCss,
  brandFault,
  brandOf,
  brandsOf,
  contrast,
  readableColor,
  THEME_COLORS,
} from './brand.js'

const SCHEMES: readonly BrandScheme[] = ['light', 'dark']
const MUTED = { light: '#4f5f59', dark: '#a9b7b1' } as const
const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('a colour of the platform', () => {
  it('has the contrast that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1)
  })

  it.each(SCHEMES)(
    'that is taken for the %s theme can be read wherever it stands, and so can what stands on it',
    (scheme) => {
      fc.assert(
        fc.property(color, (chosen) => {
          const { brand, ...rest } = brandOf(scheme, readableColor(scheme, chosen))
          const read = [
            ...[...THEME_COLORS[scheme].grounds, rest.brandSoft].flatMap((ground) => [
              contrast(brand, ground),
              contrast(rest.brandInk, ground),
            ]),
            ...[brand, rest.brandHover, rest.brandActive].map((ground) => contrast(rest.onBrand, ground)),
            contrast(THEME_COLORS[scheme].text, rest.brandSoft),
            contrast(THEME_COLORS[scheme].text, rest.bubbleOurs),
            contrast(MUTED[scheme], rest.bubbleOurs),
          ]
          expect(Math.min(...read)).toBeGreaterThanOrEqual(4.5)
        }),
      )
    },
  )

  it('that is illegible is refused with the nearest legible colour', () => {
    expect(brandFault('light', '#ffd600')).toMatchObject({ contrast: 1.2 })
    for (const scheme of SCHEMES) {
      const fault = brandFault(scheme, '#777777')
      expect(fault).not.toBeNull()
      expect(brandFault(scheme, fault?.nearest ?? '')).toBeNull()
    }
    expect([brandFault('light', '#0e6b62'), brandFault('dark', '#55bdae')]).toEqual([null, null])
  })

  it('becomes a stylesheet; an empty or invalid colour keeps our default', () => {
    expect(brandsOf({ light: '', dark: 'red' })).toEqual({})
    const css = brandCss(brandsOf({ light: '#0e6b62', dark: '' }))
    expect(css).toMatch(/^:root\[data-theme='light'\]\{--g-brand:#0e6b62;--g-brand-hover:#[0-9a-f]{6};/)
    expect(css).not.toContain('dark')
  })
})
