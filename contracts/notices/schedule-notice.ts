import { createNotice, fillText } from './notice.js'

/** Duration of a toast about an unsent planned message, in ms. */
const STAYS_MS = 8000
/** Reasons without a notice: the user asked for this outcome, or the file is still being uploaded. */
const EXPECTED_ERRORS: ReadonlySet<string> = new Set([
  'ERR_SCHEDULE_FILE_AWAITED',
  'ERR_SCHEDULE_SKIPPED',
  'ERR_SCHEDULE_DROPPED',
])

interface UnsentMessage {
  readonly id: number
  /** the author */
  readonly userId: number
  /** the contact's name; '' if only the id is known */
  readonly name: string
}

/** Whether a planned message failed in a way that its author must know. */
const hasFailed = ({ status, error }: { readonly status: string; readonly error: string | null }): boolean =>
  status === 'ERRO' && error !== null && !EXPECTED_ERRORS.has(error)

/** A planned message could not be sent: its author gets a notice. */
export const unsentNotice = createNotice<UnsentMessage, 'text' | 'title' | 'hidden'>({
  words: {
    pt: {
      title: 'Mensagem agendada não enviada',
      text: 'A mensagem agendada para {{name}} não foi enviada. O motivo está nas mensagens agendadas.',
      hidden: 'Uma mensagem agendada não foi enviada',
    },
    en: {
      title: 'Scheduled message not sent',
      text: 'The message scheduled for {{name}} was not sent. The scheduled messages say why.',
      hidden: 'A scheduled message was not sent',
    },
    es: {
      title: 'Mensaje programado no enviado',
      text: 'El mensaje programado para {{name}} no se envió. El motivo está en los mensajes programados.',
      hidden: 'Un mensaje programado no se envió',
    },
  },
  frames: {
    schedule: (frame) => {
      if (frame.action === 'delete' || frame.schedule.ticket === null || !hasFailed(frame.schedule))
        return null
      const { id, userId, contact, ticket } = frame.schedule
      return { subject: { id, userId, name: contact?.name ?? '' }, ticket }
    },
  },
  isFor: (subject, { userId }) => subject.userId === userId,
  unless: [],
  toast: {
    stays: STAYS_MS,
    where: 'every-page',
    opens: false,
    says: ({ name }, { text }) => fillText(text, { name }),
  },
  bell: null,
  alert: {
    sound: () => 'error',
    system: true,
    key: ({ id }) => `schedule-${id}`,
    says: ({ name }, { text, title }) => ({ title, body: fillText(text, { name }) }),
  },
  push: {
    events: {
      'schedule.changed.v1': ({ scheduleId, ticketId, userId, ...data }) =>
        ticketId === null || !hasFailed(data)
          ? null
          : {
              subject: () => ({ id: scheduleId, userId, name: '' }),
              ...{ ticketId, among: [userId] },
            },
    },
    says: (_, { title, hidden }) => ({ said: title, hidden }),
  },
})
