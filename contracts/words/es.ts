import { choiceNames, choiceValueNames } from '../records/ticket-choice-words.js'
import { audit } from './audit/es.js'
import { wordsOfRecords } from './record-texts.js'

/** Texts that both the app and the server use, by namespace. The app merges them with its own texts. */
export const es = {
  audit,
  ...wordsOfRecords('es'),
  users: {
    profile: {
      user: 'Agente',
      supervisor: 'Supervisor',
      admin: 'Administrador',
    },
  },
  inbox: {
    field: {
      status: 'Estado',
      userId: 'Agente',
      queueId: 'Cola',
      connectionId: 'Conexión',
      ...choiceNames('es'),
    },
    ...choiceValueNames('es'),
    status: {
      open: 'Abierta',
      pending: 'En espera',
      closed: 'Cerrada',
    },
    did: {
      nobody: 'Guichê',
      accepted: '{{name}} aceptó esta conversación',
      returned: '{{name}} devolvió esta conversación',
      transferred: '{{name}} transfirió esta conversación',
      closed: '{{name}} cerró esta conversación',
      reopened: '{{name}} reabrió esta conversación',
      moved: '{{name}} cambió esta conversación',
    },
  },
  ratings: {
    sheet: {
      ratedAt: 'Fecha y hora',
      contact: 'Contacto',
      user: 'Agente',
      queue: 'Cola',
      rating: 'Valoración',
      comment: 'Comentario',
      ticket: 'N.º de la conversación',
    },
  },
  contacts: {
    sheet: {
      name: 'nombre',
      number: 'numero',
      email: 'correo',
      username: 'nombre de usuario',
      group: 'grupo',
      createdAt: 'creado el',
      extraInfo: 'información adicional',
    },
    report: {
      line: 'fila',
      outcome: 'resultado',
      contact: 'contacto',
    },
    import: {
      outcome: {
        created: 'creado',
        existed: 'ya existía',
        'invalid-number': 'número inválido',
        'invalid-email': 'correo inválido',
        duplicate: 'repetido',
        erased: 'en eliminación',
        cancelled: 'cancelado',
        failed: 'no importado: la importación falló',
      },
    },
  },
}
