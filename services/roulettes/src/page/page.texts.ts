import { counted, type Language } from "@tenant-ops/kit/pages";

/** The texts of the page of a roulette that the business did not write. */
export interface PageTexts {
  /** For visitors who did not come from a flow. */
  withoutPass: string;
  invitation: string;
  spin: string;
  spinAgain: string;
  spinsLeft: (count: number) => string;
  /** The spins of this person were made in another browser. */
  spunElsewhere: string;
  spunAll: string;
  wheel: string;
  won: string;
  lost: string;
  code: string;
  showCode: string;
  validUntil: (date: string) => string;
  alwaysValid: string;
  claimed: (date: string) => string;
  expired: (date: string) => string;
  prizes: string;
  chances: string;
  chancesNote: string;
  gift: string;
  chance: string;
  terms: string;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  es: {
    withoutPass: "Esta es una ruleta de premios. Para girarla, regístrate con el enlace que te compartieron.",
    invitation: "Tu registro está listo. Gira la ruleta y descubre qué te toca.",
    spin: "Girar la ruleta",
    spinAgain: "Girar otra vez",
    spinsLeft: (count) => counted.es(count, "Te queda # giro.", "Te quedan # giros."),
    spunElsewhere:
      "Con estos datos ya se giró la ruleta. El resultado se muestra en el navegador en el que se giró; si no fuiste tú, escribe a quien te envió el enlace.",
    spunAll: "Ya usaste todos tus giros.",
    wheel: "Ruleta de premios",
    won: "¡Ganaste!",
    lost: "Esta vez no hubo premio",
    code: "Tu código",
    showCode:
      "Muestra este código para recibir tu premio. Al volver a esta página en este navegador lo verás de nuevo.",
    validUntil: (date) => `Válido hasta el ${date}`,
    alwaysValid: "No caduca.",
    claimed: (date) => `Entregado el ${date}`,
    expired: (date) => `Caducó el ${date}`,
    prizes: "Tus premios",
    chances: "Probabilidades",
    chancesNote: "Son las probabilidades exactas de tu giro. Un premio agotado tiene 0 %.",
    gift: "Casilla",
    chance: "Probabilidad",
    terms: "Términos y condiciones",
  },
  en: {
    withoutPass: "This is a prize wheel. To spin it, register with the link that you received.",
    invitation: "You are registered. Spin the wheel and see what you get.",
    spin: "Spin the wheel",
    spinAgain: "Spin again",
    spinsLeft: (count) => counted.en(count, "You have # spin left.", "You have # spins left."),
    spunElsewhere:
      "The wheel was already spun with these details. The result is shown in the browser in which it was spun; if that was not you, write to the person who sent you the link.",
    spunAll: "You have used all your spins.",
    wheel: "Prize wheel",
    won: "You won!",
    lost: "No prize this time",
    code: "Your code",
    showCode: "Show this code to get your prize. When you come back to this page in this browser, you see it again.",
    validUntil: (date) => `Valid until ${date}`,
    alwaysValid: "It does not expire.",
    claimed: (date) => `Handed over on ${date}`,
    expired: (date) => `Expired on ${date}`,
    prizes: "Your prizes",
    chances: "Chances",
    chancesNote: "These are the exact chances of your spin. A prize that is used up has 0%.",
    gift: "Field",
    chance: "Chance",
    terms: "Terms and conditions",
  },
  pt: {
    withoutPass: "Esta é uma roleta de prêmios. Para girar, faça seu cadastro com o link que você recebeu.",
    invitation: "Seu cadastro está pronto. Gire a roleta e veja o que você ganha.",
    spin: "Girar a roleta",
    spinAgain: "Girar de novo",
    spinsLeft: (count) => counted.pt(count, "Resta # giro.", "Restam # giros."),
    spunElsewhere:
      "A roleta já foi girada com estes dados. O resultado aparece no navegador em que ela foi girada; se não foi você, fale com quem enviou o link.",
    spunAll: "Você já usou todos os seus giros.",
    wheel: "Roleta de prêmios",
    won: "Você ganhou!",
    lost: "Desta vez não houve prêmio",
    code: "Seu código",
    showCode:
      "Mostre este código para receber seu prêmio. Ao voltar a esta página neste navegador, você o verá de novo.",
    validUntil: (date) => `Válido até ${date}`,
    alwaysValid: "Não expira.",
    claimed: (date) => `Entregue em ${date}`,
    expired: (date) => `Expirou em ${date}`,
    prizes: "Seus prêmios",
    chances: "Probabilidades",
    chancesNote: "São as probabilidades exatas do seu giro. Um prêmio esgotado tem 0%.",
    gift: "Casa",
    chance: "Probabilidade",
    terms: "Termos e condições",
  },
};
