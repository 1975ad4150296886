// Consistent records of one business per service: `rows` of the kind that an audit sums up, a tenth of them of one record.

const start = Date.UTC(2026, 0, 1);
const timeOf = (number) => new Date(start + number * 1000);
const pad = (number) => String(number).padStart(8, "0");
const perRecord = 10;

/** How many of the rows the record with this number has: the first one a tenth of all. */
const rowsOf = (record, rows) => (record === 0 ? rows / 10 : perRecord);
const countRecords = (rows) => 1 + (rows - rows / 10) / perRecord;
/** The record of a row, and which of its rows it is. */
function locate(row, rows) {
  if (row < rows / 10) return { record: 0, n: row + 1 };
  const rest = row - rows / 10;
  return { record: 1 + Math.floor(rest / perRecord), n: (rest % perRecord) + 1 };
}

/** @returns per service and collection how many records there are, and the record with a number */
export function createRecords(businessId, rows) {
  const records = { count: countRecords(rows) };
  const flowsOf = (number) => `flw_${pad(number)}`;
  return {
    supply: {
      centerStocks: {
        ...records,
        toRecord: (number) => ({
          _id: `cst_${pad(number)}`,
          businessId,
          stockId: `stk_${pad(number % 1000)}`,
          serviceCenterId: `ctr_${pad(number)}`,
          currentStock: rowsOf(number, rows),
          minStockAlert: 0,
          criticality: "low",
          belowAlert: false,
          rank: 2,
          fill: 1,
          movements: rowsOf(number, rows),
          createdAt: timeOf(number),
        }),
      },
      stock_movements: {
        count: rows,
        toRecord(row) {
          const { record, n } = locate(row, rows);
          const centerStockId = `cst_${pad(record)}`;
          const quantities = { seq: n, delta: 1, quantityAfter: n };
          return { _id: `mov_${pad(row)}`, businessId, centerStockId, ...quantities, at: timeOf(row) };
        },
      },
    },
    roulettes: {
      roulettes: {
        ...records,
        toRecord: (number) => ({ _id: `rlt_${pad(number)}`, businessId, totalSpins: rowsOf(number, rows) }),
      },
      players: {
        ...records,
        toRecord: (number) => ({
          _id: `rlt_${pad(number)}|user`,
          businessId,
          rouletteId: `rlt_${pad(number)}`,
          userId: "user",
          spins: rowsOf(number, rows),
          wins: 0,
        }),
      },
      spins: {
        count: rows,
        toRecord(row) {
          const { record, n } = locate(row, rows);
          const spin = { rouletteId: `rlt_${pad(record)}`, userId: "user", number: n, result: "lost" };
          return { _id: `spn_${pad(row)}`, businessId, ...spin, createdAt: timeOf(row) };
        },
      },
    },
    learning: {
      courses: {
        count: 100,
        toRecord: (number) => ({ _id: `crs_${pad(number)}`, businessId, title: "Course", slug: `course-${number}` }),
      },
      sessions: {
        ...records,
        toRecord: (number) => ({
          _id: `ses_${pad(number)}`,
          businessId,
          courseId: `crs_${pad(number % 100)}`,
          userId: `user-${number}`,
          fullName: "Ana",
          email: "ana@example.com",
          status: "failed",
          completedModules: [],
          words: [],
          attempts: rowsOf(number, rows),
          score: 10,
          startedAt: timeOf(number),
          examStartedAt: timeOf(number),
        }),
      },
      examAttempts: {
        count: rows,
        toRecord(row) {
          const { record, n } = locate(row, rows);
          return { _id: `exa_${pad(row)}`, businessId, sessionId: `ses_${pad(record)}`, n, score: 10, at: timeOf(row) };
        },
      },
    },
    flows: {
      flows: {
        ...records,
        toRecord: (number) => ({
          _id: flowsOf(number),
          businessId,
          slug: `flow-${number}`,
          campaign: "",
          isActive: true,
          totalVisitCount: 2,
          uniqueVisitCount: 2,
          completedCount: 1,
          createdAt: timeOf(number),
        }),
      },
      registrations: {
        count: rows,
        toRecord(row) {
          const flowId = flowsOf(locate(row, rows).record);
          return { _id: `reg_${pad(row)}`, businessId, flowId, state: "completed", createdAt: timeOf(row) };
        },
      },
    },
    webhooks: {
      events: { ...records, toRecord: (number) => ({ _id: `evt_${pad(number)}`, businessId, at: timeOf(number) }) },
      deliveries: {
        count: rows,
        toRecord(row) {
          const { record, n } = locate(row, rows);
          const delivery = { eventId: `evt_${pad(record)}`, endpointId: "end_1", nonce: `${n}`, status: "delivered" };
          const finishedAt = new Date(Date.now() - row);
          return { _id: `dlv_${pad(row)}`, businessId, ...delivery, createdAt: finishedAt, finishedAt };
        },
      },
    },
  };
}
