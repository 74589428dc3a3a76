// @ts-check
import en from './words-en.js'
import es from './words-es.js'
import pt from './words-pt.js'

/** Texts of the page by language. */
const WORDS = { pt, en, es }

const stored = () => {
  try {
    return localStorage.getItem('guiche.language')
  } catch {
    return null
  }
}

// The language chosen in the app, else Portuguese, like the app.
const chosen = stored() ?? ''
const language = chosen in WORDS ? chosen : 'pt'
const words = WORDS[/** @type {keyof typeof WORDS} */ (language)]

/**
 * The text of a key, or the key itself if there is no text.
 * @param {string} key
 */
export const word = (key) => words[/** @type {keyof typeof words} */ (key)] ?? key

/** Translates the texts in the page's HTML. */
export const translatePage = () => {
  document.documentElement.lang = language
  document.title = `Guichê · ${word('title')}`
  for (const element of document.querySelectorAll('[data-word]')) {
    element.textContent = word(element.getAttribute('data-word') ?? '')
  }
  for (const [name, attribute] of Object.entries({
    label: 'aria-label',
    title: 'title',
    alt: 'alt',
    placeholder: 'placeholder',
  })) {
    for (const element of document.querySelectorAll(`[data-word-${name}]`)) {
      element.setAttribute(attribute, word(element.getAttribute(`data-word-${name}`) ?? ''))
    }
  }
}

/**
 * A time of day in the page's language.
 * @param {number} at
 */
export const clock = (at) => new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })

/**
 * The time if the moment is today, else the date.
 * @param {number} at
 */
export const moment = (at) =>
  new Date(at).toDateString() === new Date().toDateString()
    ? clock(at)
    : new Date(at).toLocaleDateString(language, { day: '2-digit', month: '2-digit' })
