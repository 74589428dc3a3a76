import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { useCallback } from 'react'
import { useAppSelector } from '../../../base/hooks.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useUserListQuery } from '../../../records/user-list.js'

/**
 * Names of users for the reader: `you`, or colleagues' names. `ids`: users to load; only colleagues' names are loaded.
 */
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

/**
 * The colleague who wrote each of our messages; null for the user's own messages, and for those without a
 * user.
 */
export const useAuthors = (
  messages: readonly MessageRecord[],
): ((message: Pick<MessageRecord, 'userId'>) => string | null) => {
  const me = useAppSelector(({ session }) => session.user?.id ?? null)
  const nameOf = useUserNames(messages.map(({ userId }) => userId))
  return useCallback(({ userId }) => (userId === null || userId === me ? null : nameOf(userId)), [me, nameOf])
}
