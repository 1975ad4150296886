/** A visitor who goes from the flow to its roulette. Recorded last, so that the other examples do not depend on it. */
export async function recordPages({ record, registerVisitor }, { rouletteId, courseId }) {
  await record("showCoursePage", { params: { id: courseId } });
  const params = { id: rouletteId };
  await record("showRoulettePage", { params });
  // A visitor from a country without an additional redirect goes to the roulette.
  const answers = { first_name: "Luis", email: "luis@example.com", country: "ES" };
  const cookie = await registerVisitor("spring-sale", answers);
  const body = "_submission=0f8d3f9c-6a51-4d0e-9d0b-3c5f7a1e2b4d";
  await record("spinRoulettePage", { params, headers: { cookie }, body });
}
