export const en = { title: "Home" };
