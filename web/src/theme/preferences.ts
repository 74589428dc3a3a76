import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { store as keep, readStored } from '../base/storage.js'
import type { Density, Scheme } from './tokens.js'

/** `system` follows the computer's own, also when that changes. */
export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** How many seen mentions are remembered on this computer; the server offers fewer at a time. */
const MOST_SEEN = 200
/** Tickets whose messages are told silently on this computer, the newest choices. */
const MOST_MUTED = 200

interface Preferences {
  readonly theme: Theme
  /** what the theme comes to now */
  readonly scheme: Scheme
  readonly density: Density
  /** the side menu shows icons only */
  readonly menuCollapsed: boolean
  /** likewise beside pages that take the whole area, where there is little room */
  readonly railBeside: boolean
  /** 0 to 1 in steps of 0.1 */
  readonly volume: number
  /** desktop notifications are wanted (the browser's permission is another matter) */
  readonly desktop: boolean
  /** notifications that come while the app is closed show who wrote, and what */
  readonly pushPreview: boolean
  /** ids of tickets of which no message is told */
  readonly muted: readonly number[]
  /** ids of notes that mention their reader, and were seen here */
  readonly mentionsSeen: readonly number[]
  /** single keys (J, K, R …) act in the inbox */
  readonly singleKeys: boolean
}

const volumeOf = (text: string | null): number => {
  const volume = Number(text ?? '1')
  return volume >= 0 && volume <= 1 ? volume : 1
}

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const schemeOf = (theme: Theme): Scheme =>
  theme === 'system' ? (systemDark.matches ? 'dark' : 'light') : theme
const storedTheme = (): Theme => {
  const stored = readStored('guiche.theme')
  return THEMES.find((theme) => theme === stored) ?? 'system'
}
const storedIds = (key: string): readonly number[] =>
  (readStored(key) ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0)

/** theme-boot.js has already decided the scheme, before the first paint. */
const initial = (): Preferences => ({
  theme: storedTheme(),
  scheme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  density: readStored('guiche.density') === 'compact' ? 'compact' : 'comfortable',
  menuCollapsed: readStored('guiche.menu') === 'collapsed',
  railBeside: readStored('guiche.rail') !== 'open',
  muted: storedIds('guiche.muted'),
  mentionsSeen: storedIds('guiche.mentionsSeen'),
  volume: volumeOf(readStored('volume')),
  desktop: readStored('guiche.desktop') === 'on',
  pushPreview: readStored('guiche.pushPreview') === 'on',
  singleKeys: readStored('guiche.singleKeys') !== 'off',
})

const slice = createSlice({
  name: 'preferences',
  initialState: initial,
  reducers: {
    themeChosen: (state, { payload }: PayloadAction<Theme>) => ({
      ...state,
      theme: payload,
      scheme: schemeOf(payload),
    }),
    systemThemeChanged: (state) => ({ ...state, scheme: schemeOf(state.theme) }),
    densityChosen: (state, { payload }: PayloadAction<Density>) => ({ ...state, density: payload }),
    menuToggled: (state) => ({ ...state, menuCollapsed: !state.menuCollapsed }),
    railToggled: (state) => ({ ...state, railBeside: !state.railBeside }),
    ticketMuted: (state, { payload }: PayloadAction<number>) => ({
      ...state,
      muted: state.muted.includes(payload)
        ? state.muted.filter((id) => id !== payload)
        : [...state.muted, payload].slice(-MOST_MUTED),
    }),
    mentionsWereSeen: (state, { payload }: PayloadAction<readonly number[]>) => ({
      ...state,
      mentionsSeen: [...new Set([...state.mentionsSeen, ...payload])].slice(-MOST_SEEN),
    }),
    volumeChosen: (state, { payload }: PayloadAction<number>) => ({ ...state, volume: payload }),
    desktopChosen: (state, { payload }: PayloadAction<boolean>) => ({ ...state, desktop: payload }),
    pushPreviewChosen: (state, { payload }: PayloadAction<boolean>) => ({ ...state, pushPreview: payload }),
    singleKeysChosen: (state, { payload }: PayloadAction<boolean>) => ({ ...state, singleKeys: payload }),
  },
})

export const {
  themeChosen,
  systemThemeChanged,
  densityChosen,
  menuToggled,
  railToggled,
  ticketMuted,
  mentionsWereSeen,
  volumeChosen,
  desktopChosen,
  pushPreviewChosen,
  singleKeysChosen,
} = slice.actions
export const preferencesReducer = slice.reducer

/** Writes preferences down and puts scheme and density on the root element; call after every change. */
export const keepPreferences = (state: Preferences): void => {
  document.documentElement.dataset.theme = state.scheme
  document.documentElement.dataset.density = state.density
  keep('guiche.theme', state.theme)
  keep('guiche.density', state.density)
  keep('guiche.menu', state.menuCollapsed ? 'collapsed' : 'open')
  keep('guiche.rail', state.railBeside ? 'collapsed' : 'open')
  keep('guiche.muted', state.muted.join(','))
  keep('guiche.mentionsSeen', state.mentionsSeen.join(','))
  keep('volume', String(state.volume))
  keep('guiche.desktop', state.desktop ? 'on' : 'off')
  keep('guiche.pushPreview', state.pushPreview ? 'on' : 'off')
  keep('guiche.singleKeys', state.singleKeys ? 'on' : 'off')
}

/** Tells when the computer changes between light and dark. */
export const onSystemTheme = (changed: () => void): void => systemDark.addEventListener('change', changed)
