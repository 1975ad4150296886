import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const pt: MessagesLike<typeof en> = {
  title: "Acesso de visitantes",
  lead: "Como os visitantes provam quem são antes do formulário de uma página de cadastro. Cada página escolhe a forma; o que não estiver configurado aqui não é pedido.",
  set: "Configurado",
  notSet: "Não configurado",
  saved: "As configurações foram salvas",
  removed: "Foi removido; não é mais pedido aos visitantes",
  remove: "Remover",
  removeTitle: (name) => `Remover ${name}?`,
  removeText:
    "Páginas de cadastro que usam só esta forma deixam os visitantes se cadastrarem sem prova a partir de agora. O segredo guardado é apagado.",
  whatsapp: {
    title: "Código por WhatsApp",
    lead: "A sua própria conta da API do WhatsApp Cloud envia um código ao telefone do visitante. O WhatsApp cobra cada código de você.",
    never: "Nenhum código foi enviado ainda com estas configurações.",
    outcomes: { sending: "Sem resposta", sent: "Enviado", failed: "Falhou" },
    test: "Enviar um teste",
    testTitle: "Enviar um código de teste",
    testLead:
      "O WhatsApp cobra este código como qualquer outro. Um telefone recebe no máximo um código em 60 segundos.",
    testSend: "Enviar o código",
    testSent: "O WhatsApp aceitou o código",
    testFailed: "O código não foi enviado. Abaixo está o motivo.",
    fields: {
      state: "Estado",
      phoneNumberId: "ID do número de telefone",
      phoneNumberIdHint: "Do gerenciador do WhatsApp; não é o número.",
      accessToken: "Token de acesso",
      accessTokenHint: "De um usuário do sistema com whatsapp_business_messaging.",
      templateName: "Modelo",
      templateNameHint: "Um modelo aprovado da categoria autenticação com botão para copiar o código.",
      templateLanguage: "Idioma do modelo",
      templateLanguageHint: "Como no gerenciador do WhatsApp, por exemplo pt_BR.",
      codesPerDayMax: "Códigos em 24 horas, no máximo",
      codesPerDayMaxHint: "Limita o seu gasto quando alguém pede muitos códigos.",
      lastSend: "Último código",
      phone: "Telefone",
      phoneHint: "Com código do país, como +55 11 91234 5678.",
    },
  },
  provider: {
    title: "Provedor de identidade",
    lead: "Os visitantes entram com uma conta no seu provedor de OpenID Connect.",
    redirectUrlHint: "Registre-a no provedor. É a mesma para todas as páginas de cadastro deste negócio.",
    fields: {
      state: "Estado",
      redirectUrl: "URI de redirecionamento",
      issuer: "Endereço do provedor",
      issuerHint: "Endereço do provedor, sem /.well-known/…",
      clientId: "ID do cliente",
      clientSecret: "Segredo do cliente",
    },
  },
};
