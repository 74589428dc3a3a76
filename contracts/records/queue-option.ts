import { integer, media, ordinal, ref, text } from './fields.js'
import { invalidError, misplacedError, missingError, namedError, record } from './record.js'

/** Maximum of options of a queue. */
export const MOST_OPTIONS = 500

/** An option of a queue's menu, offered by the bot. Its child options form its own menu. */
export const queueOption = record({
  name: 'queueOption',
  plural: 'queue-options',
  path: '/queue-options',
  version: 3,
  fields: {
    title: text({ min: 1, max: 80 }),
    message: text({ min: 0, max: 4096, default: '', sent: true }),
    /** number among its siblings, from 1 without gaps */
    option: ordinal({ max: MOST_OPTIONS }),
    queueId: ref({ to: 'queue', gone: 'remove' }),
    /** null or -1 at the root */
    parentId: integer({ min: -1, max: Number.MAX_SAFE_INTEGER }),
    media: media({ attached: 'Arquivo Anexado', removed: 'Arquivo Excluído' }),
    /** the bot sends the list between the file and the text */
    fileListId: ref({ to: 'fileList', gone: 'refuse', added: true }),
  },
  kept: 'together',
  most: 10_000,
  unique: [],
  order: ['option'],
  list: { all: '', by: ['queueId', 'parentId'], root: 'parentId' },
  allow: { read: 'user', create: 'admin', change: 'admin', delete: 'admin' },
  screen: null,
  words: {
    name: ['Opção da fila', 'Queue option', 'Opción de la cola'],
    noun: ['a opção da fila', 'the queue option', 'la opción de la cola'],
    title: ['Opções', 'Options', 'Opciones'],
    fields: {
      title: ['Título', 'Title', 'Título'],
      message: ['Mensagem', 'Message', 'Mensaje'],
      option: ['Número', 'Number', 'Número'],
      queueId: ['Fila', 'Queue', 'Cola'],
      parentId: ['Opção acima', 'Option above', 'Opción superior'],
      media: ['Arquivo', 'File', 'Archivo'],
      fileListId: ['Lista de arquivos', 'File list', 'Lista de archivos'],
    },
  },
  errors: {
    ERR_FILE_LIST_IN_QUEUE_OPTION: namedError(
      'fileListId',
      'A lista está em uso em opções do robô: {{names}}. Nada foi excluído; tire-a de lá antes de excluir.',
      'The list is in use in options of the bot: {{names}}. Nothing was deleted; take the list out there before you delete it.',
      'La lista está en uso en opciones del bot: {{names}}. No se eliminó nada; quítala de ahí antes de eliminarla.',
    ),
    ERR_NO_QUEUE_OPTION_FOUND: missingError(
      'Esta opção não existe mais. Recarregue a lista.',
      'This option is no longer there. Reload the list.',
      'Esta opción ya no existe. Recarga la lista.',
    ),
    ERR_QUEUE_OPTION_INVALID_TITLE: invalidError(
      'title',
      'O título da opção deve ter de 1 a 80 caracteres.',
      'An option’s title must have 1 to 80 characters.',
      'El título de la opción debe tener de 1 a 80 caracteres.',
    ),
    ERR_QUEUE_OPTION_QUEUE: misplacedError(
      'queueId',
      'A opção precisa de uma fila. Escolha a fila e salve de novo.',
      'An option needs a queue. Choose the queue and save again.',
      'La opción necesita una cola. Elige la cola y guarda de nuevo.',
    ),
    ERR_QUEUE_OPTION_PARENT: misplacedError(
      'parentId',
      'A opção não pode ficar ali: a opção acima não existe mais, é de outra fila ou está abaixo desta.',
      'The option cannot stand there: the option above is gone, is of another queue or stands below this one.',
      'La opción no puede quedar ahí: la opción superior ya no existe, es de otra cola o está debajo de esta.',
    ),
    ERR_QUEUE_OPTION_LIMIT: misplacedError(
      'option',
      'Esta fila já tem {{limit}} opções, o máximo. Exclua uma antes de criar outra.',
      'This queue has {{limit}} options already, the most there can be. Delete one before you add another.',
      'Esta cola ya tiene {{limit}} opciones, el máximo. Elimina una antes de crear otra.',
    ),
  },
  wire: {
    deleted: 'Option Delected',
    ignored: ['id', 'companyId', 'children', 'isMedia', 'mediaPath', 'mediaName', 'createdAt', 'updatedAt'],
  },
})
