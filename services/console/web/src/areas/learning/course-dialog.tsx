import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check } from "../../components/forms/form.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type Course, useCreateCourse, useUpdateCourse } from "./learning.api.js";

interface Values {
  title: string;
  slug: string;
  description: string;
  examApproveScore: number | undefined;
  isCertified: boolean;
}

/** Creates a course and opens its page, or changes `course`. */
export function CourseDialog({ course, onClose }: { course?: Course; onClose: () => void }) {
  const t = useMessages("learning");
  const common = useMessages("components");
  const navigate = useNavigate();
  const { _id: businessId } = useBusiness().business;
  const [values, setValues] = useState<Values>({
    title: course?.title ?? "",
    slug: course?.slug ?? "",
    description: course?.description ?? "",
    examApproveScore: course?.examApproveScore,
    isCertified: course?.isCertified ?? false,
  });
  const create = useCreateCourse(({ _id: courseId }) => {
    showToast(t.courses.created);
    void navigate({ to: "/b/$businessId/learning/courses/$courseId", params: { businessId, courseId } });
  });
  const update = useUpdateCourse(() => {
    showToast(t.courses.changed);
    onClose();
  });
  const submit = () => {
    const { slug, ...changes } = values;
    if (course) update.mutate({ id: course._id, ...changes });
    else create.mutate({ slug, ...changes });
  };
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={course ? t.courses.change : t.courses.create}
      submit={course ? common.save : common.create}
      write={course ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={t.fields.title}
        maxLength={200}
        value={values.title}
        onChange={(title) => change({ title })}
      />
      {!course && (
        <TextField
          name="slug"
          label={t.fields.slug}
          hint={t.courses.slugHint}
          maxLength={100}
          value={values.slug}
          onChange={(slug) => change({ slug })}
        />
      )}
      <TextField
        name="description"
        label={t.fields.description}
        isOptional
        rows={3}
        maxLength={5000}
        value={values.description}
        onChange={(description) => change({ description })}
      />
      <NumberField
        name="examApproveScore"
        label={t.fields.exam}
        hint={t.courses.examHint}
        isOptional
        isDecimal
        value={values.examApproveScore}
        onChange={(examApproveScore) => change({ examApproveScore })}
      />
      <Check
        label={t.courses.certified}
        checked={values.isCertified}
        onChange={(isCertified) => change({ isCertified })}
      />
    </FormDialog>
  );
}
