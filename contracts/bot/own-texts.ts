import type { Language } from '../languages.js'
import type { BillTexts } from './bills.js'

/** The bot's own texts, in addition to those of the company. */
export interface BotTexts {
  /** above a repeated menu */
  readonly choose: string
  /** above the menu after an answer that was not understood; `{word}` is the word for a person */
  readonly notUnderstood: string
  /** text at the handover to a person */
  readonly handedOver: string
  /** asks for a CPF or CNPJ */
  readonly document: string
  /** text before the repeated question after an invalid document; `{word}` is the word for a person */
  readonly notADocument: string
  /** the lookup of bills is running */
  readonly looking: string
  /** texts for no open bill and for a failed lookup, before the handover to a person */
  readonly noBills: string
  readonly billsFailed: string
  readonly bill: BillTexts
  /** names of the words in menus */
  readonly toStart: string
  readonly toBack: string
}

export const BOT_TEXTS: Readonly<Record<Language, BotTexts>> = {
  pt: {
    choose: 'Escolha uma das opções:',
    notUnderstood:
      'Não entendi. Responda com o número de uma das opções, ou escreva *{word}* para falar com uma pessoa.',
    handedOver: 'Certo! Uma pessoa da nossa equipe vai continuar o seu atendimento. Aguarde, por favor.',
    document: 'Envie o CPF ou o CNPJ do titular para receber a segunda via.',
    notADocument:
      'Este CPF ou CNPJ não é válido. Confira e envie de novo, ou escreva *{word}* para falar com uma pessoa.',
    looking: 'Um momento, por favor. Estou procurando os seus boletos.',
    noBills:
      'Não encontrei nenhum boleto em aberto para este CPF ou CNPJ. Uma pessoa da nossa equipe vai continuar.',
    billsFailed:
      'Não consegui consultar os boletos agora. Uma pessoa da nossa equipe vai continuar o seu atendimento.',
    bill: {
      title: 'Boleto em aberto',
      value: 'Valor',
      due: 'Vencimento',
      line: 'Linha digitável:',
      pix: 'Pix copia e cola:',
      more: 'Há outros boletos em aberto. Pague estes primeiro e peça de novo, por favor.',
      over: 'É tudo o que encontrei. Para outro assunto, escreva de novo.',
      file: 'boleto',
    },
    toStart: 'Menu inicial',
    toBack: 'Menu anterior',
  },
  en: {
    choose: 'Choose one of the options:',
    notUnderstood:
      'I did not understand. Answer with the number of one of the options, or write *{word}* to talk to a person.',
    handedOver: 'All right! Somebody of our team will go on from here. Please wait.',
    document: 'Send the CPF or CNPJ of the account holder to get the bill.',
    notADocument:
      'This CPF or CNPJ is not valid. Check it and send it again, or write *{word}* to talk to a person.',
    looking: 'One moment, please. I am looking for your bills.',
    noBills: 'I found no open bill for this CPF or CNPJ. Somebody of our team will go on from here.',
    billsFailed: 'I could not look for your bills just now. Somebody of our team will go on from here.',
    bill: {
      title: 'Open bill',
      value: 'Amount',
      due: 'Due date',
      line: 'Number to type in:',
      pix: 'Pix copy and paste:',
      more: 'There are more open bills. Please pay these first and ask again.',
      over: 'This is all that I found. For anything else, write again.',
      file: 'bill',
    },
    toStart: 'Main menu',
    toBack: 'Previous menu',
  },
  es: {
    choose: 'Elija una de las opciones:',
    notUnderstood:
      'No entendí. Responda con el número de una de las opciones, o escriba *{word}* para hablar con una persona.',
    handedOver: '¡De acuerdo! Una persona de nuestro equipo va a continuar con usted. Espere, por favor.',
    document: 'Envíe el CPF o el CNPJ del titular para recibir la factura.',
    notADocument:
      'Este CPF o CNPJ no es válido. Revíselo y envíelo de nuevo, o escriba *{word}* para hablar con una persona.',
    looking: 'Un momento, por favor. Estoy buscando sus facturas.',
    noBills:
      'No encontré ninguna factura por pagar para este CPF o CNPJ. Una persona de nuestro equipo va a continuar.',
    billsFailed:
      'No pude consultar sus facturas ahora. Una persona de nuestro equipo va a continuar con usted.',
    bill: {
      title: 'Factura pendiente',
      value: 'Importe',
      due: 'Vencimiento',
      line: 'Línea para escribir:',
      pix: 'Pix para copiar y pegar:',
      more: 'Hay más facturas por pagar. Pague estas primero y pregunte de nuevo, por favor.',
      over: 'Es todo lo que encontré. Para otro asunto, escriba de nuevo.',
      file: 'factura',
    },
    toStart: 'Menú inicial',
    toBack: 'Menú anterior',
  },
}
