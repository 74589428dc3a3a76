import type { CollectionSpec } from '../read-store.js'

/** A collection with the indexes that tickets, messages and contacts have, for looking at how they are used. */
export const MANY_PLANS: CollectionSpec = {
  name: 'many@1',
  indexes: [
    ['companyId', 'updatedAt', 'id'],
    ['companyId', 'contactId', 'updatedAt', 'id'],
    ['companyId', 'ticketId', 'order'],
    ['companyId', 'ticketId', 'fromMe', 'read', 'order'],
    ['companyId', 'contactId', 'order', 'ticketId'],
    ['companyId', 'contactId', 'connectionId', 'fromMe'],
    ['companyId', 'alike.name', 'number', 'lid', 'id'],
  ],
}

/** 0, 1, 2 … */
export const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
