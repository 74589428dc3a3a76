import type { Language } from '../languages.js'
import { type Texts, textIn } from '../records/texts.js'
import type { PlatformSettingKey, SettingKey } from '../settings/settings.js'

// Apart from the settings themselves, because only pages that show settings fetch their texts.

/** A setting's name, and its description on the page. */
interface ShownTexts {
  readonly name: Texts
  readonly help: Texts
}

/** Headings of the settings of a company, in the order of a conversation's life. */
const SUBJECTS = ['automatic', 'arrivals', 'limits', 'bot'] as const
type Subject = (typeof SUBJECTS)[number]

/** The settings on the page of a company, in their order below a heading. Inputs follow from their values. */
const OF_COMPANIES = {
  language: {
    subject: 'automatic',
    name: [
      'Idioma dos textos automáticos',
      'Language of automatic texts',
      'Idioma de los textos automáticos',
    ],
    help: [
      'Idioma dos textos que a empresa envia sozinha aos clientes, como saudações, avisos de transferência e a pergunta da avaliação. O idioma das telas cada pessoa escolhe em “Minha conta”, no alto da página.',
      'The language of the texts that the company sends to customers by itself, such as greetings, notices of transfers and the question for a rating. Each person chooses the language of the screens in “My account”, at the top of the page.',
      'Idioma de los textos que la empresa envía por sí sola a los clientes, como saludos, avisos de transferencia y la pregunta de la valoración. Cada persona elige el idioma de las pantallas en “Mi cuenta”, arriba en la página.',
    ],
  },
  scheduleType: {
    subject: 'automatic',
    name: ['Horário de atendimento', 'Opening hours', 'Horario de atención'],
    help: [
      'Fora do horário, quem escreve e está aguardando recebe uma vez a mensagem fora do horário, e o atendimento espera na fila. Desligado, nada é enviado. Por fila, cada fila tem o seu horário; da empresa, vale um só. Não vale para grupos.',
      'Out of hours, whoever writes and waits gets the out-of-hours message once, and the ticket waits in its queue. Off, nothing is sent. By queue, each queue has hours of its own; of the company, there are the same for all. Not for groups.',
      'Fuera de horario, quien escribe y está en espera recibe una vez el mensaje fuera de horario, y la conversación espera en la cola. Desactivado, no se envía nada. Por cola, cada cola tiene su horario; de la empresa, vale uno solo. No vale para grupos.',
    ],
  },
  sendGreetingMessageOneQueues: {
    subject: 'automatic',
    name: ['Saudação com uma só fila', 'Greeting with one queue only', 'Saludo con una sola cola'],
    help: [
      'Quem escreve a uma conexão com uma só fila e fica aguardando recebe uma vez a mensagem de saudação da conexão ou, se ela não tem, a da fila. Sem nenhuma das duas, nada é enviado. Não vale para grupos.',
      'Whoever writes to a connection with a single queue, and waits, gets the greeting message of the connection once or, if it has none, that of the queue. Without either, nothing is sent. Not in groups.',
      'Quien escribe a una conexión con una sola cola y queda en espera recibe una vez el mensaje de saludo de la conexión o, si no tiene, el de la cola. Sin ninguno de los dos, no se envía nada. No vale para grupos.',
    ],
  },
  sendGreetingAccepted: {
    subject: 'automatic',
    name: ['Saudação ao aceitar', 'Greeting on accepting', 'Saludo al aceptar'],
    help: [
      'Quando alguém aceita um atendimento, o contato recebe uma saudação com o nome de quem aceitou, no idioma dos textos automáticos. O texto já vem pronto. Não vale para grupos.',
      'When somebody accepts a ticket, the contact gets a greeting with the name of whoever accepted it, in the language of automatic texts. The text is a fixed one. Not in groups.',
      'Cuando alguien acepta una conversación, el contacto recibe un saludo con el nombre de quien la aceptó, en el idioma de los textos automáticos. El texto ya viene hecho. No vale para grupos.',
    ],
  },
  sendMsgTransfTicket: {
    subject: 'automatic',
    name: ['Aviso de transferência', 'Notice of transfer', 'Aviso de transferencia'],
    help: [
      'Quando um atendimento passa para outra fila ou outro atendente, o contato ou o grupo recebe um aviso com esse nome, no idioma dos textos automáticos. O texto já vem pronto.',
      'When a ticket goes to another queue or agent, the contact or the group gets a notice with that name, in the language of automatic texts. The text is a fixed one.',
      'Cuando una conversación pasa a otra cola u otro agente, el contacto o el grupo recibe un aviso con ese nombre, en el idioma de los textos automáticos. El texto ya viene hecho.',
    ],
  },
  userRating: {
    subject: 'automatic',
    name: ['Avaliação do atendimento', 'Rating of tickets', 'Valoración de la atención'],
    help: [
      'Quando alguém resolve um atendimento aberto, o contato é convidado a responder de 1 a 3, depois da mensagem ao pedir avaliação da conexão, se ela tem uma. Uma resposta que não é um número é perguntada mais uma vez e depois agradecida, sem abrir atendimento. O que o contato escreve nos dez minutos seguintes à avaliação fica com ela. O número vale por {{days}} dias e até que uma mensagem agendada seja enviada ao contato. A mensagem de conclusão só é enviada depois da resposta. Não vale para grupos.',
      'When somebody resolves an open ticket, the contact is asked to answer with 1 to 3, after the connection’s message that asks for a rating, if it has one. An answer that is no number is asked for once more, then thanked, and opens no ticket. What the contact writes in the ten minutes after the rating stays with it. The number counts for {{days}} days, and until a scheduled message is sent to the contact. The completion message is sent only after the answer. Not in groups.',
      'Cuando alguien resuelve una conversación abierta, se invita al contacto a responder de 1 a 3, después del mensaje al pedir valoración de la conexión, si tiene uno. Si la respuesta no es un número, se pregunta una vez más y después se agradece, sin abrir conversación. Lo que el contacto escribe en los diez minutos siguientes a la valoración queda con ella. El número vale durante {{days}} días y hasta que se le envíe un mensaje programado. El mensaje de cierre se envía solo después de la respuesta. No vale para grupos.',
    ],
  },
  call: {
    subject: 'arrivals',
    name: ['Ligações', 'Calls', 'Llamadas'],
    help: [
      'Chamadas não são atendidas aqui. Desligado, quem liga recebe um aviso disso e um pedido para escrever, no máximo um a cada dez minutos, no idioma dos textos automáticos. Ligado, nada é enviado. Não vale para grupos.',
      'Calls cannot be taken here. While this is off, whoever calls is told so and asked to write, at most once in ten minutes, in the language of automatic texts. While it is on, nothing is sent. Not in groups.',
      'Aquí no se atienden llamadas. Si está desactivado, quien llama recibe un aviso de ello y la petición de mandar un mensaje, como máximo una vez cada diez minutos, en el idioma de los textos automáticos. Si está activado, no se envía nada. No vale para grupos.',
    ],
  },
  CheckMsgIsGroup: {
    subject: 'arrivals',
    name: ['Ignorar grupos', 'Ignore groups', 'Ignorar grupos'],
    help: [
      'As mensagens novas de grupos do WhatsApp ficam de fora, e desligar isto não as recupera; o que já entrou fica. Desligado, cada grupo tem seu atendimento, como um contato.',
      'New messages of WhatsApp groups are left out, and switching this off does not bring them back; what is already here stays. While it is off, each group has a ticket, as a contact does.',
      'Los mensajes nuevos de grupos de WhatsApp quedan fuera, y desactivar esto no los recupera; lo que ya entró se queda. Si está desactivado, cada grupo tiene su conversación, como un contacto.',
    ],
  },
  reopenWindowMinutes: {
    subject: 'arrivals',
    name: ['Minutos para reabrir', 'Minutes to reopen', 'Minutos para reabrir'],
    help: [
      'Por tantos minutos depois de resolvido, o atendimento volta quando o contato escreve de novo. Depois disso, a mensagem abre outro. 0: sempre outro.',
      'For so many minutes after it was resolved, a ticket comes back when the contact writes again. After that, the message opens another one. 0: always another one.',
      'Durante tantos minutos después de resuelta, la conversación vuelve cuando el contacto escribe de nuevo. Después, el mensaje abre otra. 0: siempre otra.',
    ],
  },
  sendPerMinute: {
    subject: 'limits',
    name: ['Envios por minuto', 'Messages a minute', 'Envíos por minuto'],
    help: [
      'Cada conexão envia no máximo tantas mensagens por minuto. O que passa disso espera a vez e sai depois.',
      'Each connection sends so many messages a minute at most. What goes beyond waits its turn and is sent later.',
      'Cada conexión envía como máximo tantos mensajes por minuto. Lo que pasa de ahí espera su turno y sale después.',
    ],
  },
  sendPerHour: {
    subject: 'limits',
    name: ['Envios por hora', 'Messages an hour', 'Envíos por hora'],
    help: ['O mesmo, por hora.', 'The same, an hour.', 'Lo mismo, por hora.'],
  },
  sendPerDay: {
    subject: 'limits',
    name: ['Envios por dia', 'Messages a day', 'Envíos por día'],
    help: ['O mesmo, por dia.', 'The same, a day.', 'Lo mismo, por día.'],
  },
  newChatsPerDay: {
    subject: 'limits',
    name: ['Conversas novas por dia', 'New conversations a day', 'Conversaciones nuevas por día'],
    help: [
      'Conversas com quem nunca escreveu, por dia e conexão. Números que começam muitas conversas são bloqueados pelo WhatsApp.',
      'Conversations with people who have never written, a day and connection. WhatsApp blocks numbers that begin many conversations.',
      'Conversaciones con quien nunca escribió, por día y conexión. WhatsApp bloquea los números que empiezan muchas conversaciones.',
    ],
  },
  warmUpDays: {
    subject: 'limits',
    name: [
      'Dias até um número novo enviar sem redução',
      'Days until a new number sends at full speed',
      'Días hasta que un número nuevo envíe sin reducción',
    ],
    help: [
      'Um número ligado há pouco envia menos, e a cada dia um pouco mais, até chegar aos limites acima. 0: envia tudo desde o começo.',
      'A number that was linked lately sends less, and a little more each day, until it reaches the limits above. 0: it sends all from the start.',
      'Un número vinculado hace poco envía menos, y cada día un poco más, hasta llegar a los límites de arriba. 0: envía todo desde el principio.',
    ],
  },
  chatBotType: {
    subject: 'bot',
    name: ['Tipo de menu', 'Kind of menu', 'Tipo de menú'],
    help: [
      'Como o bot oferece as filas e as opções: uma lista numerada em texto, que todo celular mostra.',
      'How the bot offers queues and options: a numbered list as text, which every phone shows.',
      'Cómo el bot ofrece las colas y las opciones: una lista numerada en texto, que todo teléfono muestra.',
    ],
  },
  botPersonWords: {
    subject: 'bot',
    name: [
      'Palavras para falar com uma pessoa',
      'Words for talking to a person',
      'Palabras para hablar con una persona',
    ],
    help: [
      'Quem escreve uma destas palavras ao bot passa para uma pessoa. Separe-as com vírgulas. Vazio: as palavras de sempre, no idioma dos textos automáticos.',
      'Whoever writes one of these words to the bot goes on to a person. Put commas between them. Empty: the usual words, in the language of automatic texts.',
      'Quien escribe una de estas palabras al bot pasa a una persona. Sepáralas con comas. Vacío: las palabras de siempre, en el idioma de los textos automáticos.',
    ],
  },
} as const satisfies { readonly [K in SettingKey]?: ShownTexts & { readonly subject: Subject } }

