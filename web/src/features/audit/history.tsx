import type { AuditRecord } from '@guiche/contracts/views/insight.js'
import type { Subject } from '@guiche/contracts/words/audit-words.js'
import Drawer from 'antd/es/drawer/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.js'
import { ListEnd } from '../../components/list/list-end.js'
import { ListStates } from '../../components/list/list-states.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type AuditFilter, useAuditInfiniteQuery } from './api.js'
import styles from './audit.module.css'
import { Timeline } from './timeline.js'

interface Props {
  readonly title: string
  readonly list: Omit<ComponentProps<typeof ListEnd>['list'], 'data'> & {
    readonly data?: { readonly pages: { readonly records: readonly AuditRecord[] }[] } | undefined
    readonly isError: boolean
    readonly refetch: () => unknown
  }
  readonly onClose: () => void
  /** subject of the history, whose name is omitted in the sentences */
  readonly subject: Subject
  /** content above the history */
  readonly children?: ReactNode
}

/** The history of one record in a drawer. */
export const History = ({ title, list, onClose, subject, children }: Props) => {
  const { t } = useTranslation()
  const records = list.data?.pages.flatMap((page) => page.records) ?? null
  return (
    <Drawer
      open
      title={title}
      onClose={onClose}
      size={520}
      styles={{ body: { display: 'flex', padding: 0 } }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.history} tabIndex={0} aria-label={title} data-scrolls>
        {children}
        <ListStates
          failed={list.isError}
          onRetry={list.refetch}
          count={records?.length ?? null}
          empty={<EmptyState title={t('audit:empty.title')} hint={t('audit:empty.hint')} />}
        >
          {records === null ? (
            <Skeleton active paragraph={{ rows: 8 }} />
          ) : (
            <Timeline records={records} subject={subject} />
          )}
          <ListEnd list={list} />
        </ListStates>
      </section>
    </Drawer>
  )
}

/** The subject of a filtered audit: `user-3` is a user. */
const subjectOf = ({ contactId, subject }: AuditFilter): Subject => {
  if (contactId !== undefined) return ['contact']
  const [kind] = subject?.split('-') ?? []
  return [kind === 'user' || kind === 'connection' ? kind : 'name']
}

/** History of a contact, a connection, a user or another record, for admins. */
export const RecordHistory = ({
  filter,
  ...shown
}: Omit<Props, 'list' | 'subject'> & { readonly filter: AuditFilter }) => (
  <History
    {...shown}
    subject={subjectOf(filter)}
    list={useAuditInfiniteQuery({ query: filter }, { refetchOnMountOrArgChange: true })}
  />
)
