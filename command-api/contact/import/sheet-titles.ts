import type { SheetField } from '@guiche/contracts/contact/imports.js'

/** Content of a column; address books have separate columns for parts of a name. */
export type SheetRole = SheetField | 'firstName' | 'lastName' | 'mobile'

/**
 * Column titles, folded to letters, of our own export, other desks, Google Contacts and Outlook. In a row with several
 * numbers, the mobile one is on WhatsApp.
 */
export const SHEET_TITLES = {
  name: /^(nome|name|nombre|contato|contact|contacto|(nome|nombre)completo|fullname|displayname|nomedocontato|contactname|nombredelcontacto|nomedeexibicao|cliente|customer|customername|nomedocliente)$/,
  firstName: /^(firstname|givenname|primeironome|primernombre)$/,
  lastName: /^(lastname|familyname|surname|sobrenome|ultimonome|apellidos?)$/,
  mobile:
    /^(celular|whatsapp|mobile|mobilephone|mobilenumber|cell|cellphone|telefonecelular|telefonemovel|telemovel|telefonomovil|movil|(numero|telefone|telefono|celular)(do|de|del)?whatsapp|whatsapp(number|phone)|waid|numerode(celular|telemovel|movil))$/,
  number:
    /^(numero|number|telefone|telefono|phone|fone|tel|telephone|telefones|phones|phonenumber|contactnumber|numero(de|do)?(telefone|telefono|contato|contacto)|(primary|home|business|work|other)(phone|telephone)|telefone(principal|residencial|comercial)|telefono(principal|particular|deltrabajo)|(phone|telefone|telefono)(value|valor))$/,
  email:
    /^(e?mails?|correo|correoelectronico|email(address|value|valor|principal)|enderecode(e?mail|correioeletronico)|direcciondecorreo(electronico)?|contactemail)$/,
} as const satisfies Record<SheetRole, RegExp>
