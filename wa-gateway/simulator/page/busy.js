// @ts-check
import { button, call, make, tell } from './api.js'
import { openForm } from './forms.js'
import { icon } from './icons.js'
import { redraw } from './redraw.js'
import { state } from './state.js'
import { word } from './words.js'

const area = /** @type {HTMLElement} */ (document.getElementById('busy'))
let running = false

const begin = () => {
  const linked = state.phones.filter((one) => one.kind === 'own' && one.devices.length > 0)
  if (linked.length === 0) return tell(word('noLinked'))
  const choices = linked.map((one) => [one.number, `${one.name} · +${one.number}`])
  openForm({
    title: word('busyDay'),
    submit: word('busyStart'),
    fields: [{ name: 'to', label: word('busyAsk'), choices }],
    send: ({ to }) => call('POST', 'busy-day', { to }),
  })
}

/** Draws the button that starts a busy day, or the progress of a running one. */
export const drawBusy = async () => {
  const day = await call('GET', 'busy-day')
  if (running && !day.running) tell(word('busyOver'))
  running = day.running
  redraw(area, day, () => {
    if (!day.running) {
      const start = button('', begin, {
        'data-key': 'busy',
        'aria-label': word('busyDay'),
        title: word('busyDay'),
      })
      start.append(icon('people'), make('span', { class: 'long' }, word('busyDay')))
      return [start]
    }
    const done = day.sent + day.failed
    return [
      make('progress', {
        max: String(day.planned),
        value: String(done),
        'aria-label': word('busyTold'),
      }),
      make('span', { class: 'far' }, `${done}/${day.planned}`),
      button(word('busyStop'), () => call('DELETE', 'busy-day'), { 'data-key': 'busy' }),
    ]
  })
}