/** The settings of the platform that super users find on the page. */
const OF_PLATFORM = {
  viewregister: {
    name: ['Cadastro à vista', 'Sign-up shown', 'Registro a la vista'],
    help: [
      'A tela de entrada mostra o link para criar uma conta.',
      'The sign-in page shows the link for creating an account.',
      'La pantalla de entrada muestra el enlace para crear una cuenta.',
    ],
  },
  allowregister: {
    name: ['Cadastro aberto', 'Open sign-up', 'Registro abierto'],
    help: [
      'Qualquer pessoa pode cadastrar uma empresa sozinha. Desligado, só você cadastra.',
      'Anybody can sign a company up. While this is off, you alone add companies.',
      'Cualquier persona puede registrar una empresa por sí sola. Desactivado, solo tú registras.',
    ],
  },
  trial: {
    name: ['Dias de teste', 'Days of trial', 'Días de prueba'],
    help: [
      'Por quantos dias uma empresa que se cadastrou sozinha usa o sistema antes do primeiro vencimento.',
      'For how many days a company that signed itself up uses the system before its first due date.',
      'Durante cuántos días una empresa que se registró por sí sola usa el sistema antes del primer vencimiento.',
    ],
  },
  privateAddresses: {
    name: [
      'Endereços internos permitidos',
      'Private addresses that are allowed',
      'Direcciones internas permitidas',
    ],
    help: [
      'Endereços da rede interna que os sistemas de cobrança das empresas podem usar, separados por vírgulas, como 10.0.0.5 ou 10.1.0.0/16. Vazio: nenhum.',
      'Addresses of the internal network that billing systems of companies may have, with commas between them, such as 10.0.0.5 or 10.1.0.0/16. Empty: none.',
      'Direcciones de la red interna que los sistemas de cobro de las empresas pueden usar, separadas con comas, como 10.0.0.5 o 10.1.0.0/16. Vacío: ninguna.',
    ],
  },
} as const satisfies { readonly [K in PlatformSettingKey]?: ShownTexts }

