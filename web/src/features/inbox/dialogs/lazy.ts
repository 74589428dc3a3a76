import { lazyPage } from '../../../app/lazy-page.js'

/** What the inbox shows only when somebody asks for it is fetched then. */
export const ChooseQueue = lazyPage(() => import('./choose-queue.js').then((m) => m.ChooseQueue))
export const ContactDrawer = lazyPage(() => import('../contact-drawer.js').then((m) => m.ContactDrawer))
export const EditMessage = lazyPage(() => import('./edit-message.js').then((m) => m.EditMessage))
export const NewTicket = lazyPage(() => import('./new-ticket.js').then((m) => m.NewTicket))
export const Peek = lazyPage(() => import('./peek.js').then((m) => m.Peek))
export const PickReaction = lazyPage(() => import('./pick-reaction.js').then((m) => m.PickReaction))
export const PictureViewer = lazyPage(() => import('./picture-viewer.js').then((m) => m.PictureViewer))
export const TicketHistory = lazyPage(() => import('./ticket-history.js').then((m) => m.TicketHistory))
export const TransferTicket = lazyPage(() => import('./transfer-ticket.js').then((m) => m.TransferTicket))
