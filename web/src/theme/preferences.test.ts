import { beforeEach, expect, it } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'

const kept = new Map<string, string>()
let written: string[] = []
let changed: (event: { key: string | null }) => void = () => undefined
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false }),
  document: { documentElement: { dataset: {} } },
  addEventListener: (_kind: string, listener: typeof changed) => {
    changed = listener
  },
})
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      written.push(key)
      kept.set(key, value)
    },
  },
})
kept.set('guiche.muted', '1,2')
kept.set('guiche.theme', 'dark')
const preferences = await import('./preferences.js')
const { preferencesReducer, keepPreferences, ticketMuted, themeChosen, volumeChosen } = preferences

const store = configureStore({ reducer: { preferences: preferencesReducer } })
const shownPreferences = () => store.getState().preferences
store.subscribe(() => keepPreferences(shownPreferences()))
preferences.followOtherWindows(store.dispatch)
/** Another window writes to the storage. */
const writeElsewhere = (key: string, value: string): void => {
  kept.set(key, value)
  changed({ key })
}

beforeEach(() => {
  written = []
})

it('stored values are read, and only changed values are written', () => {
  expect([
    shownPreferences().muted,
    shownPreferences().theme,
    shownPreferences().singleKeys,
    shownPreferences().railBeside,
  ]).toEqual([[1, 2], 'dark', true, true])
  store.dispatch(volumeChosen(0.3))
  expect([written, kept.get('volume')]).toEqual([['volume'], '0.3'])
})

it('a change in another window applies here at once, and is not written again', () => {
  writeElsewhere('guiche.muted', '1,2,9')
  writeElsewhere('guiche.singleKeys', 'off')
  writeElsewhere('guiche.theme', 'light')
  writeElsewhere('todos', '[]')
  expect([
    shownPreferences().muted,
    shownPreferences().singleKeys,
    shownPreferences().scheme,
    written,
  ]).toEqual([[1, 2, 9], false, 'light', []])
  store.dispatch(ticketMuted(2))
  expect([written, kept.get('guiche.muted')]).toEqual([['guiche.muted'], '1,9'])
})

it('another window’s change survives a later change of another preference here', () => {
  kept.set('guiche.muted', '4')
  store.dispatch(themeChosen('dark'))
  expect([written, kept.get('guiche.muted')]).toEqual([['guiche.theme'], '4'])
})
