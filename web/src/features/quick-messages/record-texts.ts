import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  hint: [
    'Textos e arquivos que você envia muito: na conversa, digite / e o atalho.',
    'Texts and files that you send often: in a conversation, type / and the shortcut.',
    'Textos y archivos que envías a menudo: en la conversación, escribe / y el atajo.',
  ],
  search: ['Buscar por atalho ou texto', 'Search by shortcut or text', 'Buscar por atajo o texto'],
  add: ['Adicionar resposta', 'Add reply', 'Agregar respuesta'],
  editTitle: ['Editar resposta rápida', 'Edit quick reply', 'Editar respuesta rápida'],
  saved: [
    'Operação realizada com sucesso! Resposta rápida salva.',
    'Quick reply saved.',
    'Respuesta rápida guardada.',
  ],
  deleted: [
    'Operação realizada com sucesso! Resposta rápida excluída.',
    'Quick reply deleted.',
    'Respuesta rápida eliminada.',
  ],
  deleteDetail: [
    '“{{name}}” deixa de aparecer na conversa; as mensagens já enviadas ficam.',
    '“{{name}}” is no longer offered in conversations; messages that were sent stay.',
    '“{{name}}” deja de ofrecerse en la conversación; los mensajes ya enviados quedan.',
  ],
  empty: {
    title: ['Nenhuma resposta rápida ainda', 'No quick reply yet', 'Aún no hay respuestas rápidas'],
    hint: [
      'Crie uma para o que você escreve todo dia e use-a com / na conversa.',
      'Create one for what you write every day and use it with / in a conversation.',
      'Crea una para lo que escribes cada día y úsala con / en la conversación.',
    ],
  },
  placeholder: {
    shortcode: ['Ex.: bomdia', 'E.g. hello', 'Ej.: buenosdias'],
    category: ['Ex.: Entrega', 'E.g. Delivery', 'Ej.: Entrega'],
  },
  help: {
    geral: ['Sem isto, só você a vê.', 'Without this, only you see it.', 'Sin esto, solo tú la ves.'],
    category: [
      'Agrupa as respostas; escolha uma já usada ou escreva outra.',
      'Groups the replies; choose one that is used or write another.',
      'Agrupa las respuestas; elige una ya usada o escribe otra.',
    ],
    queueIds: [
      'Nas conversas de outras filas, só aparece quando alguém a busca.',
      'In conversations of other queues it comes up only when somebody searches for it.',
      'En conversaciones de otras colas solo aparece cuando alguien la busca.',
    ],
    fileListId: [
      'A mensagem e os arquivos da lista saem depois do texto e do arquivo desta resposta.',
      'The message and the files of the list go out after the text and the file of this reply.',
      'El mensaje y los archivos de la lista salen después del texto y del archivo de esta respuesta.',
    ],
  },
} satisfies TextsOf<'quickmessage'>
