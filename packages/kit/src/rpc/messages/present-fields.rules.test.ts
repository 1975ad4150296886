import { create } from "@bufbuild/protobuf";
import { UpdateCourseRequestSchema } from "@tenant-ops/proto/learning";
import { expect, test } from "vitest";
import { selectPresentFields } from "./present-fields.js";

test("only the fields that were set are there, also those that were set to an empty value", () => {
  const message = create(UpdateCourseRequestSchema, { courseId: "crs_1", description: "", published: false });
  expect(selectPresentFields(UpdateCourseRequestSchema, message)).toEqual({
    courseId: "crs_1",
    description: "",
    published: false,
  });
});
