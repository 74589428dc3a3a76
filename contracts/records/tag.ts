import { author, color, counted, flag, integer, text } from './fields.js'
import { missingError, record, takenError } from './record.js'

export const tag = record({
  name: 'tag',
  plural: 'tags',
  path: '/tags',
  version: 3,
  fields: {
    name: text({ min: 3, max: 50 }),
    color: color({ default: '#A4CCCC' }),
    /** whether the tag is a lane of the kanban board */
    kanban: flag({ allow: 'supervisor' }),
    /** for a lane: its place among the lanes, and the number of cards before a warning */
    laneOrder: integer({ min: -100_000, max: 100_000, added: true }),
    laneLimit: integer({ min: 1, max: 100_000, added: true }),
    userId: author(),
    ticketsCount: counted({ in: 'tag-counts' }),
  },
  kept: 'together',
  unique: ['name'],
  order: ['name'],
  list: { all: '/list', page: 5000, search: ['name'] },
  where: {
    kanban: { plan: 'useKanban' },
    laneOrder: { on: 'kanban', plan: 'useKanban' },
    laneLimit: { on: 'kanban', plan: 'useKanban' },
  },
  allow: { read: 'user', create: 'user', change: 'author', delete: 'author' },
  screen: { section: 'service', place: 3 },
  words: {
    name: ['Etiqueta', 'Tag', 'Etiqueta'],
    noun: ['a etiqueta', 'the tag', 'la etiqueta'],
    title: ['Etiquetas', 'Tags', 'Etiquetas'],
    fields: {
      name: ['Nome', 'Name', 'Nombre'],
      color: ['Cor', 'Colour', 'Color'],
      kanban: ['Raia do kanban', 'Kanban lane', 'Carril del kanban'],
      laneOrder: ['Ordem da raia', 'Order of the lane', 'Orden del carril'],
      laneLimit: ['Limite de cartões', 'Limit of cards', 'Límite de tarjetas'],
      ticketsCount: ['Atendimentos', 'Tickets', 'Conversaciones'],
    },
  },
  errors: {
    ERR_NO_TAG_FOUND: missingError(
      'Esta etiqueta não existe mais. Recarregue a lista.',
      'This tag is no longer there. Reload the list.',
      'Esta etiqueta ya no existe. Recarga la lista.',
    ),
    ERR_TAG_NAME_ALREADY_EXISTS: takenError(
      'name',
      'Já existe outra etiqueta com este nome. Escolha outro.',
      'There is another tag with this name. Choose another one.',
      'Ya existe otra etiqueta con este nombre. Elige otro.',
    ),
  },
  wire: { deleted: 'Tag deleted', ignored: ['userId'] },
})
