import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import Button from 'antd/es/button/index.js'
import AntdSelect, { type SelectProps as AntdProps } from 'antd/es/select/index.js'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.js'

/** The result of a list's query. */
interface ListRead {
  readonly data?: unknown
  readonly isError: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}
export interface SelectProps<V> extends AntdProps<V> {
  /** query of the options: the list shows its loading state, and retries a failed read */
  readonly read?: ListRead
}

/** Content of the list while its options are missing. */
const NotRead = ({ read: { isError, refetch } }: { readonly read: ListRead }) => {
  const { t } = useTranslation()
  if (!isError) return <span role="status">{t('common:loading')}</span>
  return (
    <span role="alert">
      {t('common:list.failed')}{' '}
      <Button size="small" type="link" onClick={() => void refetch()}>
        {t('common:retry')}
      </Button>
    </span>
  )
}

/** Without its own colour, Ant Design shows such a text as if it were disabled. */
const READABLE_STYLE = { color: 'var(--g-text-muted)' } as const

/** A choice. Ant Design names its clear button in English in every language. */
export const Select = <V,>({ allowClear = false, read, onOpenChange, ...props }: SelectProps<V>) => {
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const missing = read !== undefined && read.data === undefined ? read : null
  const search = typeof props.showSearch === 'object' ? props.showSearch : null
  const onSearch = (text: string): void => {
    setSought(text)
    search?.onSearch?.(text)
  }
  return (
    <AntdSelect<V>
      {...(sought !== '' && {
        notFoundContent: <span style={READABLE_STYLE}>{t('common:list.none', { search: sought })}</span>,
      })}
      {...(missing !== null && { loading: missing.isFetching, notFoundContent: <NotRead read={missing} /> })}
      {...props}
      {...(search !== null && { showSearch: { ...search, onSearch } })}
      onOpenChange={(open) => {
        // a keyboard cannot reach a button inside the list, so opening the list retries a failed read
        if (open && missing?.isError) void missing.refetch()
        onOpenChange?.(open)
      }}
      allowClear={allowClear && { clearIcon: <CloseCircleFilled />, label: t('common:clearChoice') }}
    />
  )
}
