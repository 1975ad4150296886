import { useState } from "react";
import { FormDialog } from "../../components/form-dialog.js";
import { TextField } from "../../components/inputs.js";
import { showToast } from "../../components/toast-store.js";
import { type Course, useEnroll } from "./learning.api.js";
import { useLearningMessages } from "./messages/index.js";

export function EnrollDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useLearningMessages();
  const [values, setValues] = useState({ userId: "", fullName: "", email: "" });
  const enroll = useEnroll(() => {
    showToast(t.learners.enrolled);
    onClose();
  });
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={t.learners.enroll}
      submit={t.learners.enroll}
      write={enroll}
      onSubmit={() => enroll.mutate({ id: course._id, ...values })}
      onClose={onClose}
    >
      <TextField
        name="fullName"
        label={t.learners.name}
        maxLength={200}
        value={values.fullName}
        onChange={(fullName) => change({ fullName })}
      />
      <TextField
        name="email"
        type="email"
        label={t.fields.email}
        maxLength={254}
        value={values.email}
        onChange={(email) => change({ email })}
      />
      <TextField
        name="userId"
        label={t.fields.userId}
        maxLength={200}
        value={values.userId}
        onChange={(userId) => change({ userId })}
      />
    </FormDialog>
  );
}
