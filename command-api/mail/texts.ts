import type { Language } from '@guiche/contracts/languages.js'

/** A letter in one language: `{{name}}` stands for a value. Lines are paragraphs. */
interface LetterTexts {
  readonly subject: string
  readonly lines: readonly string[]
  /** label of the link */
  readonly link: string
}

export type LetterKind = 'reset-link' | 'new-password' | 'invitation'

interface Texts extends Readonly<Record<LetterKind, LetterTexts>> {
  readonly greeting: string
  /** salutation without a name */
  readonly nameless: string
  /** below a link, for programs that show none */
  readonly copy: string
  readonly end: string
}

export const MAIL_TEXTS: Readonly<Record<Language, Texts>> = {
  pt: {
    greeting: 'Olá, {{name}},',
    nameless: 'Olá,',
    copy: 'Se o botão não abrir, copie este endereço para o navegador:',
    end: 'Mensagem automática do Guichê. Ninguém lê as respostas.',
    'reset-link': {
      subject: 'Redefina sua senha do Guichê',
      lines: [
        'Alguém pediu uma nova senha para este e-mail. Se foi você, abra o link abaixo em até 2 minutos.',
        'O link vale uma vez. A nova senha chega em outro e-mail.',
        'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
      ],
      link: 'Redefinir minha senha',
    },
    'new-password': {
      subject: 'Sua nova senha do Guichê',
      lines: [
        'Esta é a sua nova senha: {{password}}',
        'Entre com ela e escolha outra no seu perfil. As sessões que estavam abertas foram encerradas.',
      ],
      link: 'Ir para a entrada',
    },
    invitation: {
      subject: 'Convite para {{company}} no Guichê',
      lines: [
        '{{company}} convida você para atender no Guichê, como {{email}}.',
        'Abra o link abaixo e escolha a sua senha. O link vale uma vez, por sete dias.',
      ],
      link: 'Aceitar o convite',
    },
  },
  en: {
    greeting: 'Hello {{name}},',
    nameless: 'Hello,',
    copy: 'If the button does not open, copy this address into your browser:',
    end: 'An automatic message of Guichê. Nobody reads the replies.',
    'reset-link': {
      subject: 'Reset your Guichê password',
      lines: [
        'Somebody asked for a new password for this e-mail. If it was you, open the link below within 2 minutes.',
        'The link works once. The new password comes in another e-mail.',
        'If it was not you, ignore this message: your password stays the same.',
      ],
      link: 'Reset my password',
    },
    'new-password': {
      subject: 'Your new Guichê password',
      lines: [
        'This is your new password: {{password}}',
        'Sign in with it, and choose another one in your profile. Sessions that were open have ended.',
      ],
      link: 'Go to the sign-in',
    },
    invitation: {
      subject: 'Invitation to {{company}} on Guichê',
      lines: [
        '{{company}} invites you to work on Guichê, as {{email}}.',
        'Open the link below and choose your password. The link works once, for seven days.',
      ],
      link: 'Accept the invitation',
    },
  },
  es: {
    greeting: 'Hola, {{name}}:',
    nameless: 'Hola:',
    copy: 'Si el botón no se abre, copia esta dirección en el navegador:',
    end: 'Mensaje automático de Guichê. Nadie lee las respuestas.',
    'reset-link': {
      subject: 'Restablece tu contraseña de Guichê',
      lines: [
        'Alguien pidió una nueva contraseña para este correo. Si fuiste tú, abre el enlace de abajo en 2 minutos como máximo.',
        'El enlace sirve una vez. La nueva contraseña llega en otro correo.',
        'Si no fuiste tú, ignora este mensaje: tu contraseña sigue siendo la misma.',
      ],
      link: 'Restablecer mi contraseña',
    },
    'new-password': {
      subject: 'Tu nueva contraseña de Guichê',
      lines: [
        'Esta es tu nueva contraseña: {{password}}',
        'Entra con ella y elige otra en tu perfil. Las sesiones que estaban abiertas terminaron.',
      ],
      link: 'Ir a la entrada',
    },
    invitation: {
      subject: 'Invitación a {{company}} en Guichê',
      lines: [
        '{{company}} te invita a atender en Guichê, como {{email}}.',
        'Abre el enlace de abajo y elige tu contraseña. El enlace sirve una vez, durante siete días.',
      ],
      link: 'Aceptar la invitación',
    },
  },
}
