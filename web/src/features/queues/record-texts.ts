import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  hint: [
    'Cada fila reúne atendimentos de um assunto ou equipe.',
    'Each queue gathers the tickets of a subject or team.',
    'Cada cola reúne conversaciones de un tema o equipo.',
  ],
  add: ['Adicionar fila', 'Add queue', 'Agregar cola'],
  editTitle: ['Editar fila', 'Edit queue', 'Editar cola'],
  saved: ['Fila salva.', 'Queue saved.', 'Cola guardada.'],
  deleted: ['Fila excluída.', 'Queue deleted.', 'Cola eliminada.'],
  deleteDetail: [
    'Os atendimentos de “{{name}}” ficam sem fila; nenhum se perde.',
    'The tickets of “{{name}}” will have no queue; none is lost.',
    'Las conversaciones de “{{name}}” quedan sin cola; ninguna se pierde.',
  ],
  empty: {
    title: ['Nenhuma fila ainda', 'No queue yet', 'Ninguna cola todavía'],
    hint: [
      'Crie uma fila para cada assunto e distribua os atendimentos.',
      'Create a queue for each subject and share out the tickets.',
      'Crea una cola por tema y distribuye las conversaciones.',
    ],
  },
  placeholder: {
    name: ['Ex.: Financeiro', 'E.g. Billing', 'Ej.: Finanzas'],
  },
  help: {
    orderQueue: [
      'Filas com número menor aparecem primeiro.',
      'Queues with a lower number come first.',
      'Las colas con número menor aparecen primero.',
    ],
    greetingMessage: [
      'Enviada quando a conexão tem só esta fila e nenhuma saudação, se a saudação com uma só fila está ligada em Configurações.',
      'Sent when the connection has this queue alone and no greeting, if the greeting with one queue only is switched on in Settings.',
      'Se envía cuando la conexión tiene solo esta cola y ningún saludo, si el saludo con una sola cola está activado en Configuración.',
    ],
    outOfHoursMessage: [
      'Enviada uma vez a quem escreve com a fila fechada. Sem ela, vale a da conexão.',
      'Sent once to whoever writes while the queue is closed. Without it, the connection’s counts.',
      'Se envía una vez a quien escribe con la cola cerrada. Sin él, vale el de la conexión.',
    ],
    bills: [
      'Quem escolhe esta fila é perguntado pelo CPF ou CNPJ e recebe os boletos em aberto do sistema de cobrança da empresa (IXC, MK-AUTH ou Asaas); as opções da fila não são oferecidas. Uma fila chamada “2ª Via de Boleto” faz isso também. Sem sistema de cobrança, uma pessoa continua.',
      'Whoever chooses this queue is asked for a CPF or CNPJ and gets the open bills from the billing system of the company (IXC, MK-AUTH or Asaas); the options of the queue are not offered. A queue called “2ª Via de Boleto” does so, too. Without a billing system, a person goes on.',
      'A quien elige esta cola se le pide el CPF o el CNPJ y recibe las facturas por pagar del sistema de cobro de la empresa (IXC, MK-AUTH o Asaas); las opciones de la cola no se ofrecen. Una cola llamada “2ª Via de Boleto” también lo hace. Sin sistema de cobro, sigue una persona.',
    ],
  },
  tab: {
    data: ['Dados da fila', 'Queue data', 'Datos de la cola'],
    options: ['Opções', 'Options', 'Opciones'],
    hours: ['Horários', 'Opening hours', 'Horarios'],
  },
} satisfies TextsOf<'queue'>
