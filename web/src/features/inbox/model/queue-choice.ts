import type { QueueRef, UserRecord } from '@guiche/contracts/views/records.js'

/**
 * Queues that a user may choose for a ticket. Admins: any (`all`; undefined while unknown) or none. Others:
 * one of their own. With fewer than two options the user is not asked.
 */
export const queueChoice = (
  user: { readonly profile: UserRecord['profile']; readonly queues: readonly QueueRef[] } | null,
  all: readonly QueueRef[] | undefined,
) => {
  const mayLeaveOut = user?.profile === 'admin'
  const queues = mayLeaveOut ? all : user?.queues
  return { queues: queues ?? [], mayLeaveOut, isNothingToChoose: queues?.length === 0 }
}
