import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  hint: [
    'Dias em que a empresa fecha ou atende em outro horário. Valem também para as filas.',
    'Days on which the company is closed, or there at other hours. They count for queues, too.',
    'Días en que la empresa cierra o atiende en otro horario. Valen también para las colas.',
  ],
  add: ['Adicionar feriado', 'Add holiday', 'Añadir feriado'],
  editTitle: ['Editar feriado', 'Edit holiday', 'Editar feriado'],
  saved: ['Feriado salvo.', 'Holiday saved.', 'Feriado guardado.'],
  deleted: ['Feriado excluído.', 'Holiday deleted.', 'Feriado eliminado.'],
  deleteDetail: [
    '“{{name}}” deixa de valer; esse dia volta ao horário da semana.',
    '“{{name}}” counts no more; that day has the hours of its weekday again.',
    '“{{name}}” deja de valer; ese día vuelve al horario de la semana.',
  ],
  empty: {
    title: ['Nenhum feriado ainda', 'No holiday yet', 'Ningún feriado aún'],
    hint: [
      'Adicione os dias em que a empresa fecha, ou sugira os nacionais.',
      'Add the days on which the company is closed, or take over national ones.',
      'Añade los días en que la empresa cierra, o toma los nacionales.',
    ],
  },
  placeholder: {
    name: ['Ex.: Aniversário da cidade', 'For example: Town anniversary', 'Ej.: Aniversario de la ciudad'],
  },
  help: {
    yearly: [
      'No mesmo dia e mês de todos os anos.',
      'On the same day and month of every year.',
      'El mismo día y mes de cada año.',
    ],
    parts: [
      'Sem horário, o dia todo fica fechado.',
      'Without hours, the whole day is closed.',
      'Sin horario, el día entero queda cerrado.',
    ],
    message: [
      'Enviada uma vez, fora do horário desse dia, no lugar da mensagem da fila ou da conexão.',
      'Sent once, out of the hours of that day, in the place of the message of the queue or the connection.',
      'Se envía una vez, fuera del horario de ese día, en lugar del mensaje de la cola o de la conexión.',
    ],
  },
} satisfies TextsOf<'holiday'>
