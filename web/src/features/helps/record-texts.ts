import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  hint: [
    'Vídeos que explicam o sistema. Todas as empresas os veem em Ajuda.',
    'Videos that explain the system. All companies see the videos under Help.',
    'Vídeos que explican el sistema. Todas las empresas los ven en Ayuda.',
  ],
  search: ['Pesquisar vídeos', 'Search videos', 'Buscar vídeos'],
  add: ['Adicionar vídeo', 'Add video', 'Añadir vídeo'],
  editTitle: ['Editar vídeo', 'Edit video', 'Editar vídeo'],
  saved: ['Operação realizada com sucesso!', 'Video saved.', 'Vídeo guardado.'],
  deleted: ['Vídeo excluído.', 'Video deleted.', 'Vídeo eliminado.'],
  deleteDetail: [
    'O vídeo “{{name}}” some da ajuda de todas as empresas.',
    'The video “{{name}}” leaves the help of all companies.',
    'El vídeo “{{name}}” desaparece de la ayuda de todas las empresas.',
  ],
  empty: {
    title: ['Nenhum vídeo ainda', 'No videos yet', 'Aún no hay vídeos'],
    hint: [
      'Adicione um vídeo do YouTube que explique o sistema.',
      'Add a YouTube video that explains the system.',
      'Añade un vídeo de YouTube que explique el sistema.',
    ],
  },
  placeholder: {
    video: ['aB3dE6gH9kL', 'aB3dE6gH9kL', 'aB3dE6gH9kL'],
    link: ['https://', 'https://', 'https://'],
  },
  help: {
    video: [
      'O código do YouTube, ou o endereço do vídeo: o código é tirado dele.',
      'The code on YouTube, or the video’s address: the code is taken from the address.',
      'El código de YouTube, o la dirección del vídeo: el código se toma de ella.',
    ],
    link: [
      'Uma página para ler mais, ou nada.',
      'A page to read more, or nothing.',
      'Una página para leer más, o nada.',
    ],
  },
} satisfies TextsOf<'help'>
