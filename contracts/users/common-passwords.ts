/** Common passwords, in lower case. */
const COMMON: ReadonlySet<string> = new Set(
  `password passw0rd p@ssw0rd p@ssword password1 password12 password123 password1234 mypassword
  senha senha1 senha12 senha123 senha1234 senha12345 senha123456 minhasenha mudar mudar123 trocar trocar123
  clave clave123 clave1234 contraseña contraseña1 contraseña123 contrasena contrasena1 contrasena123
  admin admin1 admin12 admin123 admin1234 admin12345 administrator administrador adminadmin root123 toor123 superuser
  guiche guiche1 guiche123 guichê guichê123 whatsapp whatsapp1 whatsapp123 atendimento suporte suporte123 empresa123
  qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop asdfgh asdfghj asdfghjk asdfghjkl zxcvbn zxcvbnm
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc q1w2e3r4 zaq12wsx abc123 abcd1234 abcdef abcdefg abcdefgh a1b2c3 a1b2c3d4
  123abc 1234abcd 123qwe 123qweasd 102030 10203040 112233 11223344 121212 12121212 123123 123123123 123321 12344321 131313
  159357 159753 147258 147258369 246810 987654 98765432 changeme changeit letmein letmein1 welcome welcome1 welcome123
  iloveyou iloveyou1 teamo teamo123 teamomucho teamobrasil amorzinho princesa brasil brasil123 flamengo flamengo1
  corinthians palmeiras saopaulo vasco123 gremio123 cruzeiro deusefiel jesus123 jesuscristo familia felicidade
  monkey monkey123 dragon dragon123 football baseball basketball superman batman123 pokemon sunshine princess shadow123
  michael1 master123 secret secret123 test1234 teste teste123 teste1234 testing testing123 user1234 usuario usuario123
  default default1 login123 access14 trustno1 whatever freedom1 starwars computer internet hello123 olamundo`.split(
    /\s+/,
  ),
)
const ASCENDING_DIGITS = '01234567890123456789'
const DESCENDING_DIGITS = '98765432109876543210'

/** Whether a password is easily guessed: a common one, one repeated character, or a sequence of digits. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.trim().toLowerCase()
  if (new Set(plain).size <= 1) return true
  if (/^[0-9]{1,20}$/.test(plain) && (ASCENDING_DIGITS.includes(plain) || DESCENDING_DIGITS.includes(plain)))
    return true
  return COMMON.has(plain)
}
