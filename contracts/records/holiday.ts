import { MOST_A_DAY } from '../opening-hours/week.js'
import { date, flag, parts, text } from './fields.js'
import { missingError, record, takenError } from './record.js'

/** A day with other opening hours than its weekday, or none. */
export const holiday = record({
  name: 'holiday',
  plural: 'holidays',
  path: '/holidays',
  version: 2,
  fields: {
    name: text({ min: 1, max: 60 }),
    date: date({ required: true }),
    yearly: flag(),
    parts: parts({ most: MOST_A_DAY, none: ['Fechado o dia todo', 'Closed all day', 'Cerrado todo el día'] }),
    /** text sent outside opening hours on that day, instead of the queue's or connection's */
    message: text({ min: 0, max: 4096, default: '' }),
  },
  kept: 'together',
  unique: ['date'],
  order: ['date'],
  list: { all: '' },
  allow: { read: 'user', create: 'admin', change: 'admin', delete: 'admin' },
  screen: 'list',
  words: {
    name: ['Feriado', 'Holiday', 'Feriado'],
    noun: ['o feriado', 'the holiday', 'el feriado'],
    title: ['Feriados', 'Holidays', 'Feriados'],
    fields: {
      name: ['Nome', 'Name', 'Nombre'],
      date: ['Dia', 'Day', 'Día'],
      yearly: ['Todo ano', 'Every year', 'Cada año'],
      parts: ['Horário', 'Hours', 'Horario'],
      message: ['Mensagem nesse dia', 'Message on that day', 'Mensaje de ese día'],
    },
  },
  errors: {
    ERR_NO_HOLIDAY_FOUND: missingError(
      'Este feriado não existe mais. Recarregue a lista.',
      'This holiday is no longer there. Reload the list.',
      'Este feriado ya no existe. Recarga la lista.',
    ),
    ERR_HOLIDAY_DATE_TAKEN: takenError(
      'date',
      'Este dia já tem outro feriado ou exceção. Escolha outro dia ou edite aquele.',
      'This day has another holiday or exception already. Choose another day, or edit that one.',
      'Este día ya tiene otro feriado o excepción. Elige otro día o edita aquel.',
    ),
  },
})
