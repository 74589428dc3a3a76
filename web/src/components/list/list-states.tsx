import Button from 'antd/es/button/index.js'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import { EmptyState } from '../empty-state.js'
import { ErrorState } from '../error-state.js'

interface Props {
  readonly failed: boolean
  readonly onRetry: () => unknown
  /** number of rows, or null while loading */
  readonly count: number | null
  /** the rows are from the previous search until the new one ends */
  readonly busy?: boolean | undefined
  /** the searched text, '' for none */
  readonly search?: string
  readonly onClearSearch?: () => void
  /** content of an empty list without a search */
  readonly empty: ReactNode
  readonly children: ReactNode
}

/** A list, or its state instead: failed, empty, or without matches. */
export const ListStates = ({
  failed,
  onRetry,
  count,
  busy = false,
  search = '',
  onClearSearch,
  empty,
  children,
}: Props) => {
  const { t } = useTranslation()
  if (failed && !count) return <ErrorState text={t('common:list.failed')} onRetry={onRetry} />
  if (count !== 0 || busy) return children
  if (search === '') return empty
  return (
    <EmptyState
      title={t('common:list.none', { search })}
      hint={t('common:list.noneHint')}
      action={<Button onClick={onClearSearch}>{t('common:list.clear')}</Button>}
    />
  )
}
