import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  hint: [
    'O que as empresas podem ter e usar. Mudar um plano vale na hora para todas que o têm.',
    'What companies may have and use. A change counts at once for all companies that have the plan.',
    'Lo que las empresas pueden tener y usar. Un cambio vale al instante para todas las que tienen el plan.',
  ],
  search: ['Pesquisar planos', 'Search plans', 'Buscar planes'],
  add: ['Adicionar plano', 'Add plan', 'Añadir plan'],
  editTitle: ['Editar plano', 'Edit plan', 'Editar plan'],
  saved: ['Operação realizada com sucesso!', 'Plan saved.', 'Plan guardado.'],
  deleted: ['Plano excluído.', 'Plan deleted.', 'Plan eliminado.'],
  deleteDetail: [
    'O plano “{{name}}” deixa de existir. Um plano em uso não é excluído.',
    'The plan “{{name}}” is gone then. A plan in use is not deleted.',
    'El plan “{{name}}” deja de existir. Un plan en uso no se elimina.',
  ],
  empty: {
    title: ['Nenhum plano ainda', 'No plans yet', 'Aún no hay planes'],
    hint: [
      'Adicione um plano para cadastrar empresas nele.',
      'Add a plan to register companies with it.',
      'Añade un plan para registrar empresas en él.',
    ],
  },
  placeholder: {
    users: ['Sem limite', 'No limit', 'Sin límite'],
    connections: ['Sem limite', 'No limit', 'Sin límite'],
    queues: ['Sem limite', 'No limit', 'Sin límite'],
  },
  help: {
    useInternal: [
      '“Não”: o plano é oferecido no cadastro.',
      '“No”: the plan is offered at sign-up.',
      '«No»: el plan se ofrece en el registro.',
    ],
  },
} satisfies TextsOf<'plan'>
