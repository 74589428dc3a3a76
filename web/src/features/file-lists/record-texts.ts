import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  hint: [
    'Uma mensagem com arquivos que saem juntos: de uma resposta rápida, de uma opção do robô ou de uma mensagem agendada.',
    'A message with files that go out together: with a quick reply, an option of the bot or a scheduled message.',
    'Un mensaje con archivos que salen juntos: de una respuesta rápida, de una opción del bot o de un mensaje programado.',
  ],
  search: ['Buscar por nome ou mensagem', 'Search by name or message', 'Buscar por nombre o mensaje'],
  add: ['Adicionar lista', 'Add list', 'Añadir lista'],
  editTitle: ['Editar lista de arquivos', 'Edit file list', 'Editar lista de archivos'],
  saved: [
    'Operação realizada com sucesso! Lista salva.',
    'Done! The list is saved.',
    '¡Operación realizada con éxito! Lista guardada.',
  ],
  deleted: [
    'Operação realizada com sucesso! Lista excluída.',
    'Done! The list is deleted.',
    '¡Operación realizada con éxito! Lista eliminada.',
  ],
  deleteDetail: [
    '“{{name}}” e os arquivos dela são excluídos; as mensagens já enviadas ficam.',
    '“{{name}}” and its files are deleted; messages that were sent stay.',
    '“{{name}}” y sus archivos se eliminan; los mensajes ya enviados se quedan.',
  ],
  empty: {
    title: ['Nenhuma lista ainda', 'No list yet', 'Ninguna lista todavía'],
    hint: [
      'Junte aqui os arquivos que você envia sempre, como tabelas e catálogos.',
      'Put the files together that you send again and again, such as price lists and catalogues.',
      'Reúne aquí los archivos que envías siempre, como tarifas y catálogos.',
    ],
  },
  placeholder: {
    name: ['Ex.: Tabelas de preços', 'E.g. Price lists', 'Ej.: Listas de precios'],
  },
  help: {
    message: ['Sai antes dos arquivos.', 'Goes out before the files.', 'Sale antes de los archivos.'],
    options: [
      'Saem nesta ordem, cada um com a sua legenda. Arraste pela alça, ou use nela as setas ↑ e ↓.',
      'They go out in this order, each with its caption. Drag one by its handle, or use the arrows ↑ and ↓ on the handle.',
      'Salen en este orden, cada uno con su leyenda. Arrastra por el asa, o usa en ella las flechas ↑ y ↓.',
    ],
  },
} satisfies TextsOf<'fileList'>
