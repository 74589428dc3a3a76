import { author, choice, choices, date, flag, refs, text } from './fields.js'
import { misplacedError, missingError, orphanedError, record, takenError } from './record.js'
import type { Texts } from './texts.js'
import { CHOICE_WORDS } from './ticket-choice-words.js'

const ALL: Texts = ['Todas', 'All', 'Todas']
/** Maximum of ids of one filter. Ids of deleted things stay. */
const FILTER_IDS = { gone: 'keep', most: 100, none: ALL } as const

/** Maximum of views of one user, and of the team. */
export const MOST_VIEWS = 30

/**
 * A view: a named list of tickets with filters, private or of the team (`team`). A view grants no right: each
 * reader sees only tickets that the lists show to the reader. Ids of deleted things stay, so that the view
 * can tell its reader.
 */
export const ticketView = record({
  name: 'ticketView',
  plural: 'ticket-views',
  path: '/ticket-views',
  version: 2,
  fields: {
    name: text({ min: 1, max: 40 }),
    team: flag({ allow: 'supervisor', boolean: true }),
    status: choice({
      of: {
        open: ['Em atendimento', 'Open', 'En atención'],
        pending: ['Aguardando', 'Waiting', 'En espera'],
        closed: ['Fechados', 'Closed', 'Cerradas'],
      },
      default: 'open',
    }),
    // a field for each filter of the ticket lists, or ticket-lists/views.ts does not compile
    queueIds: refs({ to: 'queue', ...FILTER_IDS }),
    tagIds: refs({ to: 'tag', ...FILTER_IDS }),
    userIds: refs({ to: 'user', ...FILTER_IDS }),
    connectionIds: refs({ to: 'connection', ...FILTER_IDS }),
    priorities: choices({ of: CHOICE_WORDS.priority.values, none: ALL }),
    from: date(),
    to: date(),
    withUnread: flag({ boolean: true }),
    fromAd: flag({ boolean: true }),
    snoozed: flag({ boolean: true }),
    showAll: flag({ boolean: true }),
    userId: author(),
  },
  kept: 'together',
  most: 20_000,
  unique: ['name'],
  order: ['name'],
  list: { all: '/list' },
  allow: { read: 'user', create: 'user', change: 'author', delete: 'author' },
  shared: { by: 'team', change: 'supervisor' },
  screen: 'dialog',
  words: {
    name: ['Visão', 'View', 'Vista'],
    noun: ['a visão', 'the view', 'la vista'],
    title: ['Visões', 'Views', 'Vistas'],
    fields: {
      name: ['Nome', 'Name', 'Nombre'],
      team: ['Para toda a equipe', 'For the whole team', 'Para todo el equipo'],
      status: ['Lista', 'List', 'Lista'],
      queueIds: ['Filas', 'Queues', 'Colas'],
      tagIds: ['Etiquetas', 'Tags', 'Etiquetas'],
      userIds: ['Atendentes', 'Agents', 'Agentes'],
      connectionIds: ['Conexões', 'Connections', 'Conexiones'],
      priorities: ['Prioridades', 'Priorities', 'Prioridades'],
      from: ['A partir de', 'From', 'Desde'],
      to: ['Até', 'Until', 'Hasta'],
      withUnread: ['Não lidos', 'Unread', 'No leídas'],
      fromAd: ['De anúncio', 'From an ad', 'Por anuncio'],
      snoozed: ['Adiados', 'Snoozed', 'Pospuestas'],
      showAll: ['De todos', "Everybody's", 'De todos'],
    },
  },
  errors: {
    ERR_NO_VIEW_FOUND: missingError(
      'Esta visão não existe mais. Recarregue a lista.',
      'This view is no longer there. Reload the list.',
      'Esta vista ya no existe. Recarga la lista.',
    ),
    ERR_VIEW_NAME_ALREADY_EXISTS: takenError(
      'name',
      'Já existe outra visão com este nome. Escolha outro.',
      'There is another view with this name. Choose another one.',
      'Ya existe otra vista con este nombre. Elige otro.',
    ),
    ERR_TOO_MANY_VIEWS: misplacedError(
      'name',
      'Já há {{limit}} visões, o máximo. Exclua uma antes.',
      'There are {{limit}} views, the most. Delete one first.',
      'Ya hay {{limit}} vistas, el máximo. Elimina una antes.',
    ),
    ERR_VIEW_AUTHOR_GONE: orphanedError(
      'Quem criou esta visão foi excluído. Deixe-a para toda a equipe ou exclua-a.',
      'Whoever made this view was deleted. Leave it for the whole team, or delete it.',
      'Quien creó esta vista fue eliminado. Déjala para todo el equipo o elimínala.',
    ),
  },
})
