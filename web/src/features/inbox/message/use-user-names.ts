import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { useCallback } from 'react'
import { useAppSelector } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useUserListQuery } from '../../../records/user-list.js'

/** How users are called: the reader `you`, colleagues by their names. `ids`: of whom; names are read for colleagues alone. */
export const useUserNames = (ids: readonly (number | null)[]): ((id: number) => string) => {
  const { t } = useTranslation()
  const me = useAppSelector(({ session }) => session.user?.id)
  const isOthers = ids.some((id) => id !== null && id !== me)
  const { data: users, isLoading } = useUserListQuery(undefined, { skip: !isOthers })
  return useCallback(
    (id) => {
      if (id === me) return t('inbox:message.you')
      return users?.find((user) => user.id === id)?.name ?? (isLoading ? '…' : t('inbox:message.colleague'))
    },
    [me, users, isLoading, t],
  )
}

/** Which colleague wrote one of our messages; null for one's own, and for those that nobody here wrote. */
export const useAuthors = (
  messages: readonly MessageRecord[],
): ((message: Pick<MessageRecord, 'userId'>) => string | null) => {
  const me = useAppSelector(({ session }) => session.user?.id ?? null)
  const nameOf = useUserNames(messages.map(({ userId }) => userId))
  return useCallback(({ userId }) => (userId === null || userId === me ? null : nameOf(userId)), [me, nameOf])
}
