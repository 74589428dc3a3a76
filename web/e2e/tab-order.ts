import type { Page } from 'playwright-core'
import { loadAxe } from './browser.js'

/** Maximum of key presses in one walk. */
const MOST = 400

/** The focused element, compared with the element focused before. */
interface FocusStep {
  /** the walk has ended: the element was already visited, or no element has the focus */
  readonly over: boolean
  readonly element: string
  readonly wrong: readonly string[]
}

const readFocus = (page: Page): Promise<FocusStep> =>
  page.evaluate(async () => {
    // The focus ring has been drawn after two frames.
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
    // A time field has a tab stop for each of its parts.
    if (element !== null && element === walk.last?.element) return { over: false, element: '', wrong: [] }
    if (element === null || element === document.body || walk.met.has(element)) {
      axe.teardown()
      return { over: true, element: '', wrong: [] }
    }
    walk.met.add(element)
    const told = `${element.outerHTML.slice(0, 120)}`
    const wrong: string[] = []

    /** Outlines, shadows and borders of an element, its siblings and its ancestors. */
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
    /** Whether `next` is above or left of `last`, and not in a column further right. */
    const isBefore = (next: DOMRect, last: DOMRect): boolean => {
      const isAbove = next.bottom <= last.top + 1
      const isBelow = next.top >= last.bottom - 1
      const isLeft = next.right <= last.left + 1
      const isRight = next.left >= last.right - 1
      return (isAbove && !isRight) || (isLeft && !isBelow)
    }
    /** The ancestors of both elements just below their common ancestor, because columns and rows are compared as a whole. */
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
    // Ant Design draws a visible element around the hidden control.
    const shown = element.matches('input[type="checkbox"], input[type="radio"]')
      ? (element.closest('label, span') ?? element)
      : element
    const seen = shown.getBoundingClientRect()
    if (!shown.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || seen.width < 2)
      wrong.push('cannot be seen')
    if (seen.right <= 0 || seen.bottom <= 0 || seen.left >= innerWidth || seen.top >= innerHeight)
      wrong.push('lies outside of the window')
    // axe ignores the label of a button, such as Ant Design's switch. Browsers use it.
    const labels = [...((element as HTMLButtonElement).labels ?? [])].map(({ textContent }) => textContent)
    const hasName = (): boolean => `${axe.commons.text.accessibleText(element)}${labels}`.trim() !== ''
    /** axe reads the whole page, which is slow. So it reads at the first element, and again only after the page has changed. */
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
      // A field with buttons of its own has one focus ring around all of them.
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
 * Presses Tab from the focus to the end of the page. Gives the number of tab stops and their problems: invisible, without a
 * name, without a focus ring, or before the last focused element.
 */
export const walkByTab = async (page: Page): Promise<{ places: number; wrong: readonly string[] }> => {
  await loadAxe(page)
  await page.evaluate(() => Object.assign(window, { walk: { met: new Set(), last: null } }))
  const wrong: string[] = []
  for (let places = 0; places < MOST; places++) {
    const looked = await readFocus(page)
    if (looked.over && places > 0) return { places, wrong }
    wrong.push(...looked.wrong)
    await page.keyboard.press('Tab')
  }
  return { places: MOST, wrong: [...wrong, 'the walk has no end'] }
}
