import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { store as keep, readStored } from '../app/storage.js'
import type { Density, Scheme } from './tokens.js'

interface Preferences {
  readonly scheme: Scheme
  readonly density: Density
  /** the side menu shows icons only */
  readonly menuCollapsed: boolean
  /** 0 to 1 in steps of 0.1 */
  readonly volume: number
  /** desktop notifications are wanted (the browser's permission is another matter) */
  readonly desktop: boolean
  /** single keys (J, K, R …) act in the inbox */
  readonly singleKeys: boolean
}

const volumeOf = (text: string | null): number => {
  const volume = Number(text ?? '1')
  return volume >= 0 && volume <= 1 ? volume : 1
}

/** theme-boot.js has already decided the scheme, before the first paint. */
const initial = (): Preferences => ({
  scheme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
  density: readStored('guiche.density') === 'compact' ? 'compact' : 'comfortable',
  menuCollapsed: readStored('guiche.menu') === 'collapsed',
  volume: volumeOf(readStored('volume')),
  desktop: readStored('guiche.desktop') === 'on',
  singleKeys: readStored('guiche.singleKeys') !== 'off',
})

const slice = createSlice({
  name: 'preferences',
  initialState: initial,
  reducers: {
    schemeChosen: (state, { payload }: PayloadAction<Scheme>) => ({ ...state, scheme: payload }),
    densityChosen: (state, { payload }: PayloadAction<Density>) => ({ ...state, density: payload }),
    menuToggled: (state) => ({ ...state, menuCollapsed: !state.menuCollapsed }),
    volumeChosen: (state, { payload }: PayloadAction<number>) => ({ ...state, volume: payload }),
    desktopChosen: (state, { payload }: PayloadAction<boolean>) => ({ ...state, desktop: payload }),
    singleKeysChosen: (state, { payload }: PayloadAction<boolean>) => ({ ...state, singleKeys: payload }),
  },
})

export const { schemeChosen, densityChosen, menuToggled, volumeChosen, desktopChosen, singleKeysChosen } =
  slice.actions
export const preferencesReducer = slice.reducer

/** Writes preferences down and puts scheme and density on the root element; call after every change. */
export const keepPreferences = (state: Preferences): void => {
  document.documentElement.dataset.theme = state.scheme
  document.documentElement.dataset.density = state.density
  keep('guiche.theme', state.scheme)
  keep('guiche.density', state.density)
  keep('guiche.menu', state.menuCollapsed ? 'collapsed' : 'open')
  keep('volume', String(state.volume))
  keep('guiche.desktop', state.desktop ? 'on' : 'off')
  keep('guiche.singleKeys', state.singleKeys ? 'on' : 'off')
}
