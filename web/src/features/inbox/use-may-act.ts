import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useAppSelector } from '../../base/hooks.js'
import { mayActIn } from './model/rights.js'

/** `mayActIn` for the signed-in user. */
export const useMayAct = (ticket: TicketRecord): boolean =>
  useAppSelector(({ session: { user } }) => user !== null && mayActIn(user, ticket))
