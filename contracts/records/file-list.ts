import { author, files, text } from './fields.js'
import { invalidError, missingError, record, takenError } from './record.js'

/** Maximum of files in a list. */
const MOST_LISTED = 50

/** A message with files, for a quick reply, an option of the bot or a planned message. */
export const fileList = record({
  name: 'fileList',
  plural: 'file-lists',
  path: '/files',
  version: 2,
  fields: {
    name: text({ min: 3, max: 50 }),
    message: text({ min: 1, max: 4096, sent: true }),
    options: files({ most: MOST_LISTED, caption: 1024, attached: 'Arquivos atualizados' }),
    userId: author(),
  },
  kept: 'together',
  most: 1000,
  unique: ['name'],
  order: ['name'],
  list: { all: '/list', page: 20, rows: 'files', search: ['name', 'message'] },
  allow: { read: 'user', create: 'user', change: 'author', delete: 'author' },
  screen: { section: 'service', place: 5 },
  words: {
    name: ['Lista de arquivos', 'File list', 'Lista de archivos'],
    noun: ['a lista de arquivos', 'the file list', 'la lista de archivos'],
    title: ['Listas de arquivos', 'File lists', 'Listas de archivos'],
    fields: {
      name: ['Nome', 'Name', 'Nombre'],
      message: ['Mensagem', 'Message', 'Mensaje'],
      options: ['Arquivos', 'Files', 'Archivos'],
    },
  },
  errors: {
    ERR_NO_FILE_LIST_FOUND: missingError(
      'Esta lista de arquivos não existe mais. Recarregue a página.',
      'This file list is no longer there. Reload the page.',
      'Esta lista de archivos ya no existe. Recarga la página.',
    ),
    ERR_FILE_LIST_NAME_ALREADY_EXISTS: takenError(
      'name',
      'Já existe outra lista de arquivos com este nome. Escolha outro.',
      'There is another file list with this name. Choose another one.',
      'Ya existe otra lista de archivos con este nombre. Elige otro.',
    ),
    ERR_FILE_LIST_INVALID_NAME: invalidError(
      'name',
      'O nome da lista deve ter de 3 a 50 caracteres.',
      'The name of the list must have 3 to 50 characters.',
      'El nombre de la lista debe tener de 3 a 50 caracteres.',
    ),
    ERR_FILE_LIST_INVALID_MESSAGE: invalidError(
      'message',
      'A lista precisa de uma mensagem, de até 4.096 caracteres.',
      'The list needs a message, of up to 4,096 characters.',
      'La lista necesita un mensaje, de hasta 4.096 caracteres.',
    ),
  },
  wire: {
    deleted: 'File List deleted',
    ignored: ['id', 'companyId', 'userId', 'createdAt', 'updatedAt'],
    frame: { whole: 'files', gone: 'fileId' },
    channel: 'file',
  },
})
