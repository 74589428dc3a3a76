import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  add: ['Salvar visão', 'Save view', 'Guardar vista'],
  editTitle: ['Editar visão', 'Edit view', 'Editar vista'],
  saved: ['Visão salva.', 'View saved.', 'Vista guardada.'],
  placeholder: {
    name: ['Ex.: Urgentes de hoje', 'E.g. Urgent today', 'Ej.: Urgentes de hoy'],
  },
  help: {
    team: [
      'Todos a veem; cada um com os atendimentos que pode abrir.',
      'Everybody sees the view; each with the tickets that they may open.',
      'Todos la ven; cada uno con las conversaciones que puede abrir.',
    ],
  },
} satisfies TextsOf<'ticketView'>
