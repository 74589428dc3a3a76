import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { namedDay } from '../model/dates.js'
import { type TimelineItem, timeline } from '../model/timeline.js'
import type { Outgoing } from '../sending.js'
import { Bubble, type BubbleActions } from './bubble.js'
import styles from './conversation.module.css'
import { OutgoingBubble } from './outgoing-bubble.js'

type Item = TimelineItem | { readonly kind: 'outgoing'; readonly key: string; readonly entry: Outgoing }

interface Props {
  /** all that is loaded, oldest first */
  readonly messages: readonly MessageRecord[]
  readonly outgoing: readonly Outgoing[]
  readonly unreadFrom: string | null
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  readonly onOlder: () => void
  readonly actions: BubbleActions | null
  /** id of a message to go to, or null */
  readonly target: string | null
}

/** The list counts from a high number down, so that older pages are put in front without a jump. */
const FIRST_INDEX = 1_000_000
/** Older pages are asked for within 50 px of the top. */
const TOP_THRESHOLD = 50

const Separator = ({ item }: { item: Exclude<Item, { kind: 'message' | 'outgoing' }> }): ReactNode => {
  const { t } = useTranslation()
  if (item.kind === 'day') {
    const day = namedDay(item.day)
    const label =
      day === 'today' ? t('inbox:day.today') : day === 'yesterday' ? t('inbox:day.yesterday') : day
    return (
      <div className={styles.separator}>
        <span>{label}</span>
      </div>
    )
  }
  if (item.kind === 'unread') {
    return (
      <div className={`${styles.separator} ${styles.unread}`}>
        <span>{t('inbox:conversation.unread', { count: item.count })}</span>
      </div>
    )
  }
  return (
    <div className={`${styles.separator} ${styles.ticketSeparator}`}>
      <span>{t('inbox:conversation.ticketChange', { closed: item.previousId, started: item.ticketId })}</span>
    </div>
  )
}

/** The messages of a conversation: virtual, older ones on the way up, new ones announced. */
export const MessageList = (props: Props) => {
  const { messages, outgoing, unreadFrom, hasOlder, loadingOlder, onOlder, actions, target } = props
  const { t } = useTranslation()
  const list = useRef<VirtuosoHandle>(null)
  const [atBottom, setAtBottom] = useState(true)
  const [seen, setSeen] = useState(messages.length)
  const items = useMemo<Item[]>(
    () => [
      ...timeline(messages, unreadFrom),
      ...outgoing.map((entry) => ({ kind: 'outgoing' as const, key: entry.key, entry })),
    ],
    [messages, outgoing, unreadFrom],
  )
  const oldest = useRef({ key: items[0]?.key, first: FIRST_INDEX })
  const firstIndex = useMemo(() => {
    const place = items.findIndex(({ key }) => key === oldest.current.key)
    const first = place > 0 ? oldest.current.first - place : oldest.current.first
    oldest.current = { key: items[0]?.key, first }
    return first
  }, [items])

  useEffect(() => {
    if (atBottom) setSeen(messages.length)
  }, [atBottom, messages.length])
  const showTarget = useCallback(() => {
    const place = items.findIndex((item) => item.kind === 'message' && item.message.id === target)
    if (place !== -1) list.current?.scrollToIndex({ index: place, align: 'center' })
    else if (target !== null && hasOlder && !loadingOlder) onOlder()
  }, [items, target, hasOlder, loadingOlder, onOlder])
  useEffect(showTarget, [showTarget])

  const newer = Math.max(0, messages.length - seen)
  return (
    <>
      <Virtuoso
        ref={list}
        className={styles.list}
        role="log"
        aria-label={t('inbox:conversation.log')}
        data={items}
        firstItemIndex={firstIndex}
        initialTopMostItemIndex={{ index: 'LAST', align: 'end' }}
        alignToBottom
        followOutput={(bottom) => (bottom ? 'auto' : false)}
        atTopThreshold={TOP_THRESHOLD}
        atTopStateChange={(top) => {
          if (top && hasOlder && !loadingOlder) onOlder()
        }}
        atBottomThreshold={120}
        atBottomStateChange={setAtBottom}
        computeItemKey={(_index, item) => item.key}
        components={{
          Header: () =>
            loadingOlder ? <Skeleton active paragraph={{ rows: 2 }} style={{ padding: 24 }} /> : null,
          Footer: () => <div style={{ height: 12 }} />,
        }}
        itemContent={(_index, item) => {
          if (item.kind === 'message')
            return (
              <Bubble
                message={item.message}
                first={item.first}
                last={item.last}
                highlighted={item.message.id === target}
                actions={actions}
              />
            )
          if (item.kind === 'outgoing') return <OutgoingBubble entry={item.entry} />
          return <Separator item={item} />
        }}
      />
      {!atBottom && (
        <Button
          className={styles.jump ?? ''}
          shape="round"
          icon={<DownOutlined />}
          onClick={() => list.current?.scrollToIndex({ index: 'LAST', align: 'end', behavior: 'auto' })}
        >
          {newer > 0 ? t('inbox:conversation.jumpNew', { count: newer }) : t('inbox:conversation.jump')}
        </Button>
      )}
    </>
  )
}
