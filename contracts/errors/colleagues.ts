import { errorEntry } from './entry.js'

/** Errors about colleagues: other agents' tickets, and concurrent changes. */
export const COLLEAGUE_ERRORS = {
  ERR_TICKET_CHANGED: errorEntry(
    409,
    '{{did}} nesse meio-tempo, e isto não foi feito. Veja como ele está agora.',
    '{{did}} meanwhile, so this was not done. Look at it as it is now.',
    '{{did}} mientras tanto, y esto no se hizo. Mira cómo está ahora.',
  ),
  ERR_CONTACT_CHANGED: errorEntry(
    409,
    'Outra pessoa mudou o mesmo neste contato nesse meio-tempo, e nada foi salvo. Abra o contato de novo, veja como ele está e mude o que falta.',
    'Somebody else changed the same of this contact meanwhile, and nothing was saved. Open the contact again, look at it as it is now and change what is missing.',
    'Otra persona cambió lo mismo en este contacto mientras tanto, y no se guardó nada. Abre el contacto de nuevo, mira cómo está y cambia lo que falta.',
  ),
  ERR_MESSAGE_CHANGED: errorEntry(
    409,
    'A mensagem já foi editada nesse meio-tempo e ficou assim: “{{body}}”. A sua edição não foi enviada; copie-a, abra a mensagem de novo e edite.',
    'The message was edited meanwhile and reads now: “{{body}}”. Your edit was not sent; copy it, open the message again and edit.',
    'El mensaje ya se editó mientras tanto y quedó así: “{{body}}”. Tu edición no se envió; cópiala, abre el mensaje de nuevo y edita.',
  ),
  ERR_TICKET_OF_COLLEAGUE: errorEntry(
    403,
    '{{name}} atende esta conversa. Nada foi feito; só {{name}} e quem administra podem fazer isto.',
    '{{name}} is attending this ticket. Nothing was done; only {{name}} and administrators can do this.',
    '{{name}} atiende esta conversación. No se hizo nada; solo {{name}} y quien administra pueden hacerlo.',
  ),
  ERR_SCHEDULE_NOT_ALLOWED: errorEntry(
    403,
    'O atendimento deste contato está em outra fila, e quem agendou não pode abri-lo. A mensagem não foi enviada; peça o acesso a quem administra ou a quem atende.',
    'The ticket of this contact is in another queue, and who planned the message may not open it. The message was not sent; ask an administrator or the attendant.',
    'La conversación de este contacto está en otra cola y quien programó el mensaje no puede abrirla. El mensaje no se envió; pide el acceso a quien administra o a quien atiende.',
  ),
  ERR_RECURRENCE_EVERY: errorEntry(
    400,
    'Uma mensagem se repete a cada dia, semana, mês ou ano, de 1 a 99 deles. Nada foi salvo; escolha um destes.',
    'A message repeats every day, week, month or year, 1 to 99 of them. Nothing was saved; choose one of these.',
    'Un mensaje se repite cada día, semana, mes o año, de 1 a 99 de ellos. No se guardó nada; elige uno de estos.',
  ),
  ERR_RECURRENCE_NO_SUCH_DAY: errorEntry(
    400,
    'Este dia não existe em nenhum ano. Nada foi salvo; escolha outro dia.',
    'There is no such day in any year. Nothing was saved; choose another day.',
    'Ese día no existe en ningún año. No se guardó nada; elige otro día.',
  ),
  ERR_RECURRENCE_NO_END: errorEntry(
    400,
    'Uma repetição precisa de um fim: até um dia que exista, em no máximo dez anos, ou de 1 a 500 vezes. Nada foi salvo.',
    'A recurrence needs an end: until an existing day within ten years, or 1 to 500 times. Nothing was saved.',
    'Una repetición necesita un fin: hasta un día que exista, en diez años como máximo, o de 1 a 500 veces. No se guardó nada.',
  ),
  ERR_RECURRENCE_ZONE: errorEntry(
    400,
    'Este fuso horário não existe. Nada foi salvo; escolha outro.',
    'There is no such time zone. Nothing was saved; choose another one.',
    'Esa zona horaria no existe. No se guardó nada; elige otra.',
  ),
  ERR_BLOCK_OF_OPEN_TICKET: errorEntry(
    403,
    'Este contato está em um atendimento que você não pode abrir, e o bloqueio cortaria essa conversa. Nada foi bloqueado; peça a quem atende ou a quem administra.',
    'This contact is in a ticket that you may not open, and blocking would cut that conversation off. Nothing was blocked; ask the attendant or an administrator.',
    'Este contacto está en una conversación que no puedes abrir, y el bloqueo la cortaría. No se bloqueó nada; pide a quien atiende o a quien administra.',
  ),
  ERR_NUMBER_OF_OPEN_TICKET: errorEntry(
    403,
    'Este contato está em um atendimento que você não pode abrir, e o número levaria a conversa para outra pessoa. O número não mudou; peça a quem atende ou a quem administra.',
    'This contact is in a ticket that you may not open, and the number would lead that conversation to another phone. The number is unchanged; ask the attendant or an administrator.',
    'Este contacto está en una conversación que no puedes abrir, y el número la llevaría a otro teléfono. El número no cambió; pide a quien atiende o a quien administra.',
  ),
} as const
