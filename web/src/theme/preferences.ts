import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit'
import { storeText as keep, readStored } from '../base/storage.js'
import type { Density, Scheme } from './tokens.js'

/** `system` follows the computer's scheme, even when it changes. */
export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/**
 * Maximum of seen mentions, and of seen transfers, remembered on this computer; the server gives fewer at a
 * time.
 */
const MOST_SEEN = 200
/** Maximum of muted tickets on this computer; the newest are kept. */
const MOST_MUTED = 200

interface Preferences {
  readonly theme: Theme
  /** the effective scheme */
  readonly scheme: Scheme
  readonly density: Density
  /** the side menu shows icons only */
  readonly menuCollapsed: boolean
  /** the same for full-area pages, which have little space */
  readonly railBeside: boolean
  /** list and conversation are side by side even in slightly narrower windows */
  readonly sideBySide: boolean
  /** 0 to 1 in steps of 0.1 */
  readonly volume: number
  /** desktop notifications are on (the browser's permission is separate) */
  readonly desktop: boolean
  /** notifications while the app is closed show the sender and the text */
  readonly pushPreview: boolean
  /** ids of muted tickets: their messages give no notice */
  readonly muted: readonly number[]
  /** ids of notes that mention the user and were seen here */
  readonly mentionsSeen: readonly number[]
  /** positions of moves that transferred a ticket to this user and were seen here */
  readonly givenSeen: readonly string[]
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
/** A preference in local storage: its key, and its format. Without an entry it has the default value. */
interface KeptPreference<T> {
  readonly key: string
  readonly read: (text: string | null) => T
  readonly write: (value: T) => string
}
const storedPreference = <T>(
  key: string,
  read: KeptPreference<T>['read'],
  write: KeptPreference<T>['write'],
): KeptPreference<T> => ({
  key,
  read,
  write,
})
/** A stored choice of two words; the first is the default. */
const storedSwitch = (
  key: string,
  [usual, other]: readonly [string, string],
  value: boolean,
): KeptPreference<boolean> =>
  storedPreference(
    key,
    (text) => (text === other ? value : !value),
    (now) => (now === value ? other : usual),
  )
const storedIds = (key: string) =>
  storedPreference<readonly number[]>(
    key,
    (text) =>
      (text ?? '')
        .split(',')
        .map(Number)
        .filter((id) => id > 0),
    (list) => list.join(','),
  )

const storedWords = (key: string) =>
  storedPreference<readonly string[]>(
    key,
    (text) => (text ?? '').split(',').filter((word) => word !== ''),
    (list) => list.join(','),
  )

const KEPT_PREFERENCES: {
  readonly [K in Exclude<keyof Preferences, 'scheme'>]: KeptPreference<Preferences[K]>
} = {
  theme: storedPreference(
    'guiche.theme',
    (text) => THEMES.find((theme) => theme === text) ?? 'system',
    String,
  ),
  density: storedPreference('guiche.density', (text) => (text === 'compact' ? text : 'comfortable'), String),
  menuCollapsed: storedSwitch('guiche.menu', ['open', 'collapsed'], true),
  railBeside: storedSwitch('guiche.rail', ['collapsed', 'open'], false),
  sideBySide: storedSwitch('guiche.panes', ['one', 'two'], true),
  muted: storedIds('guiche.muted'),
  mentionsSeen: storedIds('guiche.mentionsSeen'),
  givenSeen: storedWords('guiche.givenSeen'),
  volume: storedPreference('volume', volumeOf, String),
  desktop: storedSwitch('guiche.desktop', ['off', 'on'], true),
  pushPreview: storedSwitch('guiche.pushPreview', ['off', 'on'], true),
  singleKeys: storedSwitch('guiche.singleKeys', ['on', 'off'], false),
}
type Name = keyof typeof KEPT_PREFERENCES
const NAMES = Object.keys(KEPT_PREFERENCES) as readonly Name[]

type StoredPreferences = Pick<Preferences, Name>
const storedChoice = (names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, KEPT_PREFERENCES[name].read(readStored(KEPT_PREFERENCES[name].key))]),
  )
/** The values as last stored: unchanged values are not written, which would undo another window's change. */
let agreed = storedChoice(NAMES) as unknown as StoredPreferences

/** theme-boot.js has already decided the scheme, before the first paint. */
const initialPreferences = (): Preferences => ({
  ...agreed,
  scheme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
})

const slice = createSlice({
  name: 'preferences',
  initialState: initialPreferences,
  reducers: {
    themeChosen: (state, { payload }: PayloadAction<Theme>) => ({
      ...state,
      theme: payload,
      scheme: schemeOf(payload),
    }),
    systemThemeChanged: (state) => ({ ...state, scheme: schemeOf(state.theme) }),
    changedElsewhere: (_state, { payload }: PayloadAction<StoredPreferences>) => ({
      ...payload,
      scheme: schemeOf(payload.theme),
    }),
    densityChosen: (state, { payload }: PayloadAction<Density>) => ({ ...state, density: payload }),
    menuToggled: (state) => ({ ...state, menuCollapsed: !state.menuCollapsed }),
    railToggled: (state) => ({ ...state, railBeside: !state.railBeside }),
    sideBySideToggled: (state) => ({ ...state, sideBySide: !state.sideBySide }),
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
    givenWasSeen: (state, { payload }: PayloadAction<readonly string[]>) => ({
      ...state,
      givenSeen: [...new Set([...state.givenSeen, ...payload])].slice(-MOST_SEEN),
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
  sideBySideToggled,
  ticketMuted,
  mentionsWereSeen,
  givenWasSeen,
  volumeChosen,
  desktopChosen,
  pushPreviewChosen,
  singleKeysChosen,
} = slice.actions
export const preferencesReducer = slice.reducer

const write = <N extends Name>(name: N, state: Preferences): void => {
  if (state[name] !== agreed[name])
    keep(KEPT_PREFERENCES[name].key, KEPT_PREFERENCES[name].write(state[name]))
}
/** Stores the changed values and puts scheme and density on the root element; call after every change. */
export const keepPreferences = (state: Preferences): void => {
  document.documentElement.dataset.theme = state.scheme
  document.documentElement.dataset.density = state.density
  for (const name of NAMES) write(name, state)
  agreed = state
}

/** Applies changes by other windows of this browser. */
export const followOtherWindows = (dispatch: Dispatch): void =>
  addEventListener('storage', ({ key }) => {
    const names = NAMES.filter((name) => key === null || key === KEPT_PREFERENCES[name].key)
    if (names.length === 0) return
    agreed = { ...agreed, ...storedChoice(names) }
    dispatch(slice.actions.changedElsewhere(agreed))
  })

/** Calls back when the computer changes between light and dark. */
export const onSystemTheme = (changed: () => void): void => systemDark.addEventListener('change', changed)
