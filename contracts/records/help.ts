import { link, text } from './fields.js'
import { missingError, record } from './record.js'

/** A video that explains the product; the platform offers it to the users of all companies. */
export const help = record({
  name: 'help',
  plural: 'helps',
  of: 'platform',
  path: '/helps',
  version: 1,
  fields: {
    title: text({ min: 1, max: 100 }),
    video: link({ to: 'video' }),
    description: text({ min: 0, max: 1000, default: '' }),
    link: link({ to: 'web' }),
  },
  kept: 'together',
  unique: [],
  order: ['title'],
  list: { all: '/list', page: 20, rows: 'records', search: ['title'] },
  allow: { read: 'user', create: 'super', change: 'super', delete: 'super' },
  screen: 'list',
  words: {
    name: ['Vídeo de ajuda', 'Help video', 'Vídeo de ayuda'],
    noun: ['o vídeo de ajuda', 'the help video', 'el vídeo de ayuda'],
    title: ['Ajuda', 'Help', 'Ayuda'],
    fields: {
      title: ['Título', 'Title', 'Título'],
      video: ['Código do vídeo', 'Video code', 'Código del vídeo'],
      description: ['Descrição', 'Description', 'Descripción'],
      link: ['Link', 'Link', 'Enlace'],
    },
  },
  errors: {
    ERR_NO_HELP_FOUND: missingError(
      'Este vídeo de ajuda não existe mais. Recarregue a lista.',
      'This help video is no longer there. Reload the list.',
      'Este vídeo de ayuda ya no existe. Recarga la lista.',
    ),
  },
  wire: { deleted: 'Help deleted' },
})
