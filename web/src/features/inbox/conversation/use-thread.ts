import { useEffect, useMemo, useState } from 'react'
import { useStableRecords } from '../../../base/use-stable-records.js'
import { PAGES_HELD, type Thread, type UnloadedMessage, useMessagesInfiniteQuery } from '../api.js'
import { mergeMessages, type UnreadPart, unreadStart } from '../model/timeline.js'
import type { Edge } from './use-view.js'

const useEdge = (
  { more, loading, failed }: Pick<Edge, 'more' | 'loading' | 'failed'>,
  busy: boolean,
  read: () => unknown,
): Edge =>
  useMemo(
    () => ({ more, loading, failed, ready: more && !busy && !failed, read: () => void read() }),
    [more, loading, failed, busy, read],
  )

const NO_MESSAGES: readonly UnloadedMessage[] = []

/**
 * The loaded part of a conversation, and its edges. `unreadCount`: number of unread messages when it was
 * opened. From its end the conversation is `opened` once the first unread message is loaded, if not too far
 * back.
 */
export const useThread = (thread: Thread, unreadCount: number) => {
  const query = useMessagesInfiniteQuery(thread)
  const {
    currentData: data,
    isFetching,
    isError,
    refetch,
    fetchNextPage,
    hasNextPage,
    hasPreviousPage,
  } = query
  const messages = useStableRecords(
    useMemo(() => mergeMessages([], data?.pages.flatMap((page) => page.messages) ?? []), [data]),
  )
  const spans = useStableRecords(useMemo(() => data?.pages.flatMap((page) => page.tickets) ?? [], [data]))
  const tickets = useMemo(() => new Map(spans.map((span) => [span.id, span])), [spans])
  const older = useEdge(
    {
      more: hasNextPage,
      loading: query.isFetchingNextPage,
      failed: hasNextPage && query.isFetchNextPageError,
    },
    isFetching,
    fetchNextPage,
  )
  const newer = useEdge(
    {
      more: hasPreviousPage,
      loading: query.isFetchingPreviousPage,
      failed: hasPreviousPage && query.isFetchPreviousPageError,
    },
    isFetching,
    query.fetchPreviousPage,
  )
  const isLoaded = data !== undefined && data.pages.length > 0
  const atEnd = isLoaded && !hasPreviousPage

  // The line before the first unread message stays where it was when the conversation was opened.
  const [newest, setNewest] = useState<string | null>(null)
  const last = atEnd ? (messages.at(-1)?.order ?? null) : null
  if (newest === null && last !== null) setNewest(last)
  const [unread, setUnread] = useState<UnreadPart | null>(null)
  const given = { ticketId: thread.ticketId, count: unreadCount, newest, hasOlder: hasNextPage }
  const found = unread === null && atEnd ? unreadStart(messages, given) : null
  if (found !== null) setUnread(found)
  const [opened, setOpened] = useState(false)
  const pages = data?.pages.length ?? 0
  const isSought = unreadCount > 0 && unread === null && found === null && !isError
  const seeks = !opened && atEnd && thread.around === null && isSought && hasNextPage && pages < PAGES_HELD
  if (!opened && isLoaded && !seeks) setOpened(true)
  // also when a page came so fast that nobody was told of its reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page has come
  useEffect(() => {
    if (seeks && !isFetching) void fetchNextPage()
  }, [seeks, isFetching, fetchNextPage, pages])

  return {
    messages,
    /** the tickets of the messages */
    tickets,
    older,
    newer,
    beyond: data?.pages[0]?.beyond ?? NO_MESSAGES,
    unread,
    /** the end of the conversation is loaded */
    atEnd,
    opened: opened && isLoaded,
    isFetching,
    /** nothing could be read */
    failed: isError && !isLoaded,
    /** reason of a failed read */
    error: query.error,
    refetch,
  }
}
