import Button from 'antd/es/button/index.js'
import { useDeferredValue, useMemo, useState } from 'react'
import { ListEnd } from '../../components/list/list-end.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useRecords } from '../../records/record-api.js'
import { RecordList } from '../../records/record-page.js'
import { CategoryInput } from './category-input.js'
import { QuickFilters } from './quick-filters.js'
import { categoriesOf, isNarrowed, NO_NARROWING, narrowReplies } from './quick-replies.js'

/** Number of rows added to the page at once. */
const ROWS = 50

/** The quick replies: read whole, as for the composer, and filtered and sorted here. */
export const QuickMessagesPage = () => {
  const { t } = useTranslation()
  const list = useRecords('quickmessage', undefined, { refetchOnMountOrArgChange: true })
  const [filters, setFilters] = useState(NO_NARROWING)
  const [text, setText] = useState('')
  // the field does not wait for a long list to render
  const wanted = useDeferredValue(text)
  const { rows: all } = list
  const asked = useMemo(() => ({ ...filters, text: wanted }), [filters, wanted])
  const categories = useMemo(() => categoriesOf(all ?? []), [all])
  const found = useMemo(() => (all === undefined ? null : narrowReplies(all, asked)), [all, asked])
  // new filters start at the first page
  const [pages, setPages] = useState({ of: asked, count: 1 })
  const count = pages.of === asked ? pages.count : 1
  const further = {
    ...{ data: { pages: Array.from({ length: count }) }, isFetching: false, isFetchNextPageError: false },
    hasNextPage: (found?.length ?? 0) > count * ROWS,
    fetchNextPage: () => setPages({ of: asked, count: count + 1 }),
  }
  const clear = (): void => {
    setFilters({ ...NO_NARROWING, order: filters.order })
    setText('')
  }
  const hasLeftOut = all !== undefined && all.length > 0 && isNarrowed(filters)
  return (
    <RecordList
      name="quickmessage"
      fields={['shortcode', 'message', 'media', 'fileListId', 'category', 'queueIds', 'geral', 'status']}
      columns={['shortcode', 'message', 'media', 'category', 'queueIds', 'geral', 'status', 'uses']}
      spare={['media', 'geral', 'uses']}
      inputs={{
        category: <CategoryInput known={categories} placeholder={t('quick-messages:placeholder.category')} />,
      }}
      rows={found?.slice(0, count * ROWS) ?? null}
      list={list}
      search={{ text, setText, search: wanted.trim(), isShort: false }}
      filters={<QuickFilters categories={categories} asked={filters} onAsk={setFilters} onClear={clear} />}
      end={<ListEnd list={further} />}
      {...(hasLeftOut && {
        empty: {
          title: t('quick-messages:none.title'),
          hint: t('quick-messages:none.hint'),
          action: <Button onClick={clear}>{t('inbox:filter.clear')}</Button>,
        },
      })}
    />
  )
}
