import type { Card, Place } from './phone-content.js'

/** One message of a conversation: a text, a place, or a card. */
export type DayMessage = string | Place | Card

/** Writers of a busy day. */
export const DAY_PEOPLE = [
  'Otávio Serra',
  'Lívia Nogueira',
  'Maria das Dores Figueiredo',
  'José Antônio Ramos',
  'Bruna Teixeira',
  'Zé do Gás',
  'Renata Albuquerque',
  'Oficina do Beto',
  'Fernanda Luz',
  'Paulo César Dias',
  'Dona Neide',
  'Thiago Monteiro',
  'Flor do Campo Eventos',
  'Carla Menezes',
  'Rui Teles',
  'Aline Barros',
  'Sérgio Couto',
  'Patrícia Vieira',
  'Marcos Vinícius Rocha',
  'Júlia Sampaio',
] as const

/** Conversations: what one customer writes, in order. */
export const CONVERSATIONS: readonly (readonly DayMessage[])[] = [
  ['Oi, bom dia!', 'Vocês abrem hoje até que horas?', 'E no feriado?', 'Perfeito, obrigado 🙏'],
  [
    'Boa tarde, fiz um pedido ontem e ainda não chegou',
    'O número é 48213',
    'Aparece aqui como saiu para entrega desde as 9h',
    'Consegue ver para mim por favor?',
    'Fico no aguardo',
  ],
  [
    'Oi! Quanto fica um bolo de dois andares para 40 pessoas?',
    'Seria para sábado que vem',
    'Recheio de brigadeiro e morango',
    'Tem como entregar neste endereço?',
    {
      latitude: -23.561_4,
      longitude: -46.655_9,
      name: 'Salão das Acácias',
      address: 'Rua das Acácias, 1250',
    },
    'Precisa chegar antes das 14h',
  ],
  [
    'Bom dia, preciso da segunda via do boleto',
    'Vence amanhã e não recebi por e-mail',
    'CPF final 42, nome Renata',
    'Recebi, obrigada!!',
  ],
  [
    'Ola td bem',
    'o produto veio com defeito',
    'não liga de jeito nenhum',
    'já tentei em outra tomada',
    'quero trocar ou o dinheiro de volta',
    '??',
  ],
  ['Vocês têm pão de queijo congelado?', 'Quanto o quilo?', 'Separa 3 kg pra mim, passo às 18h 😊'],
  [
    'Boa noite',
    'Gostaria de remarcar o meu horário de quinta',
    'Pode ser sexta de manhã?',
    'Se tiver às 9h é melhor ainda',
    'Combinado então',
  ],
  ['Qual a chave pix de vocês?', 'Paguei agora', 'Conseguem confirmar?', 'Valeu'],
  [
    'Oi, quem cuida das entregas agora é a minha sócia',
    'Este é o contato dela',
    { name: 'Ana Lima', number: '5511977776666' },
    'Podem mandar tudo para ela a partir de hoje',
  ],
  [
    'Esqueci a senha do site',
    'Pedi para recuperar e não chega nada no e-mail',
    'já olhei no spam',
    'chegou agora, deu certo 👍',
  ],
  [
    'Bom dia! Queria um orçamento para 200 convites',
    'Papel reciclado, frente e verso',
    'Qual o prazo?',
    'E se forem 300?',
    'Vou conversar com a minha noiva e volto a falar',
  ],
  ['Oi', 'Alguém aí?', 'É urgente', 'O motorista está parado na portaria e ninguém atende'],
  [
    'Boa tarde, a nota fiscal veio com o CNPJ errado',
    'O certo é 12.345.678/0001-95',
    'Dá para emitir de novo ainda hoje?',
    'O financeiro fecha às 17h',
  ],
  [
    'Onde fica a loja?',
    'Estou aqui perto',
    { latitude: -23.550_5, longitude: -46.633_3, name: 'Praça da Sé' },
    'Tem estacionamento?',
    'Chego em 10 minutos',
  ],
  ['Quero cancelar a assinatura', 'Não uso mais', 'Tem multa?', 'Ok, pode cancelar então'],
]
