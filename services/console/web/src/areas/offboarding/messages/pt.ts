import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const pt: MessagesLike<typeof en> = {
  title: "Encerrar o negócio",
  lead: "O acesso termina na hora e tudo é excluído depois de um prazo. Até lá um proprietário pode cancelar.",
  counting: "Contando o que está guardado. Leva até oito segundos.",
  steps: {
    title: "O que vai acontecer",
    atOnce: "Na hora",
    atOnceText:
      "Chamadas de chaves, agentes e dos seus sistemas são recusadas, visitantes não encontram páginas e os membros só veem que o negócio está encerrado. Webhooks e prazos param.",
    waiting: (days) => `Durante ${days}`,
    waitingText:
      "Nada é excluído. Um proprietário pode cancelar aqui: tudo continua como antes, com as mesmas chaves, membros e conexões. Tudo pode ser baixado.",
    deletion: (date) => `A partir de ${date}`,
    deletionText:
      "Tudo é excluído em todas as áreas, junto com o ambiente de teste. Pessoas que não pertencem a outro negócio perdem a conta. Ninguém pode desfazer isso, nem o operador.",
    stays: "O que fica",
    staysText:
      "O que os webhooks já enviaram está com os receptores. As cópias de segurança vencem com o tempo. O operador guarda um comprovante com datas e quantidades, sem nomes.",
  },
  days: { one: "# dia", other: "# dias" },
  counts: {
    title: "O que seria excluído",
    lead: (records) => `Registros: ${records}. O ambiente de teste está incluído.`,
    incomplete: "O tempo para contar terminou, então há mais.",
    caption: "Registros por área",
    fields: {
      area: "Área",
      content: "Entre eles",
      records: "Registros",
    },
  },
  areas: {
    supply: { name: "Estoque", content: "Produtos, centros, estoque, retiradas, transferências" },
    roulettes: { name: "Roletas", content: "Roletas, itens, giros, prêmios" },
    learning: { name: "Cursos", content: "Cursos, alunos, certificados" },
    flows: {
      name: "Páginas de cadastro",
      content: "Páginas de cadastro, cadastros, documentos e arquivos, pesquisas e eventos",
    },
    webhooks: { name: "Webhooks", content: "Destinos, entregas, eventos" },
    analytics: { name: "Estatísticas", content: "Nada próprio: lê os números das outras áreas" },
    approvals: { name: "Aprovações", content: "Regras pelas quais as pessoas aprovam" },
    console: { name: "Pessoas", content: "Membros, convites, agentes conectados, configurações de acesso" },
    gateway: { name: "Negócio", content: "Configurações, chaves de API, pedidos sobre pessoas" },
  },
  export: {
    title: "Baixar tudo",
    text: "Um arquivo ZIP com um arquivo por tipo de registro, todos os documentos e uma lista com a quantidade de registros de cada arquivo, com a qual se verifica que nada falta nem mudou. Chaves e outros segredos não estão incluídos. O melhor momento para o último é enquanto o negócio está encerrado, porque então ninguém pode mudar nada.",
    download: "Baixar ZIP",
    reading: "Lendo … deixe esta página aberta",
  },
  close: {
    open: "Encerrar o negócio",
    title: "Encerrar este negócio?",
    summary: (records, date) => `Registros: ${records}. São excluídos a partir de ${date}.`,
    text: "A partir de agora todo acesso é recusado. Até a exclusão um proprietário pode cancelar nesta página.",
    days: "Dias até a exclusão",
    daysHint: (min, max) => `De ${min} a ${max}.`,
    daysRefused: (min, max) => `Digite um número inteiro de ${min} a ${max}.`,
    confirm: (name) => `Digite ${name} para confirmar`,
    submit: "Encerrar o negócio",
  },
  closed: {
    title: "Este negócio está encerrado",
    waiting: (date) => `Tudo é excluído a partir de ${date}.`,
    waitingText:
      "Até lá nada é excluído e todo acesso é recusado. Um proprietário pode manter o negócio: tudo continua como antes.",
    deleting: "A exclusão começou. Não é mais possível cancelar.",
    deletingText:
      "Quando terminar, você não verá mais este negócio. Se você não pertence a outro, sua conta também é excluída. O operador tem o comprovante.",
    fields: {
      deleteAt: "Exclusão",
      requested: "Pedido feito",
      by: "Feito por",
      id: "ID do pedido",
    },
    requesters: { owner: "Um proprietário do negócio", operator: "O operador desta instalação" },
    keep: "Manter o negócio",
    keepTitle: "Manter este negócio?",
    keepText:
      "Chamadas são aceitas de novo. Webhooks que esperam são enviados, e o que venceu nesse meio-tempo acontece agora.",
    kept: "O negócio fica. Tudo continua",
  },
  notice: {
    ownerText: "Todo acesso é recusado e tudo será excluído, a não ser que um proprietário cancele antes.",
    memberText:
      "Todo acesso é recusado e tudo será excluído. Só um proprietário do negócio pode ver a data e cancelar.",
    open: "Ver a data, baixar ou cancelar",
  },
};
