// @ts-check
import { make } from './api.js'

/** A circle with a person's initials in one of eight colours, as in the app. Screen readers skip it, because the name is beside it.
 * @param {string} name */
export const avatar = (name) => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : '']
  const initials = letters.map((one) => [...(one ?? '')][0] ?? '').join('')
  const circle = make('span', { class: 'avatar', 'aria-hidden': 'true' })
  circle.dataset.initials = initials.toUpperCase() || '?'
  circle.style.setProperty('--hue', String(Math.floor(sum / 45) * 45 + 20))
  return circle
}
