import { counted, type Language } from "@tenant-ops/kit/pages";
import type { SessionStatus } from "../sessions/sessions.rules.js";

/** The texts of the page of a course that the business did not write. */
export interface PageTexts {
  /** For visitors who did not come from a flow. */
  withoutPass: string;
  enrolled: string;
  /** This person enrolled in another browser. */
  enrolledElsewhere: string;
  progress: string;
  completedOf: (completed: number, all: number) => string;
  modules: string;
  noModules: string;
  /** States of a module. */
  done: string;
  next: string;
  optional: string;
  statuses: Record<SessionStatus, string>;
  score: (score: string) => string;
  certificate: string;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  es: {
    withoutPass: "Este es un curso. Para inscribirte, regístrate con el enlace que te compartieron.",
    enrolled: "Tu inscripción está lista. Vuelve a esta página en este navegador para ver tu avance.",
    enrolledElsewhere:
      "Con estos datos ya hay una inscripción. El avance se muestra en el navegador en el que se hizo; si no fuiste tú, escribe a quien te envió el enlace.",
    progress: "Tu avance",
    completedOf: (completed, all) =>
      counted.es(all, `${completed} de # módulo completado`, `${completed} de # módulos completados`),
    modules: "Módulos",
    noModules: "Los módulos se publicarán pronto.",
    done: "Completado",
    next: "Sigue este",
    optional: "opcional",
    statuses: {
      in_progress: "En curso",
      exam: "Listo para el examen",
      completed: "Curso completado",
      certified: "Curso certificado",
      failed: "Examen por repetir",
    },
    score: (score) => `Tu mejor resultado: ${score} de 100`,
    certificate: "Número de certificado",
  },
  en: {
    withoutPass: "This is a course. To enroll, register with the link that you received.",
    enrolled: "You are enrolled. Come back to this page in this browser to see your progress.",
    enrolledElsewhere:
      "There is an enrollment with these details already. The progress is shown in the browser in which it was made; if that was not you, write to the person who sent you the link.",
    progress: "Your progress",
    completedOf: (completed, all) =>
      counted.en(all, `${completed} of # module completed`, `${completed} of # modules completed`),
    modules: "Modules",
    noModules: "The modules will be published soon.",
    done: "Completed",
    next: "Next",
    optional: "optional",
    statuses: {
      in_progress: "In progress",
      exam: "Ready for the exam",
      completed: "Course completed",
      certified: "Course certified",
      failed: "Exam to be taken again",
    },
    score: (score) => `Your best result: ${score} of 100`,
    certificate: "Certificate number",
  },
  pt: {
    withoutPass: "Este é um curso. Para se inscrever, faça seu cadastro com o link que você recebeu.",
    enrolled: "Sua inscrição está pronta. Volte a esta página neste navegador para ver seu progresso.",
    enrolledElsewhere:
      "Já existe uma inscrição com estes dados. O progresso aparece no navegador em que ela foi feita; se não foi você, fale com quem enviou o link.",
    progress: "Seu progresso",
    completedOf: (completed, all) =>
      counted.pt(all, `${completed} de # módulo concluído`, `${completed} de # módulos concluídos`),
    modules: "Módulos",
    noModules: "Os módulos serão publicados em breve.",
    done: "Concluído",
    next: "Próximo",
    optional: "opcional",
    statuses: {
      in_progress: "Em andamento",
      exam: "Pronto para a prova",
      completed: "Curso concluído",
      certified: "Curso certificado",
      failed: "Prova a refazer",
    },
    score: (score) => `Seu melhor resultado: ${score} de 100`,
    certificate: "Número do certificado",
  },
};
