import type { Language, MessageTexts } from "@tenant-ops/kit/pages";
import type { Area } from "@tenant-ops/proto";

export interface ConnectTexts {
  title: (client: string) => string;
  lead: (client: string, business: string) => string;
  /** The host that publishes the client. */
  verified: (host: string) => string;
  notVerified: string;
  /** Where the browser goes after the answer. */
  goesTo: (host: string) => string;
  goesToComputer: string;
  placesTitle: string;
  sandbox: (business: string) => string;
  sandboxHint: string;
  areasTitle: string;
  areas: Readonly<Record<Area, string>>;
  readsOnly: string;
  accessTitle: string;
  write: string;
  read: string;
  /** The client asks for no changes; the person may allow them at once. */
  asksToRead: (client: string) => string;
  approval: string;
  approvalHint: string;
  approvalAlways: string;
  noArea: string;
  /** Above the list of what agents never get. */
  never: string;
  allow: string;
  deny: string;
  revocable: string;
  chooseTitle: string;
  chooseLead: (client: string) => string;
  unknownClient: MessageTexts;
  /** The method by which the client wants to prove what it is. */
  otherMethod: (method: string) => MessageTexts;
  wrongRedirect: MessageTexts;
  /** The request of a known client has an error, which the link tells the client. */
  wrongRequest: (client: string) => MessageTexts;
  back: (host: string) => string;
  unreadable: MessageTexts;
  answered: MessageTexts;
  noBusiness: MessageTexts;
  noAccess: MessageTexts;
  tooMany: MessageTexts;
}

