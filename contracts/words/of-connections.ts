import type { Language } from '../languages.js'
import { type Texts, textIn } from '../records/texts.js'

/** Fields of a connection in the audit: in each language. */
const FIELDS = {
  media: ['Arquivo da saudação', 'File of the greeting', 'Archivo del saludo'],
  name: ['Nome', 'Name', 'Nombre'],
  queueIds: ['Filas', 'Queues', 'Colas'],
  greetingMessage: ['Mensagem de saudação', 'Greeting', 'Mensaje de saludo'],
  complationMessage: ['Mensagem de conclusão', 'Completion message', 'Mensaje de cierre'],
  outOfHoursMessage: ['Mensagem fora do horário', 'Out-of-hours message', 'Mensaje fuera de horario'],
  ratingMessage: ['Mensagem de avaliação', 'Rating message', 'Mensaje de valoración'],
  status: ['Estado', 'State', 'Estado'],
  connectionId: ['Conexão padrão', 'Default connection', 'Conexión predeterminada'],
  expiresTicket: [
    'Horas até fechar por inatividade',
    'Hours until closed for inactivity',
    'Horas hasta cerrar por inactividad',
  ],
  expiresInactiveMessage: [
    'Mensagem ao fechar por inatividade',
    'Message when closed for inactivity',
    'Mensaje al cerrar por inactividad',
  ],
  reminderMinutes: [
    'Minutos até lembrar quem não responde',
    'Minutes until who does not answer is reminded',
    'Minutos hasta recordar a quien no responde',
  ],
  reminderMessage1: ['Lembrete 1', 'Reminder 1', 'Recordatorio 1'],
  reminderMessage2: ['Lembrete 2', 'Reminder 2', 'Recordatorio 2'],
  reminderMessage3: ['Lembrete 3', 'Reminder 3', 'Recordatorio 3'],
  inactivityInHours: [
    'Inatividade só no horário de atendimento',
    'Inactivity only in opening hours',
    'Inactividad solo en el horario de atención',
  ],
  sendIdQueue: [
    'Fila de quem espera sem fila',
    'Queue of those who wait without one',
    'Cola de quien espera sin cola',
  ],
  timeSendQueue: [
    'Minutos até passar para a fila',
    'Minutes until it moves to the queue',
    'Minutos hasta pasar a la cola',
  ],
  maxUseBotQueues: ['Menus de filas no máximo', 'Menus of queues at most', 'Menús de colas como máximo'],
  timeUseBotQueues: [
    'Minutos até repetir o menu',
    'Minutes until the menu is repeated',
    'Minutos hasta repetir el menú',
  ],
} as const satisfies Readonly<Record<string, Texts>>

type Fields = { readonly [F in keyof typeof FIELDS]: string }

/** What the fields of a connection are called in one language. */
export const fieldsOfConnection = (language: Language): Fields =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([field, texts]) => [field, textIn(texts, language)]),
  ) as unknown as Fields
