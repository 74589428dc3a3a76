import { choiceNames, choiceValueNames } from '../records/ticket-choice-words.js'
import { audit } from './audit/pt.js'
import { wordsOfRecords } from './record-texts.js'

/** Texts that both the app and the server use, by namespace. The app merges them with its own texts. */
export const pt = {
  audit,
  ...wordsOfRecords('pt'),
  users: {
    profile: {
      user: 'Atendente',
      supervisor: 'Supervisor',
      admin: 'Administrador',
    },
  },
  inbox: {
    field: {
      status: 'Estado',
      userId: 'Atendente',
      queueId: 'Fila',
      connectionId: 'Conexão',
      ...choiceNames('pt'),
    },
    ...choiceValueNames('pt'),
    status: {
      open: 'Aberto',
      pending: 'Aguardando',
      closed: 'Fechado',
    },
    did: {
      nobody: 'O Guichê',
      accepted: '{{name}} aceitou este atendimento',
      returned: '{{name}} devolveu este atendimento',
      transferred: '{{name}} transferiu este atendimento',
      closed: '{{name}} fechou este atendimento',
      reopened: '{{name}} reabriu este atendimento',
      moved: '{{name}} mudou este atendimento',
    },
  },
  ratings: {
    sheet: {
      ratedAt: 'Data e hora',
      contact: 'Contato',
      user: 'Atendente',
      queue: 'Fila',
      rating: 'Avaliação',
      comment: 'Comentário',
      ticket: 'Nº do atendimento',
    },
  },
  contacts: {
    sheet: {
      name: 'nome',
      number: 'numero',
      email: 'email',
      username: 'nome de usuário',
      group: 'grupo',
      createdAt: 'criado em',
      extraInfo: 'informações adicionais',
    },
    report: {
      line: 'linha',
      outcome: 'resultado',
      contact: 'contato',
    },
    import: {
      outcome: {
        created: 'criado',
        existed: 'já existia',
        'invalid-number': 'número inválido',
        'invalid-email': 'e-mail inválido',
        duplicate: 'repetido',
        erased: 'em exclusão',
        cancelled: 'cancelado',
        failed: 'não importado: a importação falhou',
      },
    },
  },
}
