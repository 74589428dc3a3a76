import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  hint: [
    'Marque atendimentos por assunto e encontre-os depois.',
    'Mark tickets by subject and find them later.',
    'Marca conversaciones por tema y encuéntralas después.',
  ],
  search: ['Buscar por nome', 'Search by name', 'Buscar por nombre'],
  add: ['Adicionar etiqueta', 'Add tag', 'Agregar etiqueta'],
  editTitle: ['Editar etiqueta', 'Edit tag', 'Editar etiqueta'],
  saved: ['Operação realizada com sucesso! Etiqueta salva.', 'Tag saved.', 'Etiqueta guardada.'],
  deleted: ['Operação realizada com sucesso! Etiqueta excluída.', 'Tag deleted.', 'Etiqueta eliminada.'],
  deleteDetail: [
    '“{{name}}” sai de todos os atendimentos; nenhum se perde.',
    '“{{name}}” is taken off all tickets; none is lost.',
    '“{{name}}” se quita de todas las conversaciones; ninguna se pierde.',
  ],
  empty: {
    title: ['Nenhuma etiqueta ainda', 'No tag yet', 'Ninguna etiqueta todavía'],
    hint: [
      'Crie etiquetas como “Urgente” ou “Orçamento” e marque os atendimentos.',
      'Create tags such as “Urgent” or “Quote” and mark tickets with them.',
      'Crea etiquetas como “Urgente” o “Presupuesto” y marca las conversaciones.',
    ],
  },
  placeholder: {
    name: ['Ex.: Urgente', 'E.g. Urgent', 'Ej.: Urgente'],
  },
  help: {
    kanban: [
      'A etiqueta vira uma coluna do quadro kanban.',
      'The tag becomes a column of the kanban board.',
      'La etiqueta se vuelve una columna del tablero kanban.',
    ],
    laneOrder: [
      'Posição entre as raias do quadro, a menor primeiro. Sem ordem, a raia fica no fim.',
      'Place among the lanes of the board, the lowest first. Without one the lane stands at the end.',
      'Lugar entre los carriles del tablero, el menor primero. Sin orden, el carril queda al final.',
    ],
    laneLimit: [
      'Acima deste número o quadro avisa; nada é bloqueado.',
      'Above this number the board warns; nothing is blocked.',
      'Por encima de este número el tablero avisa; no se bloquea nada.',
    ],
  },
} satisfies TextsOf<'tag'>
