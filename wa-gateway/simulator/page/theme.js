// @ts-check
import { pictureButton } from './api.js'
import { icon } from './icons.js'
import { word } from './words.js'

const KEY = 'guiche.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const root = document.documentElement

const stored = () => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Uses the theme chosen in the app, else the theme of the system, like the app. */
export const setUpTheme = () => {
  const place = document.getElementById('theme')
  const draw = () => {
    const chosen = stored()
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    root.dataset.theme = dark ? 'dark' : 'light'
    const other = dark ? 'light' : 'dark'
    place?.replaceChildren(
      pictureButton(icon(dark ? 'sun' : 'moon'), word(other), () => {
        localStorage.setItem(KEY, other)
        draw()
        place.querySelector('button')?.focus()
      }),
    )
  }
  system.addEventListener('change', draw)
  addEventListener('storage', draw)
  draw()
}
