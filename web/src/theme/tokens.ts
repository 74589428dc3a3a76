/**
 * The one place for looks. Ant Design's theme (antd-theme.ts) and the CSS variables (css.ts) come from here; nothing
 * else names a colour, a radius or a font size. Both schemes are designed, not inverted: text has a contrast of at
 * least 4.5 to what it stands on, edges and icons 3.
 */
export type Scheme = 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

/** A meaning as text or icon (`ink`), as a quiet ground (`soft`) and as a dot, edge or bar (`solid`). */
interface Tone {
  readonly ink: string
  readonly soft: string
  readonly solid: string
}

export interface Palette {
  /** behind everything; the side menu stands on it */
  readonly ground: string
  /** cards, lists, the page */
  readonly surface: string
  /** what floats above: menus, dialogs */
  readonly raised: string
  /** hover, wells, table heads */
  readonly sunken: string
  readonly line: string
  /** edges of fields and other controls */
  readonly edge: string
  readonly text: string
  readonly textMuted: string
  readonly textFaint: string
  readonly brand: string
  readonly brandHover: string
  readonly brandActive: string
  /** a tint of the brand: chosen rows, our own bubbles */
  readonly brandSoft: string
  readonly brandInk: string
  /** text on `brand` */
  readonly onBrand: string
  readonly focus: string
  readonly waiting: Tone
  readonly open: Tone
  readonly closed: Tone
  readonly failed: Tone
  readonly good: Tone
  /** bubbles of the conversation, and a note that must not be mistaken for a message */
  readonly bubbleOurs: string
  readonly bubbleTheirs: string
  readonly bubbleNote: string
  readonly wallpaper: string
  readonly shadow: string
  readonly shadowRaised: string
  readonly backdrop: string
  /** ground of tooltips; their text is white */
  readonly tooltip: string
}

export const PALETTES: Readonly<Record<Scheme, Palette>> = {
  light: {
    ground: '#f2f4f1',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f6f8f5',
    line: '#e3e8e3',
    edge: '#8b9893',
    text: '#17231f',
    textMuted: '#4f5f59',
    textFaint: '#64736d',
    brand: '#0e6b62',
    brandHover: '#0b7d72',
    brandActive: '#0a554e',
    brandSoft: '#e0f0ec',
    brandInk: '#0b5a52',
    onBrand: '#ffffff',
    focus: '#0b7d72',
    waiting: { ink: '#82500a', soft: '#fcf0d7', solid: '#c77f12' },
    open: { ink: '#1a5590', soft: '#e3eefa', solid: '#2f7ccf' },
    closed: { ink: '#51605b', soft: '#e9eeeb', solid: '#7b8984' },
    failed: { ink: '#a8261d', soft: '#fce8e5', solid: '#cf3d32' },
    good: { ink: '#1f6a34', soft: '#e4f3e6', solid: '#2f9150' },
    bubbleOurs: '#dcf0ea',
    bubbleTheirs: '#ffffff',
    bubbleNote: '#fdf3d6',
    wallpaper: '#eaeeea',
    shadow: '0 1px 2px rgb(23 35 31 / 0.06)',
    shadowRaised: '0 8px 28px rgb(23 35 31 / 0.14), 0 1px 4px rgb(23 35 31 / 0.08)',
    backdrop: 'rgb(17 28 25 / 0.42)',
    tooltip: '#22302b',
  },
  dark: {
    ground: '#101715',
    surface: '#161f1c',
    raised: '#1d2825',
    sunken: '#131b19',
    line: '#26332f',
    edge: '#6c7c76',
    text: '#e4ebe8',
    textMuted: '#a9b7b1',
    textFaint: '#8d9c96',
    brand: '#55bdae',
    brandHover: '#6fcdbf',
    brandActive: '#45a597',
    brandSoft: '#1a3833',
    brandInk: '#84d6c9',
    onBrand: '#062420',
    focus: '#7fd6c8',
    waiting: { ink: '#f0bd62', soft: '#372b14', solid: '#d99a2b' },
    open: { ink: '#8fbdf0', soft: '#182c42', solid: '#4f94df' },
    closed: { ink: '#b1bdb8', soft: '#26302d', solid: '#84938d' },
    failed: { ink: '#f49b92', soft: '#401f1c', solid: '#e3604f' },
    good: { ink: '#86d19a', soft: '#183322', solid: '#48ab68' },
    bubbleOurs: '#1b433c',
    bubbleTheirs: '#212d2a',
    bubbleNote: '#3a3018',
    wallpaper: '#0f1513',
    shadow: '0 1px 2px rgb(0 0 0 / 0.35)',
    shadowRaised: '0 10px 32px rgb(0 0 0 / 0.5), 0 1px 4px rgb(0 0 0 / 0.4)',
    backdrop: 'rgb(4 8 7 / 0.62)',
    tooltip: '#33423d',
  },
}

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Cantarell, 'Helvetica Neue', sans-serif"
export const MONO = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace"

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

/** Milliseconds; 0 for people who asked for less motion (css.ts). */
export const MOTION = { fast: 120, normal: 160 } as const

/** Widths in pixels from which the layout changes: two panes above `wide`, one column below `narrow`. */
export const BREAKPOINTS = { narrow: 600, menu: 960, wide: 1200 } as const

/** Colours offered for queues; dots and edges only, never a ground for text. */
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
