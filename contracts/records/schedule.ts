import { author, flag, media, outcome, recurrence, ref, series, text, time } from './fields.js'
import { awaitedError, missingError, namedError, record, settledError } from './record.js'

/**
 * A planned message to a contact, sent at its time. `AGENDADA`: being sent now. `error`: why it failed or
 * still waits. The message belongs to the contact; the ticket is where it was planned. A message with
 * `repeats` represents its next occurrence (docs/decisions/0052-recurring-messages.md).
 */
export const schedule = record({
  name: 'schedule',
  plural: 'schedules',
  path: '/schedules',
  version: 3,
  fields: {
    body: text({ min: 5, max: 10_000, sent: true }),
    sendAt: time({ suggested: 1 }),
    contactId: ref({ to: 'contact', gone: 'remove' }),
    ticketId: ref({ to: 'ticket', gone: 'clear' }),
    media: media({ attached: 'Arquivo Anexado', removed: 'Arquivo Excluído', announced: true }),
    status: outcome({ of: ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] }),
    sentAt: outcome(),
    error: outcome(),
    userId: author({ joined: true }),
    repeats: recurrence({ added: true }),
    series: series({ added: true }),
    /** the connection to send by; null: the connection of the ticket at sending */
    whatsappId: ref({ to: 'connection', gone: 'keep', added: true }),
    /** the message is cancelled if the contact writes before its time */
    dropIfWrites: flag({ boolean: true, added: true }),
    /** the file list sent after the message and its file; sent messages no longer need it */
    fileListId: ref({
      to: 'fileList',
      gone: 'refuse',
      while: { field: 'status', of: ['PENDENTE', 'AGENDADA', 'ERRO'] },
      added: true,
    }),
  },
  kept: 'alone',
  unique: [],
  order: ['-createdAt'],
  list: {
    all: '/list',
    page: 20,
    search: ['body'],
    by: ['contactId', 'ticketId', 'userId'],
    range: 'sendAt',
  },
  into: 'ticket',
  plan: 'useSchedules',
  allow: { read: 'user', create: 'user', change: 'author', delete: 'author' },
  screen: 'dialog',
  words: {
    name: ['Mensagem agendada', 'Scheduled message', 'Mensaje programado'],
    noun: ['a mensagem agendada', 'the scheduled message', 'el mensaje programado'],
    title: ['Mensagens agendadas', 'Scheduled messages', 'Mensajes programados'],
    fields: {
      body: ['Mensagem', 'Message', 'Mensaje'],
      sendAt: ['Enviar em', 'Send at', 'Enviar el'],
      media: ['Arquivo', 'File', 'Archivo'],
      fileListId: ['Lista de arquivos', 'File list', 'Lista de archivos'],
      status: ['Situação', 'Status', 'Estado'],
      sentAt: ['Enviada em', 'Sent at', 'Enviado el'],
      error: ['Motivo da falha', 'Why it failed', 'Motivo del error'],
      series: ['Série', 'Series', 'Serie'],
      repeats: ['Repetição', 'Recurrence', 'Repetición'],
      whatsappId: ['Conexão', 'Connection', 'Conexión'],
      dropIfWrites: [
        'Cancelar se o contato escrever antes',
        'Cancel if the contact writes before',
        'Cancelar si el contacto escribe antes',
      ],
    },
  },
  errors: {
    ERR_FILE_LIST_IN_SCHEDULE: namedError(
      'fileListId',
      'A lista está em uso em mensagens agendadas: {{names}}. Nada foi excluído; tire-a de lá antes de excluir.',
      'The list is in use in scheduled messages: {{names}}. Nothing was deleted; take the list out there before you delete it.',
      'La lista está en uso en mensajes programados: {{names}}. No se eliminó nada; quítala de ahí antes de eliminarla.',
    ),
    ERR_NO_SCHEDULE_FOUND: missingError(
      'Esta mensagem agendada não existe mais. Recarregue a lista.',
      'This scheduled message is no longer there. Reload the list.',
      'Este mensaje programado ya no existe. Recarga la lista.',
    ),
    ERR_SCHEDULE_FILE_AWAITED: awaitedError(
      'O arquivo ainda não chegou. Se o envio foi interrompido, edite a mensagem e anexe o arquivo de novo, ou salve sem ele.',
      'Its file has not come yet. If the upload was interrupted, edit the message and attach the file again, or save it without one.',
      'El archivo aún no ha llegado. Si el envío se interrumpió, edita el mensaje y adjunta el archivo de nuevo, o guárdalo sin él.',
    ),
    ERR_SCHEDULE_SKIPPED: awaitedError(
      'O servidor voltou depois da hora de outra mensagem da mesma repetição: só a mais nova foi enviada, e esta foi pulada.',
      'The server came back after the time of a later message of the same recurrence: only the newest was sent, and this one was skipped.',
      'El servidor volvió después de la hora de otro mensaje de la misma repetición: solo se envió el más reciente y este se omitió.',
    ),
    ERR_SCHEDULE_DROPPED: awaitedError(
      'O contato escreveu antes, e a mensagem foi cancelada, como estava pedido.',
      'The contact wrote before, so the message was cancelled, as asked.',
      'El contacto escribió antes y el mensaje se canceló, como se pidió.',
    ),
    ERR_SCHEDULE_CONNECTION_GONE: awaitedError(
      'A conexão escolhida foi excluída. Nada foi enviado por outro número; escolha outra conexão e agende de novo.',
      'The chosen connection was deleted. Nothing was sent from another number; choose another connection and schedule the message again.',
      'La conexión elegida se eliminó. No se envió nada desde otro número; elige otra conexión y programa el mensaje de nuevo.',
    ),
    ERR_SCHEDULE_SENT: settledError(
      'Esta mensagem já foi enviada, ou está sendo enviada agora: não dá mais para mudar. Para dizer outra coisa, agende uma nova.',
      'This message has been sent, or is being sent right now: it cannot be changed any more. Schedule a new one to say something else.',
      'Este mensaje ya se envió o se está enviando ahora: ya no se puede cambiar. Programa otro para decir algo más.',
    ),
  },
  wire: {
    deleted: 'Schedule deleted',
    ignored: ['userId', 'companyId', 'status', 'sentAt', 'isMedia', 'mediaPath', 'mediaName'],
  },
})
