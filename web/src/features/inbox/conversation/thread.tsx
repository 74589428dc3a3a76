import Spin from 'antd/es/spin/index.js'
import { createRef, PureComponent, type ReactNode } from 'react'
import { NextPageFailed } from '../../../components/list/next-page-failed.js'
import { goTo, inSight, type Layout, type ScrollAnchor, settleScroll } from '../model/scroll-anchor.js'
import styles from './message-list.module.css'
import type { Edge, SeenPart, View } from './use-view.js'

interface Props {
  readonly view: View
  /** an element for each row of the view */
  readonly children: ReactNode
  readonly label: string
  /** whether screen readers announce new rows */
  readonly live: boolean
  readonly onSeen: (of: View, seen: SeenPart) => void
}

const layoutOf = (list: HTMLElement, rows: HTMLElement): Layout<Element> => ({
  get top() {
    return list.scrollTop
  },
  get range() {
    return list.scrollHeight - list.clientHeight
  },
  get height() {
    return list.clientHeight
  },
  get rows() {
    return [...rows.children]
  },
  has: (row) => row.parentNode === rows,
  edges: (row) => {
    const { top, bottom } = row.getBoundingClientRect()
    const above = list.getBoundingClientRect().top
    return { top: top - above, bottom: bottom - above }
  },
  scroll: (top) => {
    list.scrollTop = top
  },
})

const Beyond = ({ edge }: { edge: Edge }) => (
  <div className={styles.beyond}>
    {edge.loading && <Spin size="small" />}
    {edge.failed && !edge.loading && <NextPageFailed onRetry={edge.read} />}
  </div>
)

/**
 * The rows of a conversation in one scrolling element. Visible rows stay in place: after each change they are moved
 * back before the paint (model/scroll-anchor.ts). A class component, because only getSnapshotBeforeUpdate runs right before the
 * DOM changes.
 */
export class Thread extends PureComponent<Props> {
  private readonly list = createRef<HTMLDivElement>()
  private readonly rows = createRef<HTMLDivElement>()
  private readonly observer = new ResizeObserver(() => this.keep())
  private layout: Layout<Element> | null = null
  private hold: ScrollAnchor<Element> = { anchor: [], top: 0, range: 0 }
  /** The view in the DOM: `props` may belong to a render in progress. */
  private shown = this.props.view

  override componentDidMount(): void {
    const list = this.list.current
    const rows = this.rows.current
    if (list === null || rows === null) return
    this.layout = layoutOf(list, rows)
    this.shown = this.props.view
    this.goToPlace(this.layout)
    this.observer.observe(list)
    this.observer.observe(rows)
  }

  override getSnapshotBeforeUpdate(): null {
    if (this.layout !== null) this.hold = settleScroll(this.layout, this.hold, this.shown.endsHere)
    return null
  }

  override componentDidUpdate(): void {
    const { place } = this.shown
    this.shown = this.props.view
    if (this.layout !== null && this.shown.place !== place) this.goToPlace(this.layout)
    else this.keep()
  }

  override componentWillUnmount(): void {
    this.observer.disconnect()
  }

  private goToPlace(layout: Layout<Element>): void {
    const { rows, place, endsHere } = this.shown
    const index = rows.findIndex(({ key }) => key === place.key)
    this.hold = goTo(layout, layout.rows[index] ?? null, { align: place.align, endsHere })
    this.tell(layout)
  }

  private keep(): void {
    if (this.layout === null) return
    this.hold = settleScroll(this.layout, this.hold, this.shown.endsHere)
    this.tell(this.layout)
  }

  private tell(layout: Layout<Element>): void {
    const { top, range } = layout
    const atEnd = this.hold.anchor === 'end'
    this.props.onSeen(this.shown, { rows: inSight(layout), above: top, below: range - top, atEnd })
  }

  override render(): ReactNode {
    const { view, children, label, live } = this.props
    return (
      <div
        ref={this.list}
        className={styles.list}
        role="log"
        aria-live={live ? 'polite' : 'off'}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
        tabIndex={0}
        onScroll={() => this.keep()}
      >
        <Beyond edge={view.older} />
        <div ref={this.rows} className={styles.rows}>
          {children}
        </div>
        {view.newer.more && <Beyond edge={view.newer} />}
      </div>
    )
  }
}