type OfCompanies = keyof typeof OF_COMPANIES
type OfPlatform = keyof typeof OF_PLATFORM
export type ShownSetting = OfCompanies | OfPlatform
/** The settings on the pages, in their order. */
export const SHOWN_BY_SUBJECT = SUBJECTS.map((subject) => {
  const names = Object.keys(OF_COMPANIES) as readonly OfCompanies[]
  return [subject, names.filter((name) => OF_COMPANIES[name].subject === subject)] as const
})
export const SHOWN_OF_PLATFORM = Object.keys(OF_PLATFORM) as readonly OfPlatform[]

/** The names of all other settings. They have forms of their own, as opening hours, plans and logos have. */
const ELSEWHERE: {
  readonly [K in Exclude<SettingKey | PlatformSettingKey, ShownSetting>]: Texts
} = {
  campaignsEnabled: ['Campanhas', 'Campaigns', 'Campañas'],
  schedules: ['Horário da empresa', 'Opening hours of the company', 'Horario de la empresa'],
  ipixc: ['Endereço do IXC', 'Address of IXC', 'Dirección de IXC'],
  tokenixc: ['Token do IXC', 'Token of IXC', 'Token de IXC'],
  ipmkauth: ['Endereço do MK-AUTH', 'Address of MK-AUTH', 'Dirección de MK-AUTH'],
  clientidmkauth: ['Client ID do MK-AUTH', 'Client ID of MK-AUTH', 'Client ID de MK-AUTH'],
  clientsecretmkauth: ['Client Secret do MK-AUTH', 'Client secret of MK-AUTH', 'Client Secret de MK-AUTH'],
  asaas: ['Chave de API do Asaas', 'API key of Asaas', 'Clave de API de Asaas'],
  dueWarnDays: [
    'Aviso antes do vencimento (dias)',
    'Warning before the due date (days)',
    'Aviso antes del vencimiento (días)',
  ],
  dueGraceDays: [
    'Carência depois do vencimento (dias)',
    'Grace after the due date (days)',
    'Tolerancia después del vencimiento (días)',
  ],
  dueHour: [
    'Hora dos avisos e do bloqueio',
    'Hour of warnings and block',
    'Hora de los avisos y del bloqueo',
  ],
  howToPay: ['Como pagar', 'How to pay', 'Cómo pagar'],
  payContact: ['Contato para pagar', 'Contact for payments', 'Contacto para pagar'],
  embeddedBiolink: ['Página BioLink', 'BioLink page', 'Página BioLink'],
  embeddedTypebot: ['Página Typebot', 'Typebot page', 'Página Typebot'],
  embeddedN8n: ['Página N8N', 'N8N page', 'Página N8N'],
  embeddedBaserow: ['Página Baserow', 'Baserow page', 'Página Baserow'],
  embeddedAdvanced: ['Página Atendimentos avançados', 'Advanced service page', 'Página Atención avanzada'],
  colorLight: ['Cor no tema claro', 'Colour in the light theme', 'Color en el tema claro'],
  colorDark: ['Cor no tema escuro', 'Colour in the dark theme', 'Color en el tema oscuro'],
  logoSignup: ['Logo da tela de cadastro', 'Logo of the sign-up page', 'Logo de la pantalla de registro'],
  logoLogin: ['Logo da tela de entrada', 'Logo of the sign-in page', 'Logo de la pantalla de entrada'],
  logoInterno: ['Logo interno', 'Inner logo', 'Logo interno'],
  logoFavicon: ['Ícone da aba', 'Icon of the tab', 'Icono de la pestaña'],
  logoFavicon256x256: ['Ícone do aplicativo', 'Icon of the app', 'Icono de la aplicación'],
  logoAppleTouchIcon: ['Ícone no iPhone', 'Icon on iPhones', 'Icono en el iPhone'],
}

const SETTING_TEXTS: Readonly<Record<string, ShownTexts>> = { ...OF_COMPANIES, ...OF_PLATFORM }
const NAMES: Readonly<Record<string, Texts>> = {
  ...ELSEWHERE,
  ...Object.fromEntries(Object.entries(SETTING_TEXTS).map(([key, { name }]) => [key, name])),
}

/** Names and explanations of settings in one language, by namespace: `audit.field.setting.call`, `settings.help.call`. */
export const wordsOfSettings = (language: Language) => {
  const say = (all: Readonly<Record<string, Texts>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(all).map(([key, texts]) => [key, textIn(texts, language)]))
  const help = Object.fromEntries(Object.entries(SETTING_TEXTS).map(([key, texts]) => [key, texts.help]))
  return { audit: { field: { setting: say(NAMES) } }, settings: { help: say(help) } }
}
