// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const createCourse = { title: { maxLength: 200 }, slug: { maxLength: 100 }, description: { maxLength: 5000 }, examApproveScore: { min: 0, max: 100 } };
export const enrollStudent = { userId: { maxLength: 200 }, fullName: { maxLength: 200 }, email: { maxLength: 254 } };
export const replaceCourseModules = { modules: { _id: { maxLength: 100 }, title: { maxLength: 200 }, order: { min: 0, max: 10000 } } };
export const reportProgress = { moduleId: { maxLength: 100 } };
export const submitExam = { score: { min: 0, max: 100 } };
export const updateCourse = { title: { maxLength: 200 }, description: { maxLength: 5000 }, examApproveScore: { min: 0, max: 100 } };
