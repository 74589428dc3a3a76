import type { TextsOf } from '../../records/record-texts.js'

export const texts = {
  add: ['Agendar mensagem', 'Schedule a message', 'Programar un mensaje'],
  editTitle: ['Editar mensagem agendada', 'Edit scheduled message', 'Editar mensaje programado'],
  saved: ['Mensagem agendada.', 'Message scheduled.', 'Mensaje programado.'],
  help: {
    sendAt: [
      'Vai para o atendimento em andamento do contato; sem um, para o último, que continua resolvido.',
      'It goes to the contact’s ticket that is under way; without one, to the last one, which stays resolved.',
      'Va a la conversación en curso del contacto; si no hay, a la última, que sigue resuelta.',
    ],
    dropIfWrites: [
      'Se ele se repete, todas as próximas são canceladas também.',
      'If it repeats, all that are to come are cancelled, too.',
      'Si se repite, también se cancelan todos los siguientes.',
    ],
    whatsappId: [
      'Se ela for excluída, a mensagem não sai por outro número: você é avisado.',
      'If it is deleted, the message does not go out from another number: you are told.',
      'Si se elimina, el mensaje no sale desde otro número: se te avisa.',
    ],
    fileListId: [
      'A mensagem e os arquivos da lista saem depois desta mensagem.',
      'The message and the files of the list go out after this message.',
      'El mensaje y los archivos de la lista salen después de este mensaje.',
    ],
  },
} satisfies TextsOf<'schedule'>
