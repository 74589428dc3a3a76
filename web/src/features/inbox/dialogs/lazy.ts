import { lazyPage } from '../../../app/lazy-page.js'

/** What the inbox shows beside a conversation only when somebody asks for it is fetched then. */
export const ChooseQueue = lazyPage(() => import('./choose-queue.js').then((m) => m.ChooseQueue))
export const ContactDrawer = lazyPage(() => import('../contact-drawer.js').then((m) => m.ContactDrawer))
export const NewTicket = lazyPage(() => import('./new-ticket.js').then((m) => m.NewTicket))
export const Peek = lazyPage(() => import('./peek.js').then((m) => m.Peek))
export const TicketHistory = lazyPage(() => import('./ticket-history.js').then((m) => m.TicketHistory))
export const TransferTicket = lazyPage(() => import('./transfer-ticket.js').then((m) => m.TransferTicket))