export const connectTexts: Readonly<Record<Language, ConnectTexts>> = {
  es: {
    title: (client) => `Conectar ${client}`,
    lead: (client, business) => `${client} pide acceso a ${business} en tu nombre.`,
    verified: (host) => `Lo publica ${host}.`,
    notVerified:
      "No verificado: este nombre lo escribió el propio programa. Continúa solo si tú iniciaste esta conexión.",
    goesTo: (host) => `Después de tu respuesta, el navegador va a ${host}.`,
    goesToComputer: "Después de tu respuesta, el navegador vuelve a una aplicación de este equipo.",
    placesTitle: "Dónde trabajará",
    sandbox: (business) => `Entorno de prueba de ${business}`,
    sandboxHint: "Con datos de prueba: nada de lo que haga el agente cambia los datos reales.",
    areasTitle: "A qué tendrá acceso",
    areas: {
      supply: "Inventario",
      roulettes: "Ruletas y premios",
      learning: "Cursos",
      flows: "Páginas de registro",
      webhooks: "Webhooks",
      analytics: "Estadísticas",
    },
    readsOnly: "solo leer",
    accessTitle: "Qué podrá hacer",
    write: "Leer y hacer cambios",
    read: "Solo leer",
    asksToRead: (client) =>
      `${client} pide solo leer. Si después quiere hacer un cambio, te lo volverá a preguntar; también puedes permitirlo ahora.`,
    approval: "Exigir una vista previa antes de cada cambio",
    approvalHint: "El agente solo puede hacer un cambio que antes se mostró tal cual.",
    approvalAlways: "Este negocio exige una vista previa antes de cada cambio.",
    noArea: "Elige al menos un área.",
    never: "Lo que un agente nunca podrá hacer:",
    allow: "Permitir",
    deny: "Cancelar",
    revocable: "Puedes revocar esta conexión en cualquier momento en la configuración.",
    chooseTitle: "¿Qué negocio?",
    chooseLead: (client) => `Elige el negocio al que se conecta ${client}.`,
    unknownClient: {
      title: "No conocemos este programa",
      text: "Su registro venció o su descripción no se pudo leer. Elimina la conexión en el programa y conéctalo de nuevo.",
    },
    otherMethod: (method) => ({
      title: "Este programa no se puede conectar",
      text: `El programa exige identificarse con «${method}». Aquí solo se conectan programas que también aceptan «none» como token_endpoint_auth_method.`,
    }),
    wrongRedirect: {
      title: "Esta conexión no es segura",
      text: "El programa pide volver a una dirección que no es suya. No se le envió nada.",
    },
    wrongRequest: (client) => ({
      title: "La conexión no se pudo iniciar",
      text: `La petición de ${client} tiene un error. Vuelve al programa solo si tú iniciaste esta conexión.`,
    }),
    back: (host) => `Ir a ${host}`,
    unreadable: { title: "El enlace está incompleto", text: "Inicia la conexión de nuevo desde el programa." },
    answered: {
      title: "Esta pregunta ya no está abierta",
      text: "Ya se respondió o pasó demasiado tiempo. Inicia la conexión de nuevo desde el programa.",
    },
    noBusiness: { title: "No hay ningún negocio", text: "No perteneces a ningún negocio activo. Pide una invitación." },
    noAccess: {
      title: "No tienes ese acceso",
      text: "Tu rol en el negocio no permite nada de lo que pide el programa.",
    },
    tooMany: {
      title: "Tienes demasiadas conexiones",
      text: "Revoca en tu perfil las que ya no usas y vuelve a intentarlo.",
    },
  },
  en: {
    title: (client) => `Connect ${client}`,
    lead: (client, business) => `${client} asks for access to ${business} in your name.`,
    verified: (host) => `It is published by ${host}.`,
    notVerified: "Not verified: the program itself wrote this name. Continue only if you have started this connection.",
    goesTo: (host) => `After your answer the browser goes to ${host}.`,
    goesToComputer: "After your answer the browser goes back to an application on this computer.",
    placesTitle: "Where it works",
    sandbox: (business) => `Sandbox of ${business}`,
    sandboxHint: "With test data: nothing that the agent does changes the real data.",
    areasTitle: "What it gets access to",
    areas: {
      supply: "Stock",
      roulettes: "Roulettes and prizes",
      learning: "Courses",
      flows: "Registration pages",
      webhooks: "Webhooks",
      analytics: "Analytics",
    },
    readsOnly: "read only",
    accessTitle: "What it may do",
    write: "Read and make changes",
    read: "Only read",
    asksToRead: (client) =>
      `${client} asks to read only. If it wants to make a change later, it asks you again; you can also allow changes at once.`,
    approval: "Require a preview before every change",
    approvalHint: "The agent can only make a change that was shown before, exactly as it was shown.",
    approvalAlways: "This business requires a preview before every change.",
    noArea: "Choose at least one area.",
    never: "What an agent can never do:",
    allow: "Allow",
    deny: "Cancel",
    revocable: "You can revoke this connection at any time in the settings.",
    chooseTitle: "Which business?",
    chooseLead: (client) => `Choose the business to which ${client} connects.`,
    unknownClient: {
      title: "We do not know this program",
      text: "Its registration has expired, or its description could not be read. Remove the connection in the program and connect again.",
    },
    otherMethod: (method) => ({
      title: "This program cannot connect",
      text: `The program insists on identifying itself by “${method}”. Only programs that also accept “none” as token_endpoint_auth_method connect here.`,
    }),
    wrongRedirect: {
      title: "This connection is not safe",
      text: "The program asks to return to an address that is not its own. Nothing was sent there.",
    },
    wrongRequest: (client) => ({
      title: "The connection could not be started",
      text: `The request of ${client} has an error. Go back to the program only if you have started this connection.`,
    }),
    back: (host) => `Go to ${host}`,
    unreadable: { title: "The link is incomplete", text: "Start the connection again in the program." },
    answered: {
      title: "This question is not open any more",
      text: "It was answered, or too much time has passed. Start the connection again in the program.",
    },
    noBusiness: {
      title: "There is no business",
      text: "You are not a member of an active business. Ask for an invitation.",
    },
    noAccess: {
      title: "You do not have this access",
      text: "Your role in the business allows nothing of what the program asks for.",
    },
    tooMany: {
      title: "You have too many connections",
      text: "Revoke those in your profile that you do not use any more, and try again.",
    },
  },
  pt: {
    title: (client) => `Conectar ${client}`,
    lead: (client, business) => `${client} pede acesso a ${business} em seu nome.`,
    verified: (host) => `É publicado por ${host}.`,
    notVerified: "Não verificado: o próprio programa escreveu este nome. Continue apenas se você iniciou esta conexão.",
    goesTo: (host) => `Depois da sua resposta, o navegador vai para ${host}.`,
    goesToComputer: "Depois da sua resposta, o navegador volta a um aplicativo deste computador.",
    placesTitle: "Onde ele vai trabalhar",
    sandbox: (business) => `Ambiente de teste de ${business}`,
    sandboxHint: "Com dados de teste: nada do que o agente fizer altera os dados reais.",
    areasTitle: "A que terá acesso",
    areas: {
      supply: "Estoque",
      roulettes: "Roletas e prêmios",
      learning: "Cursos",
      flows: "Páginas de cadastro",
      webhooks: "Webhooks",
      analytics: "Estatísticas",
    },
    readsOnly: "somente leitura",
    accessTitle: "O que poderá fazer",
    write: "Ler e fazer alterações",
    read: "Somente ler",
    asksToRead: (client) =>
      `${client} pede somente para ler. Se depois quiser fazer uma alteração, vai perguntar de novo; você também pode permitir agora.`,
    approval: "Exigir uma prévia antes de cada alteração",
    approvalHint: "O agente só pode fazer uma alteração que foi mostrada antes, exatamente como foi mostrada.",
    approvalAlways: "Este negócio exige uma prévia antes de cada alteração.",
    noArea: "Escolha pelo menos uma área.",
    never: "O que um agente nunca poderá fazer:",
    allow: "Permitir",
    deny: "Cancelar",
    revocable: "Você pode revogar esta conexão a qualquer momento nas configurações.",
    chooseTitle: "Qual negócio?",
    chooseLead: (client) => `Escolha o negócio ao qual ${client} se conecta.`,
    unknownClient: {
      title: "Não conhecemos este programa",
      text: "O registro dele expirou ou a descrição não pôde ser lida. Remova a conexão no programa e conecte de novo.",
    },
    otherMethod: (method) => ({
      title: "Este programa não pode ser conectado",
      text: `O programa exige se identificar com “${method}”. Aqui só se conectam programas que também aceitam “none” como token_endpoint_auth_method.`,
    }),
    wrongRedirect: {
      title: "Esta conexão não é segura",
      text: "O programa pede para voltar a um endereço que não é dele. Nada foi enviado para lá.",
    },
    wrongRequest: (client) => ({
      title: "Não foi possível iniciar a conexão",
      text: `O pedido de ${client} tem um erro. Volte ao programa apenas se você iniciou esta conexão.`,
    }),
    back: (host) => `Ir para ${host}`,
    unreadable: { title: "O link está incompleto", text: "Inicie a conexão de novo no programa." },
    answered: {
      title: "Esta pergunta não está mais aberta",
      text: "Ela já foi respondida ou passou tempo demais. Inicie a conexão de novo no programa.",
    },
    noBusiness: { title: "Não há nenhum negócio", text: "Você não pertence a nenhum negócio ativo. Peça um convite." },
    noAccess: {
      title: "Você não tem esse acesso",
      text: "O seu papel no negócio não permite nada do que o programa pede.",
    },
    tooMany: {
      title: "Você tem conexões demais",
      text: "Revogue no seu perfil as que não usa mais e tente de novo.",
    },
  },
};
