// @ts-check
import { button, call, make, quietly, tell } from './api.js'
import { word } from './words.js'

const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ (document.getElementById(id))
const addDialog = dialog('add')
const linkDialog = dialog('link')
const pending = /** @type {HTMLElement} */ (document.getElementById('pending'))
const devices = /** @type {HTMLElement} */ (document.getElementById('devices'))

for (const one of document.querySelectorAll('[data-close]')) {
  one.addEventListener('click', () => one.closest('dialog')?.close())
}

const valuesOf = (/** @type {HTMLDialogElement} */ of) => {
  const form = /** @type {HTMLFormElement} */ (of.querySelector('form'))
  return /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)))
}

/** Lets a person add a phone.
 * @param {(number: string) => void} added */
export const setUpAdding = (added) => {
  document.getElementById('add-open')?.addEventListener('click', () => addDialog.showModal())
  addDialog.querySelector('form')?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { number, name, kind, username } = valuesOf(addDialog)
    await quietly(async () => {
      const phone = await call('POST', 'phones', { number, name, kind, ...(username && { username }) })
      addDialog.querySelector('form')?.reset()
      addDialog.close()
      added(phone.number)
    })
  })
}

let linking = ''

const linkWith = async (/** @type {string} */ path, /** @type {object} */ body) => {
  await call('POST', `phones/${linking}/${path}`, body)
  tell(word('linked'))
  linkDialog.querySelector('form')?.reset()
  linkDialog.close()
}

linkDialog.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  const { qr = '', code = '' } = valuesOf(linkDialog)
  const done = qr.trim() ? linkWith('scan', { qr: qr.trim() }) : linkWith('code', { code: code.trim() })
  void quietly(() => done)
})

/** Lets a person link a client to this phone, or unlink one.
 * @param {any} phone */
export const openLinking = async (phone) => {
  linking = phone.number
  const rows = phone.devices.map((/** @type {any} */ one) =>
    make(
      'li',
      {},
      `${word('device')} ${one.id} · ${word(one.connected ? 'connected' : 'away')}`,
      button(word('unlink'), async () => {
        await call('DELETE', `phones/${phone.number}/devices/${one.id}`)
        linkDialog.close()
      }),
    ),
  )
  devices.replaceChildren(...rows)
  pending.replaceChildren()
  linkDialog.showModal()
  /** @type {{ connectionId: number, name: string, qr: string }[]} */
  const waiting = await call('GET', 'pending')
  const list = waiting.map(({ name, qr }) =>
    button(`${word('scan')}: ${name}`, () => linkWith('scan', { qr })),
  )
  pending.replaceChildren(make('small', {}, word(waiting.length > 0 ? 'waiting' : 'noPending')), ...list)
}
