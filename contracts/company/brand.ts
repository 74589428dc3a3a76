/**
 * The platform's own colours. The super user chooses one colour per scheme; its tints are derived so that all texts
 * stay readable. WCAG 2.1, level AA: contrast 4.5 between text and background, 3 for edges and icons.
 */
export type BrandScheme = 'light' | 'dark'

/** Backgrounds and texts next to the brand colours; a test compares them with web/src/theme/tokens.ts. */
export const THEME_COLORS: Readonly<
  Record<BrandScheme, { grounds: readonly string[]; surface: string; text: string }>
> = {
  light: { grounds: ['#f2f4f1', '#ffffff', '#f6f8f5'], surface: '#ffffff', text: '#17231f' },
  dark: { grounds: ['#101715', '#161f1c', '#1d2825', '#131b19'], surface: '#161f1c', text: '#e4ebe8' },
}
const TEXT = 4.5

type Rgb = readonly [number, number, number]
const HEX = /^#[0-9a-f]{6}$/i
const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const linearPart = (part: number): number => {
  const share = part / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string): number => {
  const [r, g, b] = rgbOf(hex).map(linearPart) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** The contrast of two colours (`#rrggbb`), from 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}
/** `share` of `a` mixed with `b`. */
const mixColors = (a: string, b: string, share: number): string => {
  const [from, to] = [rgbOf(a), rgbOf(b)]
  return hexOf(from.map((part, n) => part * share + (to[n] ?? 0) * (1 - share)) as unknown as Rgb)
}

/** Tints of a brand colour, by token name. */
export interface Brand {
  readonly brand: string
  readonly brandHover: string
  readonly brandActive: string
  readonly brandSoft: string
  readonly brandInk: string
  readonly onBrand: string
  readonly focus: string
  readonly bubbleOurs: string
}

const CONTRAST_COLORS: Readonly<Record<BrandScheme, string>> = { light: '#000000', dark: '#ffffff' }
const TINT_SHARES: Readonly<Record<BrandScheme, number>> = { light: 0.12, dark: 0.14 }
/** The tint behind chosen rows and own bubbles. */
const softOf = (scheme: BrandScheme, color: string): string =>
  mixColors(color, THEME_COLORS[scheme].surface, TINT_SHARES[scheme])
const isReadable = (scheme: BrandScheme, color: string): boolean =>
  [...THEME_COLORS[scheme].grounds, softOf(scheme, color)].every((ground) => contrast(color, ground) >= TEXT)

/**
 * The colour itself if it is readable on all its backgrounds. Else the nearest readable colour, darker in the
 * light scheme and lighter in the dark scheme.
 */
export const readableColor = (scheme: BrandScheme, color: string): string => {
  for (let share = 1; share > 0; share -= 0.02) {
    const tried = mixColors(color, CONTRAST_COLORS[scheme], share)
    if (isReadable(scheme, tried)) return tried
  }
  return CONTRAST_COLORS[scheme]
}

/**
 * The fault of a colour in a scheme: its lowest contrast, and the nearest readable colour. Null: the colour is fine.
 */
export const brandFault = (
  scheme: BrandScheme,
  color: string,
): { readonly contrast: number; readonly nearest: string } | null => {
  if (isReadable(scheme, color)) return null
  const grounds = [...THEME_COLORS[scheme].grounds, softOf(scheme, color)]
  const least = Math.min(...grounds.map((ground) => contrast(color, ground)))
  return { contrast: Math.floor(least * 10) / 10, nearest: readableColor(scheme, color) }
}

/** The tints of a readable colour, with more contrast to the background, so that they are readable, too. */
export const brandOf = (scheme: BrandScheme, color: string): Brand => {
  const onBrand = ['#ffffff', '#101715'].sort((a, b) => contrast(b, color) - contrast(a, color))[0] as string
  return {
    brand: color,
    brandHover: mixColors(color, CONTRAST_COLORS[scheme], 0.9),
    brandActive: mixColors(color, CONTRAST_COLORS[scheme], 0.8),
    brandSoft: softOf(scheme, color),
    brandInk: mixColors(color, CONTRAST_COLORS[scheme], 0.84),
    onBrand,
    focus: color,
    bubbleOurs: softOf(scheme, color),
  }
}

/** The colours of a platform, by scheme. A scheme that is not set keeps the default colour. */
export type Brands = { readonly [S in BrandScheme]?: Brand }
/** The brands of two settings, each a colour or empty. */
export const brandsOf = (colors: Readonly<Record<BrandScheme, string>>): Brands => {
  const own = (['light', 'dark'] as const).filter((scheme) => HEX.test(colors[scheme]))
  return Object.fromEntries(own.map((scheme) => [scheme, brandOf(scheme, colors[scheme])]))
}

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** The brand as a stylesheet, to be placed after that of the tokens. */
export const brandCss = (brands: Brands): string =>
  Object.entries(brands)
    .map(([scheme, brand]) => {
      const lines = Object.entries(brand).map(([name, value]) => `--g-${kebabCase(name)}:${value}`)
      return `:root[data-theme='${scheme}']{${lines.join(';')}}`
    })
    .join('')
