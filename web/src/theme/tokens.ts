/**
 * The only place of colours, radii and font sizes. Ant Design's theme (antd-theme.ts) and the CSS variables
 * (css.ts) derive from here. Both schemes are designed: text has a contrast of at least 4.5 to its
 * background, edges and icons 3.
 */
export type Scheme = 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

/** Colours of one meaning: text or icon (`ink`), background (`soft`), and dot, edge or bar (`solid`). */
const createTone = (ink: string, soft: string, solid: string) => ({ ink, soft, solid })

/** Colours of the light and the dark scheme. */
const COLORS = {
  /** the page's background, under everything, including the side menu */
  ground: ['#f2f4f1', '#101715'],
  /** cards, lists, the page */
  surface: ['#ffffff', '#161f1c'],
  /** floating layers: menus, dialogs */
  raised: ['#ffffff', '#1d2825'],
  /** hover, wells, table heads */
  sunken: ['#f6f8f5', '#131b19'],
  line: ['#e3e8e3', '#26332f'],
  /** edges of fields and other controls */
  edge: ['#8b9893', '#6c7c76'],
  text: ['#17231f', '#e4ebe8'],
  textMuted: ['#4f5f59', '#a9b7b1'],
  textFaint: ['#64736d', '#8d9c96'],
  brand: ['#0e6b62', '#55bdae'],
  brandHover: ['#0b7d72', '#6fcdbf'],
  brandActive: ['#0a554e', '#45a597'],
  /** a tint of the brand: chosen rows, own bubbles */
  brandSoft: ['#e0f0ec', '#1a3833'],
  brandInk: ['#0b5a52', '#84d6c9'],
  /** text on `brand` */
  onBrand: ['#ffffff', '#062420'],
  focus: ['#0b7d72', '#7fd6c8'],
  waiting: [createTone('#82500a', '#fcf0d7', '#c77f12'), createTone('#f0bd62', '#372b14', '#d99a2b')],
  open: [createTone('#1a5590', '#e3eefa', '#2f7ccf'), createTone('#8fbdf0', '#182c42', '#4f94df')],
  closed: [createTone('#51605b', '#e9eeeb', '#7b8984'), createTone('#b1bdb8', '#26302d', '#84938d')],
  failed: [createTone('#a8261d', '#fce8e5', '#cf3d32'), createTone('#f49b92', '#401f1c', '#e3604f')],
  good: [createTone('#1f6a34', '#e4f3e6', '#2f9150'), createTone('#86d19a', '#183322', '#48ab68')],
  /** bubbles of the conversation, and notes, which must differ from messages */
  bubbleOurs: ['#dcf0ea', '#1b433c'],
  bubbleTheirs: ['#ffffff', '#212d2a'],
  bubbleNote: ['#fdf3d6', '#3a3018'],
  wallpaper: ['#eaeeea', '#0f1513'],
  shadow: ['0 1px 2px rgb(23 35 31 / 0.06)', '0 1px 2px rgb(0 0 0 / 0.35)'],
  shadowRaised: [
    '0 8px 28px rgb(23 35 31 / 0.14), 0 1px 4px rgb(23 35 31 / 0.08)',
    '0 10px 32px rgb(0 0 0 / 0.5), 0 1px 4px rgb(0 0 0 / 0.4)',
  ],
  backdrop: ['rgb(17 28 25 / 0.42)', 'rgb(4 8 7 / 0.62)'],
  /** background of tooltips; their text is white */
  tooltip: ['#22302b', '#33423d'],
} as const satisfies Record<string, readonly [light: unknown, dark: unknown]>

type Color<C> = C extends readonly [string, string] ? string : ReturnType<typeof createTone>
export type Palette = { readonly [K in keyof typeof COLORS]: Color<(typeof COLORS)[K]> }
const paletteOf = (scheme: 0 | 1) =>
  Object.fromEntries(Object.entries(COLORS).map(([name, both]) => [name, both[scheme]])) as unknown as Palette

export const PALETTES: Readonly<Record<Scheme, Palette>> = { light: paletteOf(0), dark: paletteOf(1) }

export const TEXT_FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Cantarell, 'Helvetica Neue', sans-serif"
export const MONO_FONT = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace"

/** Pixels. */
export const SIZES = {
  text: 14,
  textSmall: 12,
  textList: 13,
  textLarge: 16,
  title: 20,
  display: 26,
  radius: 8,
  radiusSmall: 6,
  radiusLarge: 14,
  drawer: 240,
  drawerCollapsed: 64,
  contactDrawer: 320,
  appBar: 56,
} as const

/** Heights of controls and rows in pixels, by density. */
export const DENSITIES: Readonly<Record<Density, { control: number; row: number; gap: number }>> = {
  comfortable: { control: 36, row: 64, gap: 16 },
  compact: { control: 30, row: 52, gap: 10 },
}

/** Milliseconds; 0 for users with reduced motion (css.ts). */
export const MOTION_MS = { fast: 120, normal: 160 } as const

/**
 * Widths in pixels at which the layout changes: three panes from `panes`, two above `wide`, two from `beside` if
 * chosen, one column below `narrow`.
 */
export const BREAKPOINTS = { narrow: 600, beside: 900, menu: 960, wide: 1200, panes: 1280 } as const

/** Colours offered for queues: for dots and edges, never for a text's background. */
export const QUEUE_COLORS = [
  '#0e8a7d',
  '#2f7ccf',
  '#7a5cd0',
  '#c2498f',
  '#cf3d32',
  '#d9772b',
  '#c7a012',
  '#5f9a35',
  '#4b6a8a',
  '#8a6a55',
] as const
