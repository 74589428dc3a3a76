// @ts-check

/** @type {WeakMap<Element, string>} */ const drawn = new WeakMap()

/**
 * A selector of the focused element in an area, which finds the element again after a redraw.
 * @param {Element} area
 */
const placeOf = (area) => {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || !area.contains(active)) return undefined
  const key = active.dataset.key
  const id = active.closest('[data-id]')?.getAttribute('data-id')
  if (key === undefined) return undefined
  return `${id ? `[data-id="${CSS.escape(id)}"] ` : ''}[data-key="${CSS.escape(key)}"]`
}

const putBack = (/** @type {Element} */ area, /** @type {string | undefined} */ place) => {
  if (place === undefined || area.contains(document.activeElement)) return
  /** @type {HTMLElement | null} */ const found = area.querySelector(place)
  found?.focus()
}

/**
 * Redraws an area if its data `from` have changed. Focus and scroll position stay.
 * @param {Element} area
 * @param {unknown} from
 * @param {() => Element[]} draw
 */
export const redraw = (area, from, draw) => {
  const now = JSON.stringify(from)
  if (drawn.get(area) === now && area.childElementCount > 0) return
  drawn.set(area, now)
  const place = placeOf(area)
  const { scrollTop, scrollLeft } = area
  area.replaceChildren(...draw())
  area.scrollTop = scrollTop
  area.scrollLeft = scrollLeft
  putBack(area, place)
}

/**
 * Updates a list to these items and replaces only changed ones. So audio keeps playing, and screen readers announce only new
 * items.
 * @param {Element} list
 * @param {readonly { id: string, from: unknown, draw: () => Element }[]} items
 */
export const redrawList = (list, items) => {
  const place = placeOf(list)
  const before = new Map([...list.children].map((child) => [child.getAttribute('data-id') ?? '', child]))
  const wanted = items.map(({ id, from, draw }) => {
    const now = JSON.stringify(from)
    const old = before.get(id)
    if (old !== undefined && drawn.get(old) === now) return old
    const fresh = draw()
    fresh.setAttribute('data-id', id)
    drawn.set(fresh, now)
    return fresh
  })
  const staying = new Set(wanted)
  for (const child of [...list.children]) if (!staying.has(child)) child.remove()
  wanted.forEach((item, index) => {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
  })
  putBack(list, place)
}
