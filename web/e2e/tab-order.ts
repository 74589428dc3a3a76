import type { Page } from 'playwright-core'
import { loadAxe } from './browser.js'

/** Maximum of key presses in one walk. */
const MOST = 400

/** Facts of the element with the focus, compared with the element before it. */
interface Looked {
  /** the walk is over: the element was met before, or nothing has the focus */
  readonly over: boolean
  readonly element: string
  readonly wrong: readonly string[]
}

const look = (page: Page): Promise<Looked> =>
  page.evaluate(async () => {
    // what shows the focus has been drawn
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const { axe, walk } = window as unknown as {
      axe: {
        setup(): void
        teardown(): void
        commons: { text: { accessibleText(element: Element): string } }
        utils: { getNodeFromTree(element: Element): object | undefined }
      }
      walk: { met: Set<Element>; last: { element: Element; ring: string; told: string } | null }
    }
    const element = document.activeElement
    // a field for a time has a stop for each of its parts
    if (element !== null && element === walk.last?.element) return { over: false, element: '', wrong: [] }
    if (element === null || element === document.body || walk.met.has(element)) {
      axe.teardown()
      return { over: true, element: '', wrong: [] }
    }
    walk.met.add(element)
    const told = `${element.outerHTML.slice(0, 120)}`
    const wrong: string[] = []

    /** Outlines, shadows and borders of an element, of what stands beside it and of what it stands in. */
    const ringOf = (one: Element): string => {
      const drawn: Element[] = [one, ...(one.parentElement?.children ?? [])]
      for (
        let around = one.parentElement, n = 0;
        around !== null && n < 4;
        around = around.parentElement, n++
      )
        drawn.push(around)
      return drawn
        .map((part) => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(part)
          const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`
          return `${outline} ${boxShadow} ${borderColor}`
        })
        .join('\n')
    }
    /** Tests if `next` is above or left of `last`, and not in a column further right. */
    const isBefore = (next: DOMRect, last: DOMRect): boolean => {
      const isAbove = next.bottom <= last.top + 1
      const isBelow = next.top >= last.bottom - 1
      const isLeft = next.right <= last.left + 1
      const isRight = next.left >= last.right - 1
      return (isAbove && !isRight) || (isLeft && !isBelow)
    }
    /** The parts of the page that hold only one of two elements: columns and rows are compared as a whole. */
    const branches = (one: Element, other: Element): readonly [Element, Element] => {
      let common: Element = one
      while (!common.contains(other)) common = common.parentElement as Element
      const branch = (of: Element): Element => {
        let top = of
        while (top !== common && top.parentElement !== common && top.parentElement !== null)
          top = top.parentElement
        return top
      }
      return [branch(one), branch(other)]
    }

    const box = element.getBoundingClientRect()
    // what antd draws in place of a control lies around it
    const shown = element.matches('input[type="checkbox"], input[type="radio"]')
      ? (element.closest('label, span') ?? element)
      : element
    const seen = shown.getBoundingClientRect()
    if (!shown.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || seen.width < 2)
      wrong.push('cannot be seen')
    if (seen.right <= 0 || seen.bottom <= 0 || seen.left >= innerWidth || seen.top >= innerHeight)
      wrong.push('lies outside of the window')
    // axe does not look for the label of a button, as Ant Design's switch is one; browsers do
    const labels = [...((element as HTMLButtonElement).labels ?? [])].map(({ textContent }) => textContent)
    const hasName = (): boolean => `${axe.commons.text.accessibleText(element)}${labels}`.trim() !== ''
    /** axe reads the page, which takes longer than all the rest: at the first place, and where the page has changed. */
    const readAnew = (): void => {
      axe.teardown()
      axe.setup()
    }
    const isRead = walk.met.size > 1 && axe.utils.getNodeFromTree(element) !== undefined
    if (!isRead) readAnew()
    if (!hasName()) {
      if (isRead) readAnew()
      if (!isRead || !hasName()) wrong.push('has no name')
    }

    const { last } = walk
    const problems = wrong.map((problem) => `${told} ${problem}`)
    if (last?.element.isConnected) {
      // a field with buttons of its own has its ring around them all
      const field = last.element.closest('.ant-input-affix-wrapper, .ant-select')
      if (!field?.contains(element) && ringOf(last.element) === last.ring)
        problems.push(`${last.told} looks the same with the focus`)
      const [next, before] = branches(element, last.element)
      const nextBox = next.getBoundingClientRect()
      const beforeBox = before.getBoundingClientRect()
      if (
        isBefore(nextBox, beforeBox) ||
        (isBefore(box, last.element.getBoundingClientRect()) && next === before)
      )
        problems.push(`${told} lies before ${last.told}`)
    }
    walk.last = { element, ring: ringOf(element), told }
    return { over: false, element: told, wrong: problems }
  })

/**
 * Walks from where the focus is to the end with the Tab key: gives what is wrong on the way, which is what cannot be
 * seen, has no name or no focus ring, or lies before what had the focus, and how many places there were.
 */
export const walkByTab = async (page: Page): Promise<{ places: number; wrong: readonly string[] }> => {
  await loadAxe(page)
  await page.evaluate(() => Object.assign(window, { walk: { met: new Set(), last: null } }))
  const wrong: string[] = []
  for (let places = 0; places < MOST; places++) {
    const looked = await look(page)
    if (looked.over && places > 0) return { places, wrong }
    wrong.push(...looked.wrong)
    await page.keyboard.press('Tab')
  }
  return { places: MOST, wrong: [...wrong, 'the walk has no end'] }
}
