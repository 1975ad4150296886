/** Words of the page on which a business is closed. */
export const en = {
  title: "Close the business",
  lead: "Access ends at once, and everything is deleted after a waiting time. Until then an owner can cancel it.",
  counting: "Counting what is stored. This takes up to eight seconds.",
  steps: {
    title: "What will happen",
    atOnce: "Immediately",
    atOnceText:
      "Calls by keys, agents and your systems are refused, visitors find no pages, and members see only that the business is closed. Webhooks and timers stop.",
    waiting: (days: string) => `For ${days}`,
    waitingText:
      "Nothing is deleted. An owner can cancel here: everything goes on as before, with the same keys, members and connections. Everything can be downloaded.",
    deletion: (date: string) => `From ${date}`,
    deletionText:
      "Everything is deleted in all areas, with the sandbox. People who belong to no other business lose their account. This cannot be undone, not even by the operator.",
    stays: "What stays",
    staysText:
      "What webhooks have sent is at their receivers. Backups expire with time. The operator keeps a receipt with dates and numbers, without names.",
  },
  days: { one: "# day", other: "# days" },
  counts: {
    title: "What would be deleted",
    lead: (records: string) => `Records: ${records}. The sandbox is included.`,
    incomplete: "The time for counting was over, so there is more.",
    caption: "Records per area",
    fields: {
      area: "Area",
      content: "Among them",
      records: "Records",
    },
  },
  areas: {
    supply: { name: "Inventory", content: "Products, centers, stock, withdrawals, transfers" },
    roulettes: { name: "Roulettes", content: "Roulettes, prize items, spins, prizes" },
    learning: { name: "Courses", content: "Courses, learners, certificates" },
    flows: {
      name: "Registration pages",
      content: "Registration pages, registrations, documents and files, surveys and events",
    },
    webhooks: { name: "Webhooks", content: "Endpoints, deliveries, events" },
    analytics: { name: "Analytics", content: "Nothing of its own: it reads the numbers of the other areas" },
    approvals: { name: "Approvals", content: "Rules by which people approve" },
    console: { name: "People", content: "Members, invitations, connected agents, sign-in settings" },
    gateway: { name: "Business", content: "Settings, API keys, requests about persons" },
  },
  export: {
    title: "Download everything",
    text: "A ZIP archive with one file per kind of record, all files, and a list with the number of records in each, by which you can check that nothing is missing or changed. Keys and other secrets are not in it. The best time for the last one is while the business is closed, because nothing can be changed then.",
    download: "Download archive",
    reading: "Reading … keep this page open",
  },
  close: {
    open: "Close the business",
    title: "Close this business?",
    summary: (records: string, date: string) => `Records: ${records}. They are deleted from ${date} on.`,
    text: "From now on every access is refused. Until the deletion an owner can cancel on this page.",
    days: "Days until the deletion",
    daysHint: (min: string, max: string) => `From ${min} to ${max}.`,
    daysRefused: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
    confirm: (name: string) => `Type ${name} to confirm`,
    submit: "Close the business",
  },
  closed: {
    title: "This business is closed",
    waiting: (date: string) => `Everything is deleted from ${date} on.`,
    waitingText:
      "Until then nothing is deleted, and all access is refused. An owner can keep the business: everything goes on as before.",
    deleting: "The deletion has begun. It cannot be cancelled any more.",
    deletingText:
      "When it is completed you do not see this business any more. If you belong to no other one, your account is deleted too. The operator has the receipt.",
    fields: {
      deleteAt: "Deletion",
      requested: "Requested",
      by: "Requested by",
      id: "ID of the request",
    },
    requesters: { owner: "An owner of the business", operator: "The operator of this installation" },
    keep: "Keep the business",
    keepTitle: "Keep this business?",
    keepText: "Calls are accepted again. Webhooks that wait are sent, and what has become due meanwhile happens now.",
    kept: "The business stays. Everything goes on",
  },
  notice: {
    ownerText: "All access is refused, and everything will be deleted, unless an owner cancels it before.",
    memberText:
      "All access is refused, and everything will be deleted. Only an owner of the business can see the date and cancel it.",
    open: "See the date, download or cancel",
  },
};
