import { lazyDialog } from '../../components/lazy-dialog.js'

/** Dialogs of the inbox, loaded on demand. */
export const BulkAssign = lazyDialog(() => import('./dialogs/bulk-assign.js').then((m) => m.BulkAssign))
export const BulkFailures = lazyDialog(() => import('./dialogs/bulk-failures.js').then((m) => m.BulkFailures))
export const BulkTag = lazyDialog(() => import('./dialogs/bulk-tag.js').then((m) => m.BulkTag))
export const ChooseQueue = lazyDialog(() => import('./dialogs/choose-queue.js').then((m) => m.ChooseQueue))
export const ContactDrawer = lazyDialog(() => import('./contact-drawer.js').then((m) => m.ContactDrawer))
export const NewTicket = lazyDialog(() => import('./dialogs/new-ticket.js').then((m) => m.NewTicket))
export const Peek = lazyDialog(() => import('./conversation/peek.js').then((m) => m.Peek))
export const SnoozeTicket = lazyDialog(() => import('./dialogs/snooze-ticket.js').then((m) => m.SnoozeTicket))
export const TicketHistory = lazyDialog(() =>
  import('./dialogs/ticket-history.js').then((m) => m.TicketHistory),
)
export const TicketSchedules = lazyDialog(() =>
  import('./dialogs/ticket-schedules.js').then((m) => m.TicketSchedules),
)
export const TransferTicket = lazyDialog(() =>
  import('./dialogs/transfer-ticket.js').then((m) => m.TransferTicket),
)
