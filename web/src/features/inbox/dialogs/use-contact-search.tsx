import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import type { ReactNode } from 'react'
import { useSearch } from '../../../components/list/use-search.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useContactsInfiniteQuery } from '../../contacts/api.js'

/** A search for contacts by a field that lists the results. */
export const useContactSearch = () => {
  const { t } = useTranslation()
  const { text, setText, search, isShort } = useSearch()
  const { currentData, isFetching, isError, refetch } = useContactsInfiniteQuery(
    { query: { searchParam: search } },
    { skip: search === '' },
  )
  const found: readonly ContactRecord[] =
    search === '' ? [] : (currentData?.pages.flatMap((page) => page.contacts) ?? [])
  const instead = (): ReactNode => {
    if (isShort) return t('inbox:newTicket.contactHint')
    // the search starts a moment after the last key
    if (isFetching || text.trim() !== search) return t('inbox:newTicket.searching')
    if (!isError) return t('inbox:newTicket.noContact')
    return (
      <span role="alert">
        {t('inbox:search.failed')}{' '}
        <Button size="small" type="link" onClick={() => void refetch()}>
          {t('inbox:retry')}
        </Button>
      </span>
    )
  }
  return {
    text,
    setText,
    /** no search is running */
    isIdle: search === '',
    found,
    loading: isFetching,
    /** shown in the list without results */
    notFoundContent: instead(),
  }
}
