import { DEFAULT_WEEK, MOST_A_DAY } from '../opening-hours/week.js'
import { color, flag, hours, integer, text } from './fields.js'
import { invalidError, limitError, missingError, record, takenError } from './record.js'

export const queue = record({
  name: 'queue',
  plural: 'queues',
  path: '/queue',
  version: 5,
  fields: {
    name: text({ min: 2, max: 50 }),
    color: color(),
    greetingMessage: text({ min: 0, max: 4096, default: '', sent: true }),
    outOfHoursMessage: text({ min: 0, max: 4096, default: '', sent: true }),
    orderQueue: integer({ min: -100_000, max: 100_000 }),
    schedules: hours({ most: MOST_A_DAY, default: DEFAULT_WEEK, added: true }),
    /** the queue asks contacts for a document and sends their open bills; see contracts/bot/config.ts */
    bills: flag({ added: true }),
  },
  kept: 'together',
  unique: ['name', 'color'],
  order: ['orderQueue', 'name'],
  list: { all: '' },
  limit: 'queues',
  allow: { read: 'user', create: 'admin', change: 'admin', delete: 'admin' },
  screen: { section: 'administration', place: 2 },
  words: {
    name: ['Fila', 'Queue', 'Cola'],
    noun: ['a fila', 'the queue', 'la cola'],
    title: ['Filas', 'Queues', 'Colas'],
    fields: {
      name: ['Nome', 'Name', 'Nombre'],
      color: ['Cor', 'Colour', 'Color'],
      orderQueue: ['Ordem', 'Order', 'Orden'],
      bills: ['Envia a segunda via de boletos', 'Sends open bills', 'Envía facturas por pagar'],
      greetingMessage: ['Mensagem de saudação', 'Greeting message', 'Mensaje de saludo'],
      schedules: ['Horário de atendimento', 'Opening hours', 'Horario de atención'],
      outOfHoursMessage: ['Mensagem fora do horário', 'Out-of-hours message', 'Mensaje fuera de horario'],
    },
  },
  errors: {
    ERR_QUEUE_NOT_FOUND: missingError(
      'Esta fila não existe mais. Recarregue a lista.',
      'This queue is no longer there. Reload the list.',
      'Esta cola ya no existe. Recarga la lista.',
    ),
    ERR_QUEUE_NAME_ALREADY_EXISTS: takenError(
      'name',
      'Este nome já está em uso por outra fila. Escolha outro.',
      'This name is used by another queue. Choose another one.',
      'Este nombre ya lo usa otra cola. Elige otro.',
    ),
    ERR_QUEUE_COLOR_ALREADY_EXISTS: takenError(
      'color',
      'Esta cor já está em uso por outra fila. Escolha outra.',
      'This colour is used by another queue. Choose another one.',
      'Este color ya lo usa otra cola. Elige otro.',
    ),
    ERR_QUEUE_INVALID_NAME: invalidError(
      'name',
      'O nome da fila deve ter de 2 a 50 caracteres.',
      'A queue’s name must have 2 to 50 characters.',
      'El nombre de la cola debe tener de 2 a 50 caracteres.',
    ),
    ERR_QUEUE_INVALID_COLOR: invalidError(
      'color',
      'A cor da fila deve ter de 3 a 9 caracteres e começar com #.',
      'A queue’s colour must have 3 to 9 characters and begin with #.',
      'El color de la cola debe tener de 3 a 9 caracteres y empezar con #.',
    ),
    ERR_QUEUE_LIMIT: limitError(
      'Número máximo de filas já alcançado: {{limit}}. Exclua uma ou mude de plano.',
      'The plan’s limit of queues ({{limit}}) is reached. Delete one or change the plan.',
      'Se alcanzó el límite de colas del plan ({{limit}}). Elimina una o cambia de plan.',
    ),
  },
  wire: { changed: 201, later: ['integrationId', 'promptId', 'mediaPath', 'mediaName'] },
})
