import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const pt: MessagesLike<typeof en> = {
  title: "Histórico",
  lead: "Por quanto tempo cada tipo de registro é guardado depois que termina. Sem uma regra ele é guardado até o negócio ser encerrado.",
  readOnly: "Só proprietários e administradores podem mudar estas regras. Peça a um deles.",
  nothingAllowed: "O operador desta instalação não permite regras: tudo é guardado até o negócio ser encerrado.",
  noNewRules: "Não é possível definir regras novas. As regras de antes continuam até você retirá-las.",
  applying: "A última mudança ainda não chegou a todas as áreas. Enquanto isso elas usam as regras anteriores.",
  facts: {
    fields: {
      changed: "Última mudança",
      removed: "O que é excluído",
      archived: "O que é arquivado",
      sandbox: "Ambiente de teste",
    },
    never: "Ainda não há nenhuma regra",
    removedText:
      "O que já completou seus dias é excluído em minutos ou horas. Não está mais nas listas e suas páginas não são encontradas. Estoque, limites, totais e contagens por dia ficam como estão.",
    archivedText:
      "O operador guarda os arquivos. Se os dados de uma pessoa são apagados, também são apagados ali, e todos são excluídos quando o negócio é encerrado.",
    sandboxText: "Não tem regras: seus dados ficam até ele ser esvaziado.",
  },
  days: { one: "# dia", other: "# dias" },
  rules: {
    keep: "Guardado até o negócio ser encerrado",
    archive: (days) => `Arquivado e excluído depois de ${days}`,
    delete: (days) => `Excluído depois de ${days}`,
  },
  goes: "O que é excluído",
  ended: "De quando contam os seus dias",
  stays: "O que fica",
  change: "Alterar",
  noModes: "O operador não permite uma regra para este tipo.",
  kinds: {
    spins: {
      name: "Giros",
      goes: "Os giros com seus prêmios",
      ended:
        "Quando o prêmio foi entregue ou venceu, ou quando nenhum foi ganho. Um prêmio que ainda pode ser resgatado mantém seu giro",
      stays: "Os jogadores com todas as suas contagens, para que os limites valham, e os totais da roleta",
    },
    stockMovements: {
      name: "Movimentos de estoque",
      goes: "Os movimentos, primeiro os mais antigos",
      ended: "Assim que é registrado",
      stays: "O saldo no corte, por centro e produto",
    },
    withdrawals: {
      name: "Retiradas",
      goes: "As retiradas",
      ended: "Assim que é registrado",
      stays: "Seus movimentos de estoque",
    },
    transfers: {
      name: "Transferências",
      goes: "As transferências",
      ended: "Assim que é registrado",
      stays: "Seus movimentos de estoque",
    },
    registrations: {
      name: "Cadastros",
      goes: "O que os visitantes escreveram nas páginas de cadastro, com seus arquivos",
      ended: "Quando foi concluído ou recusado, ou venceu. O que espera documentos ou seu banco fica",
      stays: "As contagens de páginas de cadastro, campanhas e dias, os prêmios do visitante e os limites",
    },
    sessions: {
      name: "Inscrições em cursos",
      goes: "As inscrições dos alunos com suas tentativas",
      ended: "Quando foi concluída ou reprovada. A que tem um certificado fica",
      stays: "A inscrição sem nome nem e-mail, para que um curso não comece de novo, e todas as estatísticas",
    },
  },
  form: {
    title: (kind) => `Alterar: ${kind}`,
    question: "O que acontece com isso",
    keep: "Guardar até o negócio ser encerrado",
    archive: "Arquivar e excluir",
    archiveHint: "É escrito em um arquivo, lido de novo e comparado, e só então excluído.",
    delete: "Excluir",
    deleteHint: "Nenhuma cópia é mantida.",
    notAllowed: {
      archive: "O operador não permite arquivar.",
      delete: "O operador não permite excluir sem arquivar.",
    },
    noArchive: "Não pode ser arquivado: o operador não tem um arquivo para este tipo.",
    days: "Dias depois que termina",
    daysHint: (min, max) => `De ${min} a ${max}. O operador decide o mínimo.`,
    daysRefused: (min, max) => `Digite um número inteiro de ${min} a ${max}.`,
    preview: "Ver o que seria excluído agora",
    counting: "Contando …",
    previewFirst: "Veja o que seria excluído agora antes de salvar.",
    save: "Salvar",
    saveDelete: "Salvar e excluir",
    saved: "A regra está salva. O que já completou seus dias é excluído em minutos ou horas",
    kept: "A regra está salva. É guardado até o negócio ser encerrado",
  },
  found: {
    none: "Nada seria excluído agora.",
    archive: (records) => `Registros que agora seriam arquivados e excluídos: ${records}.`,
    delete: (records) => `Registros que agora seriam excluídos para sempre: ${records}.`,
    atLeast: (records) => `pelo menos ${records}`,
    oldest: (date) => `O mais antigo é de ${date}.`,
    incomplete: "O tempo para contar terminou, então há mais.",
    deleteText: "Não estão em nenhum arquivo e não podem ser recuperados, nem pelo operador.",
    later: "A partir daí cada registro é excluído quando seus dias terminam.",
    keepText:
      "Nada mais é excluído, exceto no máximo cem registros cuja exclusão já começou. O que foi excluído não volta.",
  },
  newer: {
    title: "As regras mudaram nesse meio-tempo. Agora elas são:",
    text: "O que você escolheu continua aqui, e nada foi salvo. Ao salvar, só a regra deste tipo muda.",
  },
};
