import { author, counted, flag, media, ref, refs, text } from './fields.js'
import { invalidError, missingError, namedError, orphanedError, record } from './record.js'

/**
 * A quick reply: a text, with or without file, that agents send often. It is private, or for everybody
 * (`geral`). Every user who sees a quick reply may use it anywhere: its queues only decide where it is
 * offered.
 */
export const quickmessage = record({
  name: 'quickmessage',
  plural: 'quick-messages',
  path: '/quick-messages',
  version: 4,
  fields: {
    shortcode: text({ min: 1, max: 80 }),
    message: text({ min: 0, max: 10_000, default: '', sent: true }),
    media: media({ attached: 'Arquivo Anexado', removed: 'Arquivo Excluído' }),
    geral: flag({ allow: 'admin', boolean: true }),
    status: flag({ default: 1, boolean: true }),
    userId: author(),
    /** free text; the page suggests categories in use */
    category: text({ min: 0, max: 40, default: '', added: true }),
    /** the queues that offer the quick reply; none: all queues */
    queueIds: refs({
      ...{ to: 'queue', gone: 'clear', most: 100, added: true },
      none: ['Todas as filas', 'All queues', 'Todas las colas'],
    }),
    uses: counted({ in: 'quick-uses' }),
    /** the file list sent after the text and file */
    fileListId: ref({ to: 'fileList', gone: 'refuse', added: true }),
  },
  kept: 'together',
  most: 3000,
  unique: [],
  order: ['shortcode'],
  list: { all: '/list', page: 20, rows: 'records', search: ['shortcode', 'message', 'category'] },
  allow: { read: 'user', create: 'user', change: 'author', delete: 'author' },
  shared: { by: 'geral', change: 'supervisor' },
  screen: 'list',
  words: {
    name: ['Resposta rápida', 'Quick reply', 'Respuesta rápida'],
    noun: ['a resposta rápida', 'the quick reply', 'la respuesta rápida'],
    title: ['Respostas rápidas', 'Quick replies', 'Respuestas rápidas'],
    fields: {
      shortcode: ['Atalho', 'Shortcut', 'Atajo'],
      message: ['Mensagem', 'Message', 'Mensaje'],
      media: ['Arquivo', 'File', 'Archivo'],
      fileListId: ['Lista de arquivos', 'File list', 'Lista de archivos'],
      geral: ['Para toda a equipe', 'For the whole team', 'Para todo el equipo'],
      status: ['Ativa', 'Active', 'Activa'],
      category: ['Categoria', 'Category', 'Categoría'],
      queueIds: ['Filas', 'Queues', 'Colas'],
      uses: ['Usos', 'Uses', 'Usos'],
    },
  },
  errors: {
    ERR_FILE_LIST_IN_QUICKMESSAGE: namedError(
      'fileListId',
      'A lista está em uso em respostas rápidas: {{names}}. Nada foi excluído; tire-a de lá antes de excluir.',
      'The list is in use in quick replies: {{names}}. Nothing was deleted; take the list out there before you delete it.',
      'La lista está en uso en respuestas rápidas: {{names}}. No se eliminó nada; quítala de ahí antes de eliminarla.',
    ),
    ERR_NO_QUICKMESSAGE_FOUND: missingError(
      'Esta resposta rápida não existe mais. Recarregue a lista.',
      'This quick reply is no longer there. Reload the list.',
      'Esta respuesta rápida ya no existe. Recarga la lista.',
    ),
    ERR_QUICKMESSAGE_AUTHOR_GONE: orphanedError(
      'Quem criou esta resposta rápida foi excluído: fora da equipe, ninguém mais a veria. Nada foi salvo; deixe-a para toda a equipe ou exclua-a.',
      'Whoever made this quick reply was deleted: without the team nobody would see it any more. Nothing was saved; leave it for the whole team, or delete it.',
      'Quien creó esta respuesta rápida fue eliminado: fuera del equipo, nadie más la vería. No se guardó nada; déjala para todo el equipo o elimínala.',
    ),
    ERR_QUICKMESSAGE_INVALID_NAME: invalidError(
      'shortcode',
      'O atalho deve ter de 1 a 80 caracteres.',
      'The shortcut must have 1 to 80 characters.',
      'El atajo debe tener de 1 a 80 caracteres.',
    ),
  },
  wire: {
    deleted: 'Contact deleted',
    ignored: ['userId', 'companyId', 'isMedia', 'mediaPath', 'mediaName', 'queues', 'uses'],
    frame: { whole: 'record', gone: 'id' },
  },
})
