import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Spin from 'antd/es/spin/index.js'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { NextPageFailed } from '../../../components/list/next-page-failed.js'
import { newerThan, type TimelineItem, timeline, type Unread } from '../model/timeline.js'
import type { Outgoing } from '../sending.js'
import { Bubble, type BubbleActions } from './bubble.js'
import styles from './message-list.module.css'
import { OutgoingBubble } from './outgoing-bubble.js'
import { Separator } from './separator.js'
import { useFirstIndex } from './use-first-index.js'
import { type Ends, useReadOn } from './use-read-on.js'
import { useTarget } from './use-target.js'

type Item = TimelineItem | { readonly kind: 'outgoing'; readonly key: string; readonly entry: Outgoing }

interface Props extends Ends {
  /** all that is loaded, oldest first */
  readonly messages: readonly MessageRecord[]
  readonly outgoing: readonly Outgoing[]
  readonly unread: Unread | null
  /** shows the end of the conversation, which is not loaded */
  readonly onNewest: () => void
  readonly actions: BubbleActions | null
  /** id of a message to go to, or null */
  readonly target: string | null
  readonly onTargetDone: (id: string, found: boolean) => void
}

const Older = ({ context }: { context?: Pick<Props, 'loadingOlder' | 'olderFailed' | 'onOlder'> }) => (
  <div className={styles.older}>
    {context?.loadingOlder && <Spin size="small" />}
    {context?.olderFailed && !context.loadingOlder && <NextPageFailed onRetry={context.onOlder} />}
  </div>
)
/** The same objects at every rendering: others would be mounted anew, and move everything. */
const PARTS = { Header: Older }

/** One function for good: a new one makes the list take the next rows for growth of the last one. */
const follow = (atBottom: boolean) => (atBottom ? 'auto' : false)

/** The messages of a conversation: virtual, older ones on the way up, new ones announced. */
export const MessageList = (props: Props) => {
  const { messages, outgoing, unread, target, actions } = props
  const { loadingOlder, olderFailed, onOlder, hasNewer } = props
  const { t } = useTranslation()
  const list = useRef<VirtuosoHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [atBottom, setAtBottom] = useState(true)
  const oldest = messages[0]?.order ?? null
  const newest = messages.at(-1)?.order ?? null
  const [seen, setSeen] = useState(newest)
  const items = useMemo<Item[]>(
    () => [
      ...timeline(messages, unread),
      ...outgoing.map((entry) => ({ kind: 'outgoing' as const, key: entry.key, entry })),
    ],
    [messages, outgoing, unread],
  )
  const firstIndex = useFirstIndex(items)
  const [start] = useState(() => {
    const wanted = target === null ? -1 : items.findIndex(({ key }) => key === target)
    if (wanted !== -1) return { index: wanted, align: 'center' } as const
    const place = items.findIndex(({ kind }) => kind === 'unread')
    return place === -1
      ? ({ index: 'LAST', align: 'end' } as const)
      : ({ index: place, align: 'start' } as const)
  })

  // what comes by scrolling down to the end is no news
  const reading = useRef(hasNewer)
  useEffect(() => {
    if (atBottom || reading.current) setSeen(newest)
    reading.current = hasNewer
  }, [atBottom, newest, hasNewer])
  const { onMove, onScroll } = useReadOn(frame, props, { oldest, newest })
  const toEnd = useCallback(() => list.current?.scrollToIndex({ index: 'LAST', align: 'end' }), [])
  // a banner or a composer of more lines takes room from below
  const standsAtEnd = useRef(false)
  const stayAtEnd = useCallback(() => {
    requestAnimationFrame(() => standsAtEnd.current && toEnd())
  }, [toEnd])
  // where one has read on to is the end no more, before the list itself tells
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page has come
  useLayoutEffect(() => {
    if (reading.current) standsAtEnd.current = false
  }, [newest])
  const onBottom = useCallback((at: boolean) => {
    standsAtEnd.current = at
    setAtBottom(at)
  }, [])
  // a row that grows takes the end along; the list itself looks after growth beyond its threshold only. Rows that come are
  // read on to from where one is
  const rows = useRef(0)
  const count = items.length
  const onGrowth = useCallback(() => {
    const hasNew = rows.current !== count
    rows.current = count
    if (hasNewer || hasNew || !standsAtEnd.current) return
    list.current?.autoscrollToBottom()
    stayAtEnd()
  }, [stayAtEnd, count, hasNewer])
  useEffect(() => {
    if (frame.current === null) return
    let height = Number.POSITIVE_INFINITY
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.height ?? height
      if (now < height && Number.isFinite(height)) stayAtEnd()
      height = now
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [stayAtEnd])
  // what one has just sent is always shown
  const sent = outgoing.at(-1)?.key
  useEffect(() => {
    if (sent !== undefined) toEnd()
  }, [sent, toEnd])

  const placeOf = useCallback(
    (id: string) => items.findIndex((item) => item.kind === 'message' && item.key === id),
    [items],
  )
  const marked = useTarget(list, { target, placeOf, frame, onDone: props.onTargetDone })

  const newer = newerThan(messages, seen)
  const atEnd = atBottom && !hasNewer
  return (
    <div ref={frame} className={styles.frame}>
      <Virtuoso
        ref={list}
        className={styles.list}
        role="log"
        // older messages that scroll into view are nothing new
        aria-live={atEnd ? 'polite' : 'off'}
        aria-label={t('inbox:conversation.log')}
        onWheel={onMove}
        onTouchMove={onMove}
        onPointerDown={onMove}
        onKeyDown={onMove}
        onScroll={onScroll}
        data={items}
        context={{ loadingOlder, olderFailed, onOlder }}
        firstItemIndex={firstIndex}
        initialTopMostItemIndex={start}
        alignToBottom
        increaseViewportBy={{ top: 400, bottom: 200 }}
        // a line that a bubble grows by, such as why it was not sent, moves the end
        totalListHeightChanged={onGrowth}
        followOutput={hasNewer || reading.current ? false : follow}
        atBottomThreshold={80}
        atBottomStateChange={onBottom}
        computeItemKey={(_index, item) => item.key}
        components={PARTS}
        itemContent={(_index, item) => {
          if (item.kind === 'outgoing') return <OutgoingBubble entry={item.entry} />
          if (item.kind !== 'message') return <Separator item={item} />
          return (
            <Bubble
              message={item.message}
              last={item.last}
              highlighted={item.key === marked}
              actions={actions}
            />
          )
        }}
      />
      {!atEnd && (
        <Button
          className={styles.jump ?? ''}
          shape="round"
          icon={<DownOutlined aria-hidden />}
          data-new={newer > 0}
          onClick={hasNewer ? props.onNewest : toEnd}
        >
          {newer > 0 ? t('inbox:conversation.jumpNew', { count: newer }) : t('inbox:conversation.jump')}
        </Button>
      )}
    </div>
  )
}
