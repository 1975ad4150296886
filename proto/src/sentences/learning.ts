import type { PreviewSentences } from "./types.js";

export const learningSentences = {
  session_completed: {
    en: "The session belongs to this business and is completed.",
    es: "La inscripción es de este negocio y está completada.",
    pt: "A inscrição é deste negócio e está concluída.",
  },
  course_certifies: {
    en: "The course ends with a certificate.",
    es: "El curso termina con un certificado.",
    pt: "O curso termina com um certificado.",
  },
  course_does_not_certify: {
    en: "The course is not meant to end with a certificate.",
    es: "El curso no está previsto para terminar con un certificado.",
    pt: "O curso não está previsto para terminar com um certificado.",
  },
  only_status: {
    en: "Only the status changes: no document is made and no message is sent. It cannot be taken back.",
    es: "Solo cambia el estado: no se crea ningún documento ni se envía ningún mensaje. No se puede deshacer.",
    pt: "Só muda o estado: nenhum documento é criado e nenhuma mensagem é enviada. Não pode ser desfeito.",
  },
  certify_only_if_meant: {
    en: "The course has isCertified false; certify only if this is meant.",
    es: "El curso no termina con un certificado; emítelo solo si es lo que quieres.",
    pt: "O curso não termina com um certificado; emita-o só se for o que você quer.",
  },
  batch_refused: {
    en: "Approving this list is refused: {#refused} sessions cannot be certified. Leave them out and propose the others again.",
    es: "Esta lista se rechazaría: inscripciones que no se pueden certificar: {#refused}. El agente tiene que quitarlas y proponer las demás otra vez.",
    pt: "Esta lista seria recusada: inscrições que não podem ser certificadas: {#refused}. O agente precisa retirá-las e propor as outras de novo.",
  },
  batch_certify_only_if_meant: {
    en: "{#count} sessions are of courses with isCertified false; certify only if this is meant.",
    es: "Inscripciones de cursos que no terminan con un certificado: {#count}; emítelo solo si es lo que quieres.",
    pt: "Inscrições de cursos que não terminam com um certificado: {#count}; emita-o só se for o que você quer.",
  },
  batch_certifiable: {
    en: "{#certifiable} of {#all} sessions can be certified.",
    es: "Inscripciones que se pueden certificar: {#certifiable} de {#all}.",
    pt: "Inscrições que podem ser certificadas: {#certifiable} de {#all}.",
  },
  modules_change: {
    en: "{#added} modules are new, {#removed} go.",
    es: "Módulos nuevos: {#added}; módulos que se quitan: {#removed}.",
    pt: "Módulos novos: {#added}; módulos que saem: {#removed}.",
  },
  modules_required: {
    en: "{#required} modules are required.",
    es: "Módulos obligatorios: {#required}.",
    pt: "Módulos obrigatórios: {#required}.",
  },
  same_modules: {
    en: "Nothing would change: the course has these modules already.",
    es: "No cambiaría nada: el curso ya tiene estos módulos.",
    pt: "Nada mudaria: o curso já tem estes módulos.",
  },
  no_module_required: {
    en: "No module is required: a learner is done as soon as they finish the course.",
    es: "Ningún módulo es obligatorio: un alumno termina en cuanto acaba el curso.",
    pt: "Nenhum módulo é obrigatório: um aluno conclui assim que termina o curso.",
  },
  learners_do_these_too: {
    en: "{#learners} learners are in progress; they have to do these too: {modules}.",
    es: "Alumnos en curso: {#learners}; también tienen que terminar: {modules}.",
    pt: "Alunos em andamento: {#learners}; também precisam concluir: {modules}.",
  },
  learners_do_these_and_more_too: {
    en: "{#learners} learners are in progress; they have to do these too: {modules} and {#more} more.",
    es: "Alumnos en curso: {#learners}; también tienen que terminar: {modules} y {#more} más.",
    pt: "Alunos em andamento: {#learners}; também precisam concluir: {modules} e mais {#more}.",
  },
  modules_count_no_more: {
    en: "{modules}: what learners completed of it stays in their sessions but counts no more.",
    es: "{modules}: lo que los alumnos terminaron de esto queda en sus inscripciones, pero ya no cuenta.",
    pt: "{modules}: o que os alunos concluíram disto fica nas inscrições, mas não conta mais.",
  },
  modules_and_more_count_no_more: {
    en: "{modules} and {#more} more: what learners completed of it stays in their sessions but counts no more.",
    es: "{modules} y {#more} más: lo que los alumnos terminaron de esto queda en sus inscripciones, pero ya no cuenta.",
    pt: "{modules} e mais {#more}: o que os alunos concluíram disto fica nas inscrições, mas não conta mais.",
  },
  learners_done: {
    en: "{#learners} learners in progress have then done all required modules. Their status changes when the back end reports their next module, or finish.",
    es: "Alumnos en curso que tendrían todos los módulos obligatorios: {#learners}. Su estado cambia cuando terminen el siguiente módulo o el curso.",
    pt: "Alunos em andamento que teriam todos os módulos obrigatórios: {#learners}. O estado muda quando concluírem o próximo módulo ou o curso.",
  },
  slug_is_free: {
    en: "No course of this business has this slug.",
    es: "Ningún curso de este negocio tiene este nombre en la dirección.",
    pt: "Nenhum curso deste negócio tem este nome no endereço.",
  },
  draft: {
    en: "It will be a draft: students can access it once it is published.",
    es: "Será un borrador: los alumnos pueden entrar cuando se publique.",
    pt: "Será um rascunho: os alunos podem acessar quando for publicado.",
  },
  no_exam: {
    en: "It will have no exam: a learner completes it with the last required module.",
    es: "No tendrá examen: un alumno lo completa con el último módulo obligatorio.",
    pt: "Não terá exame: um aluno o conclui com o último módulo obrigatório.",
  },
  same_values: {
    en: "Nothing would change: the course has these values already.",
    es: "No cambiaría nada: el curso ya tiene estos valores.",
    pt: "Nada mudaria: o curso já tem estes valores.",
  },
  modules_of_course: {
    en: "The course has {#modules} modules.",
    es: "Módulos del curso: {#modules}.",
    pt: "Módulos do curso: {#modules}.",
  },
  no_modules: {
    en: "It has no modules: a learner is done as soon as they finish it.",
    es: "No tiene módulos: un alumno termina en cuanto acaba el curso.",
    pt: "Não tem módulos: um aluno conclui assim que termina o curso.",
  },
  unpublished: {
    en: "Students lose access: no student can enroll, and those who are learning cannot go on until it is published again.",
    es: "Los alumnos pierden el acceso: nadie puede inscribirse, y quienes están en curso no pueden seguir hasta que se publique otra vez.",
    pt: "Os alunos perdem o acesso: ninguém pode se inscrever, e quem está em andamento não pode continuar até que seja publicado de novo.",
  },
  score_from_now: {
    en: "The score counts for exams from now on; what was passed or failed before stays so.",
    es: "Los puntos valen para los exámenes desde ahora; lo aprobado o reprobado antes queda así.",
    pt: "Os pontos valem para os exames a partir de agora; quem passou ou reprovou antes fica assim.",
  },
  exam_for_good: {
    en: "The course gets an exam for good. The score counts for exams from now on; what was passed or failed before stays so.",
    es: "El curso tendrá examen para siempre. Los puntos valen para los exámenes desde ahora; lo aprobado o reprobado antes queda así.",
    pt: "O curso passa a ter exame para sempre. Os pontos valem para os exames a partir de agora; quem passou ou reprovou antes fica assim.",
  },
  no_message: {
    en: "No message is sent: the business tells the students.",
    es: "No se envía ningún mensaje: el negocio avisa a los alumnos.",
    pt: "Nenhuma mensagem é enviada: o negócio avisa os alunos.",
  },
  already_enrolled: {
    en: "{#enrolled} of {#all} students are enrolled already: nothing changes for them, not even name and e-mail address.",
    es: "Alumnos que ya están inscritos: {#enrolled} de {#all}. Para ellos no cambia nada, ni el nombre ni el correo.",
    pt: "Alunos que já estão inscritos: {#enrolled} de {#all}. Para eles nada muda, nem o nome nem o e-mail.",
  },
  other_name: {
    en: "The student {id} is enrolled under another name than {name}: check that the id belongs to this person.",
    es: "El alumno {id} está inscrito con otro nombre que {name}: comprueba que el número es de esta persona.",
    pt: "O aluno {id} está inscrito com outro nome que não {name}: confira se o número é desta pessoa.",
  },
  restored: {
    en: "{#restored} of {#all} students had a session that a retention rule has deleted: they go on with its status and score.",
    es: "Alumnos con una inscripción que se eliminó por su antigüedad: {#restored} de {#all}. Siguen con su estado y sus puntos.",
    pt: "Alunos com uma inscrição que foi excluída pela idade: {#restored} de {#all}. Continuam com o estado e os pontos dela.",
  },
  course_published: {
    en: "Students can access the course.",
    es: "Los alumnos pueden entrar en el curso.",
    pt: "Os alunos podem acessar o curso.",
  },
  new_sessions: {
    en: "{#new} of {#all} students get a new session.",
    es: "Alumnos con una inscripción nueva: {#new} de {#all}.",
    pt: "Alunos com uma inscrição nova: {#new} de {#all}.",
  },
} as const satisfies PreviewSentences;
