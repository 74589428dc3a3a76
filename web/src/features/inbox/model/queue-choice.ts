import type { QueueRef, UserRecord } from '@guiche/contracts/views/records.js'

/**
 * Which queues a person may choose for a ticket: admins any (`all`; undefined while they are not known) or none, others
 * one of their own. Where there is nothing to choose, nobody is asked.
 */
export const queueChoice = (
  user: { readonly profile: UserRecord['profile']; readonly queues: readonly QueueRef[] } | null,
  all: readonly QueueRef[] | undefined,
) => {
  const mayLeaveOut = user?.profile === 'admin'
  const queues = mayLeaveOut ? all : user?.queues
  return { queues: queues ?? [], mayLeaveOut, isNothingToChoose: queues?.length === 0 }
}
