import type { TicketRecord, UserRow } from '@guiche/contracts/views/records.js'
import { foldText } from './quick-list.js'
import { mayOpen } from './ticket-access.js'

type Colleague = Pick<UserRow, 'id' | 'name' | 'profile' | 'allTicket' | 'queues'>
/** Id of the list of colleagues in the document. */
export const COLLEAGUES_LIST = 'colleagues'
/** Maximum of colleagues in the list. */
const MAX_COLLEAGUES = 8

/** Users who may open a ticket, except the reader. */
export const colleaguesOf = <C extends Colleague>(
  users: readonly C[],
  ticket: Pick<TicketRecord, 'companyId' | 'userId' | 'queueId' | 'status'>,
  ownId: number,
): C[] => users.filter((user) => user.id !== ownId && mayOpen(user, ticket))

/** Colleagues with a word of their name that begins with the typed text; case and accents do not matter. */
export const foundColleagues = <C extends Pick<Colleague, 'name'>>(all: readonly C[], typed: string): C[] =>
  all.filter(({ name }) => ` ${foldText(name)}`.includes(` ${foldText(typed)}`)).slice(0, MAX_COLLEAGUES)
