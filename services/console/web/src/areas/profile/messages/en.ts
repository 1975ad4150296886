export const en = { title: "Profile", name: "Name", email: "E-mail", id: "Id" };
