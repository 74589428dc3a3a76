// @ts-check
import { word } from './words.js'

const notice = /** @type {HTMLElement} */ (document.getElementById('notice'))
let hiding = 0

/**
 * Shows a short notice.
 * @param {string} text
 */
export const tell = (text) => {
  // An open dialog would hide a notice outside it.
  ;(document.querySelector('dialog[open]') ?? document.body).append(notice)
  notice.textContent = text
  clearTimeout(hiding)
  hiding = setTimeout(() => {
    notice.textContent = ''
  }, 4000)
}

/** @type {Promise<boolean> | undefined} */ let renewing

/** Renews the page's access token, which lasts 15 minutes. The session itself lasts longer. */
const renew = () => {
  renewing ??= fetch('/api/auth/refresh_token', { method: 'POST', credentials: 'same-origin' })
    .then((response) => response.ok)
    .catch(() => false)
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** @param {string} path @param {RequestInit} request */
const send = async (path, request) => {
  const response = await fetch(path, request)
  if (response.status !== 401 && response.status !== 403) return response
  return (await renew()) ? fetch(path, request) : response
}

/**
 * Calls the simulator's control API. Shows an error to the person, then throws it.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [type]
 * @returns {Promise<any>}
 */
export const call = async (method, path, body, type) => {
  const isFile = body instanceof Blob
  /** @type {Record<string, string>} */ const headers =
    body === undefined ? {} : { 'Content-Type': isFile ? type || body.type : 'application/json' }
  const payload = isFile || body === undefined ? body : JSON.stringify(body)
  const response = await send(path, { method, headers, body: payload, credentials: 'same-origin' }).catch(
    (failure) => {
      tell(word('unreachable'))
      throw failure
    },
  )
  const answer = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return answer
  const ended = response.status === 401 || response.status === 403
  const code = ended ? 'expired' : (answer?.error ?? 'failed')
  tell(word(code) === code ? `${word('failed')} (${code})` : word(code))
  throw new Error(code)
}

/**
 * Creates an element.
 * @param {string} tag
 * @param {Record<string, string | undefined | ((event: any) => void)>} [attrs]
 * @param {(Node | string | undefined | false)[]} children
 */
export const make = (tag, attrs = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== undefined) element.setAttribute(name, value)
  }
  element.append(...children.filter((one) => one !== undefined && one !== false))
  return element
}

/**
 * A button with a text. An error of `act` was already shown by `call`.
 * @param {string} text
 * @param {() => unknown} act
 * @param {Record<string, string>} [attrs]
 */
export const button = (text, act, attrs = {}) =>
  make('button', { type: 'button', click: () => quietly(act), ...attrs }, text)

/**
 * A button with an icon. Its tooltip and its accessible name say what the button does.
 * @param {Element} picture
 * @param {string} says
 * @param {() => unknown} act
 */
export const pictureButton = (picture, says, act) => {
  const control = button('', act, { title: says, 'aria-label': says, 'data-key': says, class: 'picture' })
  control.append(picture)
  return control
}

/**
 * Runs an action and ignores its error, because `call` has already shown the error.
 * @param {() => unknown} act
 */
export const quietly = async (act) => {
  try {
    await act()
  } catch {
    // `call` has shown the error
  }
}
