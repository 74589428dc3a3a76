// @ts-check
import en from './words-en.js'
import es from './words-es.js'
import pt from './words-pt.js'

/** What the page says, in each of its languages. */
const WORDS = { pt, en, es }

const stored = () => {
  try {
    return localStorage.getItem('guiche.language')
  } catch {
    return null
  }
}

// as the app chooses: what was chosen in it, else Portuguese
const chosen = stored() ?? ''
const language = chosen in WORDS ? chosen : 'pt'
const words = WORDS[/** @type {keyof typeof WORDS} */ (language)]

/** The page's word for something; the key itself when there is none.
 * @param {string} key */
export const word = (key) => words[/** @type {keyof typeof words} */ (key)] ?? key

/** Fills in the words that the page's own text asks for. */
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

/** A time of day as people here write it.
 * @param {number} at */
export const clock = (at) => new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })

/** The time of day where that is today, else the date.
 * @param {number} at */
export const moment = (at) =>
  new Date(at).toDateString() === new Date().toDateString()
    ? clock(at)
    : new Date(at).toLocaleDateString(language, { day: '2-digit', month: '2-digit' })
